import type { GraphNode } from '../../../schemas/http/datasets/property-graph.ts';
import { bareMediaType } from '../../../schemas/http/media-type.ts';
import type { FileFormat } from '../queries/query-runner.ts';

const BY_ENDING: Readonly<Record<string, FileFormat>> = {
  csv: 'csv',
  tsv: 'tsv',
  tab: 'tsv',
  jsonl: 'jsonl',
  ndjson: 'jsonl',
  parquet: 'parquet',
};

const BY_MEDIA_TYPE: Readonly<Record<string, FileFormat>> = {
  'text/csv': 'csv',
  'text/tab-separated-values': 'tsv',
  'application/jsonl': 'jsonl',
  'application/x-ndjson': 'jsonl',
  'application/x-jsonlines': 'jsonl',
  'application/vnd.apache.parquet': 'parquet',
  'application/x-parquet': 'parquet',
};

/** Media types of files that no query reads, by their ending. */
const OTHERS: Readonly<Record<string, string>> = {
  gif: 'image/gif',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  pdf: 'application/pdf',
  png: 'image/png',
  sql: 'application/sql',
  sqlite: 'application/vnd.sqlite3',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  txt: 'text/plain',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** Media type of a file by its name; that of any bytes where the name does not tell. */
export function mediaTypeOf(name: string): string {
  const ending = endingOf(name);
  const format = BY_ENDING[ending];
  const known = Object.entries(BY_MEDIA_TYPE).find(([, of]) => of === format);
  return known?.[0] ?? OTHERS[ending] ?? 'application/octet-stream';
}

/** How a file is read: by the `encodingFormat` of its node, else by its name; null where neither is of a known format. */
export function fileFormat(name: string, node: GraphNode | null): FileFormat | null {
  const declared = bareMediaType(String(node?.properties['encodingFormat'] ?? ''));
  return BY_MEDIA_TYPE[declared] ?? BY_ENDING[endingOf(name)] ?? null;
}

function endingOf(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1).toLowerCase();
}
