/** Formats that a statement can read. */
export type FileFormat = 'csv' | 'tsv' | 'jsonl' | 'parquet';

/** A file that a statement is given. */
export interface QueryFile {
  /** Absolute path of the file itself: it is linked into the run's folder, never copied. */
  readonly path: string;
  /** What its owner calls it; any text. */
  readonly name: string;
  readonly format: FileFormat;
}

/** One run of a statement. */
export interface QueryRequest {
  readonly statement: string;
  /** By the argument that names them in the statement: `arg1` for `{{arg1}}` or `{arg1}`. */
  readonly files: ReadonlyMap<string, QueryFile>;
  /** An empty folder for this run alone, made and removed by the caller; the result appears in it. */
  readonly folder: string;
  /** Whose run it is: callers take turns. */
  readonly caller: string;
  readonly signal: AbortSignal;
}

/** What a statement made. */
export interface QueryResult {
  /** CSV with a header, in UTF-8, in the folder of the run. */
  readonly path: string;
  readonly rows: number;
  readonly bytes: number;
  /** In order, with the names of the header and the types of the engine. */
  readonly columns: readonly ResultColumn[];
  /** Version of the engine that ran it. */
  readonly engine: string;
}

export interface ResultColumn {
  readonly name: string;
  readonly type: string;
}

/** What one run may take. A limit that is reached is an error, never a result that is cut. */
export interface QueryLimits {
  /** Wall-clock time from the start of its process [ms]. */
  readonly timeMs: number;
  /** Memory of the engine [bytes]; what it sorts and joins beyond that goes to disk, up to four times as much. */
  readonly memory: number;
  /** Rows of the result. */
  readonly rows: number;
  /** Size of the result [bytes]. */
  readonly output: number;
}
