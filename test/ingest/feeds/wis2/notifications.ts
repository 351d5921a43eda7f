import { createHash, randomUUID } from 'node:crypto';

/** The parts of a notification that a test gives. */
export interface Told {
  readonly data?: Buffer | string;
  /** utf-8, base64 or gzip: the data stand in the message; absent: they are at the link. */
  readonly encoding?: string;
  /** The data as they stand in the message, where they are other than the encoded ones. */
  readonly value?: string;
  readonly href?: string;
  readonly rel?: string;
  readonly dataId?: string;
  readonly properties?: object;
  readonly type?: string;
}

/** A WIS2 notification message of version 1 of the standard, in JSON. */
export function notification(told: Told): string {
  const { data = '', encoding, rel = 'canonical', href = 'http://127.0.0.1:1/data', dataId = randomUUID() } = told;
  const bytes = Buffer.from(data);
  const value = told.value ?? (encoding === 'utf-8' ? bytes.toString('utf8') : bytes.toString('base64'));
  return JSON.stringify({
    id: randomUUID(),
    conformsTo: ['http://wis.wmo.int/spec/wnm/1/conf/core'],
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [6.15, 46.22, 392] },
    properties: {
      data_id: `ch-meteoswiss/data/core/weather/surface-based-observations/synop/${dataId}`,
      metadata_id: 'urn:wmo:md:ch-meteoswiss:synop',
      pubtime: '2026-03-01T11:55:03Z',
      datetime: '2026-03-01T11:50:00Z',
      wigos_station_identifier: '0-20000-0-06700',
      integrity: { method: 'sha512', value: createHash('sha512').update(bytes).digest('base64') },
      ...(encoding !== undefined && { content: { encoding, value, size: Math.min(4096, bytes.length) } }),
      ...told.properties,
    },
    links: [{ rel, href, type: told.type ?? 'application/geo+json', length: bytes.length }],
  });
}

/** One observed property as converters of WIS2 write it. */
export function observed(name: string, value: unknown, units: string, time = '2026-03-01T11:50:00Z'): object {
  return {
    id: `report-${name}`,
    conformsTo: ['https://wis.wmo.int/spec/wccdm-obs/1/conf/observation'],
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [6.12775, 46.2475, 411] },
    properties: {
      host: '0-20000-0-06700',
      observedProperty: name,
      phenomenonTime: time,
      resultTime: '2026-03-01 11:56',
      result: { value, units, standardUncertainty: null },
      parameter: { reportType: '000002' },
    },
  };
}

/** A report of ten minutes of a station, as a FeatureCollection. */
export function collection(...more: readonly object[]): string {
  const span = '2026-03-01T11:40:00Z/2026-03-01T11:50:00Z';
  const features = [
    observed('air_temperature', 281.4, 'K'),
    observed('non_coordinate_pressure', 96520, 'Pa'),
    observed('relative_humidity', 71, '%'),
    observed('wind_speed', 2.5, 'm s-1', span),
    observed('total_precipitation_or_total_water_equivalent', 0.4, 'kg m-2', span),
    ...more,
  ];
  return JSON.stringify({ type: 'FeatureCollection', features });
}
