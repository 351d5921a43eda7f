/** A file of a dataset as its description has it. */
interface DescribedFile {
  readonly '@id': string;
  readonly name: string;
  readonly contentUrl?: string;
  readonly encodingFormat?: string;
}

/** A column that a dataset describes. */
export interface DescribedField {
  readonly name: string;
  readonly dataType?: string | readonly string[];
  readonly description?: string;
}

/** A dataset as lists have it: its description in the words of Croissant, with its state. */
export interface ListedDataset {
  readonly '@id': string;
  readonly name?: string;
  readonly description?: string;
  readonly status: DatasetState;
  readonly distribution: readonly DescribedFile[];
  readonly recordSet: readonly { readonly name?: string; readonly field?: readonly DescribedField[] }[];
}

/** A file as it was found. */
interface FoundFile {
  readonly name: string;
  readonly contentUrl: string;
  readonly contentSize: number;
  readonly sha256: string;
  readonly encodingFormat: string;
}

/** One dataset with all that is known of it; a network has no files of its own. */
export interface WholeDataset extends ListedDataset {
  readonly statusHistory?: readonly { readonly status: DatasetState; readonly since: string }[];
  readonly files?: readonly FoundFile[];
  /** Whether who asks may change it, as far as it is theirs; absent of a network. */
  readonly mayChange?: boolean;
  /** How a query made it. */
  readonly provenance?: { readonly statement: string; readonly by: string | null };
}

/** States that are listed, the finished ones first. */
export const LISTED_STATES = ['Ready', 'Loaded', 'Staged'] as const;
export type DatasetState = (typeof LISTED_STATES)[number] | 'Deleted';

/** A file that a query can read. */
export interface QueriedFile {
  /** Id of its dataset, and what that is called. */
  readonly dataset: string;
  readonly title: string;
  readonly name: string;
  readonly contentUrl: string;
  readonly encodingFormat: string;
}

/** Media types of files that a query reads. */
const TABULAR =
  /^(text\/(csv|tab-separated-values)|application\/(jsonl|x-ndjson|x-jsonlines|x-parquet|vnd\.apache\.parquet))$/;
/** Of a network a query reads so much at first [ms]. */
const DAY_MS = 86_400_000;

/** The files of a dataset that a query can read: of a network those of its last day. */
export function queriedFiles(dataset: ListedDataset & Pick<WholeDataset, 'files'>): QueriedFile[] {
  const { '@id': id, name: title = id, distribution, files } = dataset;
  const described = distribution.flatMap(({ name, contentUrl = '', encodingFormat = '' }) =>
    contentUrl === '' ? [] : [{ name, contentUrl: lastDay(contentUrl), encodingFormat }],
  );
  return (files ?? described)
    .filter(({ encodingFormat }) => TABULAR.test(encodingFormat))
    .map(({ name, contentUrl, encodingFormat }) => ({ dataset: id, title, name, contentUrl, encodingFormat }));
}

/** The address of a table of a network, for the last day that it names; another address is as it was. */
function lastDay(contentUrl: string): string {
  const found = /^(halcyon:.*\?)from=([^&]*)&to=([^&]*)$/.exec(contentUrl);
  if (found === null) return contentUrl;
  const [, place, from, to] = found;
  const begin = Math.max(Date.parse(from), Date.parse(to) - DAY_MS);
  return `${place}from=${new Date(begin).toISOString().slice(0, 19)}Z&to=${to}`;
}
