import type { Row, Statements } from '../../stores/catalogue.ts';
import type { Bucket } from '../storage/object-store.ts';
import { canBeKept } from './can-be-kept.ts';

/** A file of a dataset, and where it lies. */
export interface DatasetFile {
  /** Id of the dataset in lower case; of one that is not registered, as the upload named it. */
  readonly dataset: string;
  readonly name: string;
  readonly bucket: Bucket;
  readonly key: string;
  /** bytes */
  readonly size: number;
  /** Hexadecimal. */
  readonly sha256: string;
  readonly uploader: string | null;
}

const COLUMNS = 'dataset, name, bucket, key, size, sha256, uploader';

/** The files of a dataset by their names. */
export async function filesOf(statements: Statements, dataset: string): Promise<DatasetFile[]> {
  if (!canBeKept(dataset)) return [];
  const sql = `SELECT ${COLUMNS} FROM dataset_files WHERE dataset = $1 ORDER BY name COLLATE "C"`;
  return (await statements.query(sql, [dataset])).map(fileOf);
}

/** One file of a dataset; null where there is none of this name. */
export async function fileNamed(statements: Statements, dataset: string, name: string): Promise<DatasetFile | null> {
  if (!canBeKept(dataset + name)) return null;
  const sql = `SELECT ${COLUMNS} FROM dataset_files WHERE dataset = $1 AND name = $2`;
  const [row] = await statements.query(sql, [dataset, name]);
  return row === undefined ? null : fileOf(row);
}

/** Which of some objects of the storage are files of datasets. */
export async function referredKeys(
  statements: Statements,
  bucket: Bucket,
  keys: readonly string[],
): Promise<Set<string>> {
  // No key holds a line feed: it has a UUID and a name without control characters.
  const sql = "SELECT key FROM dataset_files WHERE bucket = $1 AND key = ANY(string_to_array($2, E'\\n'))";
  return new Set((await statements.query(sql, [bucket, keys.join('\n')])).map((row) => String(row['key'])));
}

/** Notes a file; one of the same name is replaced by it. */
export async function putFile(statements: Statements, file: DatasetFile): Promise<void> {
  const { dataset, name, bucket, key, size, sha256, uploader } = file;
  await statements.query(
    `INSERT INTO dataset_files (${COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (dataset, name) DO UPDATE SET bucket = $3, key = $4, size = $5, sha256 = $6, uploader = $7, uploaded = now()`,
    [dataset, name, bucket, key, size, sha256, uploader],
  );
}

/** Gives the files of a dataset to another id. */
export async function giveFiles(statements: Statements, from: string, to: string): Promise<void> {
  if (!canBeKept(from)) return;
  await statements.query('UPDATE dataset_files SET dataset = $2 WHERE dataset = $1', [from, to]);
}

/** Forgets the files of a dataset; resolves with them. */
export async function forgetFiles(statements: Statements, dataset: string): Promise<DatasetFile[]> {
  const sql = `DELETE FROM dataset_files WHERE dataset = $1 RETURNING ${COLUMNS}`;
  return (await statements.query(sql, [dataset])).map(fileOf);
}

/** Notes where a file lies from now on, provided that it is still where it was; false where it is not. */
export async function moveFile(
  statements: Statements,
  { dataset, name, bucket, key }: DatasetFile,
  to: { readonly bucket: Bucket; readonly key: string },
): Promise<boolean> {
  const moved = await statements.query(
    `UPDATE dataset_files SET bucket = $5, key = $6 WHERE dataset = $1 AND name = $2 AND bucket = $3 AND key = $4
     RETURNING name`,
    [dataset, name, bucket, key, to.bucket, to.key],
  );
  return moved.length > 0;
}

/** Forgets files of datasets that nobody has registered since `before`; resolves with how many. */
export async function forgetUnregistered(statements: Statements, before: Date): Promise<number> {
  const rows = await statements.query(
    `DELETE FROM dataset_files f WHERE uploaded < $1
     AND NOT EXISTS (SELECT 1 FROM datasets d WHERE d.id = f.dataset) RETURNING name`,
    [before.toISOString()],
  );
  return rows.length;
}

function fileOf(row: Row): DatasetFile {
  return {
    dataset: String(row['dataset']),
    name: String(row['name']),
    bucket: String(row['bucket']) as Bucket,
    key: String(row['key']),
    size: Number(row['size']),
    sha256: String(row['sha256']),
    uploader: row['uploader'] === null ? null : String(row['uploader']),
  };
}
