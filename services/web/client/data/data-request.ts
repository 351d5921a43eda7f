/** What is asked for, as the fields of the form have it; times are ISO 8601 in UTC. */
export interface DataRequest {
  readonly network: string;
  /** Ids of stations, with commas; '' for every station of the network. */
  readonly station: string;
  readonly from: string;
  readonly to: string;
  readonly flags: boolean;
  readonly units: 'own' | 'si';
  readonly format: DataFormat;
}

/** Formats of the file, with the ending of its name. */
export const DATA_FORMATS = { csv: 'csv', parquet: 'parquet', arrow: 'arrows', geojson: 'geojson' } as const;
export type DataFormat = keyof typeof DATA_FORMATS;

/** Path and query of a request for all observations at once (docs/exports.md). What is the default is left out. */
export function dataPath({ network, station, from, to, flags, units, format }: DataRequest): string {
  const query = new URLSearchParams({
    network,
    ...(station !== '' && { station }),
    from,
    to,
    ...(!flags && { flags: 'false' }),
    ...(units === 'si' && { units }),
    limit: 'all',
    format,
  });
  return `/api/v1/observations?${query}`;
}

/** Name of the file: what it holds, in letters that every system takes. */
export function dataFile({ network, station, from, to, format }: DataRequest): string {
  const parts = [network, station, from.slice(0, 10), to.slice(0, 10)].filter(Boolean);
  const name = parts.map((part) => part.replace(/[^\p{L}\p{N}.-]+/gu, '-')).join('_');
  return `${name}.${DATA_FORMATS[format]}`;
}

/**
 * The request as a command of curl, for a POSIX shell.
 *
 * @param origin scheme, host and port of the service
 * @param withToken true where the service asks for one
 */
export function curlCommand(request: DataRequest, origin: string, withToken: boolean): string {
  const token = withToken ? ' -H "Authorization: Bearer $TOKEN"' : '';
  return `curl -f -o ${quoted(dataFile(request))}${token} ${quoted(origin + dataPath(request))}`;
}

/** The request as a program of Python's standard library that writes the file. */
export function pythonProgram(request: DataRequest, origin: string, withToken: boolean): string {
  const headers = withToken ? ', headers={"Authorization": "Bearer " + os.environ["TOKEN"]}' : '';
  return [
    ...(withToken ? ['import os'] : []),
    'import shutil',
    'import urllib.request',
    '',
    `request = urllib.request.Request(${JSON.stringify(origin + dataPath(request))}${headers})`,
    `with urllib.request.urlopen(request) as answer, open(${JSON.stringify(dataFile(request))}, "wb") as file:`,
    '    shutil.copyfileobj(answer, file)',
  ].join('\n');
}

/** A word of a POSIX shell, whatever it holds. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
