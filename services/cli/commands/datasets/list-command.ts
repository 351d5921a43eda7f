import { z } from 'zod';
import { DATASET_STATES, DATASET_TYPES } from '../../../../schemas/dataset.ts';
import { HalcyonError } from '../../../../schemas/errors.ts';
import { datasetTypes } from '../../../datasets/graphs/dataset-types.ts';
import { DISTRIBUTION } from '../../../datasets/graphs/labels.ts';
import { answerColumns } from '../../../http/formats/answer-columns.ts';
import type { CommandIo } from '../../frame/command-frame.ts';
import { limitOf } from '../../frame/limit-option.ts';
import { type FormatOptions, formatOf } from '../../frame/output-format.ts';
import { printRecords } from '../../terminal/print-records.ts';
import { writeRaw } from '../../terminal/raw-text.ts';
import { recordLines, type ShownColumn } from '../../terminal/record-lines.ts';
import { type ListedDataset, listAnswer } from './dataset-answers.ts';
import { DatasetService, type ServiceOptions } from './dataset-service.ts';
import { propertyText } from './property-text.ts';

export interface ListOptions extends Omit<ServiceOptions, 'json'>, FormatOptions {
  readonly state?: string;
  readonly type: readonly string[];
  readonly limit?: string;
}

/** Datasets that are asked for at once: each comes with its whole description. */
const PAGE = 100;
/** More lines than anybody reads, and a table that still fits into memory. */
const MOST = 100_000;

const datasetShape = z.object({
  id: z.string(),
  name: z.string(),
  state: z.string(),
  types: z.array(z.string()),
  files: z.int(),
});
type DatasetRow = z.output<typeof datasetShape>;

const TABLE: readonly ShownColumn[] = [
  { of: 'id', title: 'ID' },
  { of: 'name', title: 'Name', shrinks: 1 },
  { of: 'state', title: 'State' },
  { of: 'types', title: 'Types', leaves: 2 },
  { of: 'files', title: 'Files', align: 'right', leaves: 1 },
];

/** `halcyon dataset list`: all datasets that are not deleted, or those in a state, of some types. */
export async function listCommand(options: ListOptions, io: CommandIo): Promise<number> {
  const { state, type: types } = options;
  const format = formatOf(options);
  if (state !== undefined) assertOneOf('--state', state, DATASET_STATES);
  for (const type of types) assertOneOf('--type', type, DATASET_TYPES);
  const limit = options.limit === undefined ? MOST : limitOf(options.limit, MOST);
  const service = await DatasetService.find(options, io);
  const rows: DatasetRow[] = [];
  const left: string[] = state === undefined ? DATASET_STATES.filter((name) => name !== 'Deleted') : [state];
  let cursor: string | null = null;
  while (left.length > 0 && rows.length < limit) {
    const page = String(Math.min(PAGE, limit - rows.length));
    const query: URLSearchParams = new URLSearchParams({
      state: left[0],
      limit: page,
      ...(cursor !== null && { cursor }),
    });
    for (const type of types) query.append('type', type);
    const { read, text } = await service.running.ask({ method: 'GET', path: `/dataset?${query}` }, listAnswer);
    if (format === 'json') await writeRaw(io.stdout, `${text}\n`, io.signal);
    rows.push(...read.datasets.map(rowOf));
    cursor = read.next ?? null;
    if (cursor === null) left.shift();
  }
  if (format !== 'json') {
    const columns = answerColumns<DatasetRow>(datasetShape);
    const lines = (width: number) => (rows.length === 0 ? ['no datasets'] : recordLines(columns, TABLE, rows, width));
    await printRecords(format, { document: rows, rows, columns, lines }, io);
  }
  if (left.length > 0) io.stderr.write(`these are the first ${limit}; a larger --limit shows more, if there are\n`);
  return 0;
}

function rowOf({ '@id': id, name, status, distribution }: ListedDataset): DatasetRow {
  const files = distributionNodes(distribution);
  return { id, name: propertyText(name), state: status, types: [...typesOf(files)], files: files.length };
}

type Distribution = readonly Readonly<Record<string, unknown>>[];

function distributionNodes(distribution: unknown): Distribution {
  const nodes = Array.isArray(distribution) ? distribution : [];
  return nodes.filter((node): node is Distribution[number] => typeof node === 'object' && node !== null);
}

/** Types of a dataset as far as its files say them: lists have no labels of nodes. */
function typesOf(files: Distribution): readonly string[] {
  const nodes = files.map((properties, at) => ({ '@id': at, labels: [], properties }));
  const edges = nodes.map((node) => ({ from: '', to: node['@id'], labels: [DISTRIBUTION] }));
  return datasetTypes({ nodes, edges }, '');
}

function assertOneOf(option: string, given: string, words: readonly string[]): void {
  if (words.includes(given)) return;
  throw new HalcyonError('invalid_parameter', `${option} is '${given}', should be one of ${words.join(', ')}`);
}
