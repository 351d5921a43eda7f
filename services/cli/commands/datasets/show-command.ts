import { z } from 'zod';
import { datasetTypes, distributionOf } from '../../../datasets/graphs/dataset-types.ts';
import { isNetworkAddress } from '../../../datasets/networks/network-address.ts';
import { answerColumns } from '../../../http/formats/answer-columns.ts';
import type { CommandIo } from '../../frame/command-frame.ts';
import { type FormatOptions, formatOf } from '../../frame/output-format.ts';
import { printRecords } from '../../terminal/print-records.ts';
import { writeRaw } from '../../terminal/raw-text.ts';
import { sizeText } from '../../terminal/size-text.ts';
import { type Column, tableLines } from '../../terminal/table-lines.ts';
import type { ShownDataset } from './dataset-answers.ts';
import { DatasetService } from './dataset-service.ts';
import { propertyText } from './property-text.ts';

/** Properties that are shown, with what people call them. */
const PROPERTIES = [
  ['name', 'name'],
  ['description', 'description'],
  ['license', 'license'],
  ['keywords', 'keywords'],
  ['archivedAt', 'archived at'],
  ['temporalCoverage', 'covers'],
] as const;

const FILE_COLUMNS: readonly Column[] = [
  { title: 'File', shrinks: 1 },
  { title: 'Size', align: 'right' },
  { title: 'Format', leaves: 2 },
  { title: 'SHA-256', leaves: 1 },
];
const TABLE_COLUMNS: readonly Column[] = [{ title: 'Table' }, { title: 'Address' }];
const LABEL_WIDTH = 13;

export interface ShowOptions extends FormatOptions {
  readonly url?: string;
}

/** A file of a dataset, or a table of a network, as CSV has them. */
const fileShape = z.object({
  name: z.string(),
  url: z.string(),
  size: z.int().nullable(),
  format: z.string(),
  sha256: z.string(),
});
type FileRow = z.output<typeof fileShape>;

/** `halcyon dataset show ID`: what is known of a dataset; JSON is the answer of the service, CSV has the files. */
export async function showCommand(id: string, options: ShowOptions, io: CommandIo): Promise<number> {
  const format = formatOf(options);
  const { read, text } = await (await DatasetService.find(options, io)).dataset(id);
  if (format === 'json') {
    await writeRaw(io.stdout, `${text}\n`, io.signal);
    return 0;
  }
  const lines = (width: number) => [...linesOf(read), '', ...fileLines(read, width)];
  const columns = answerColumns<FileRow>(fileShape);
  await printRecords(format, { document: read, rows: fileRows(read), columns, lines }, io);
  return 0;
}

function fileRows(dataset: ShownDataset): FileRow[] {
  const files = dataset.files.map(({ name, contentUrl, contentSize, encodingFormat, sha256 }) => ({
    name,
    url: contentUrl,
    size: contentSize,
    format: propertyText(encodingFormat),
    sha256,
  }));
  const tables = tablesOf(dataset).map(({ properties: { name, contentUrl } }) => ({
    name: propertyText(name),
    url: propertyText(contentUrl),
    size: null,
    format: '',
    sha256: '',
  }));
  return files.length > 0 ? files : tables;
}

/** The tables of a network, which are not files. */
function tablesOf(dataset: ShownDataset) {
  return distributionOf(dataset, dataset['@id']).filter((node) => isNetworkAddress(node.properties['contentUrl']));
}

function linesOf(dataset: ShownDataset): string[] {
  const { '@id': id, status, statusHistory, provenance } = dataset;
  const rows: [label: string, value: unknown][] = [['id', id]];
  for (const [property, label] of PROPERTIES) rows.push([label, dataset[property]]);
  rows.push(['types', datasetTypes(dataset, id)], ['state', status]);
  for (const { status: state, since } of statusHistory) rows.push(['', `${state} since ${since}`]);
  if (provenance !== undefined) {
    const { software, by, pattern, statement, inputs } = provenance;
    rows.push(['made by', `${software.name} ${software.version}${by === null ? '' : ` for ${by}`}`]);
    rows.push(['pattern', pattern], ['statement', statement]);
    for (const { argument, contentUrl } of inputs) rows.push([`{{${argument}}}`, contentUrl]);
  }
  return rows
    .map(([label, value]) => [label, propertyText(value)])
    .filter(([, text]) => text !== '')
    .map(([label, text]) => label.padEnd(LABEL_WIDTH) + text);
}

/** The files of a dataset; of a network its tables, which are no files. */
function fileLines(dataset: ShownDataset, width: number): readonly string[] {
  const { files } = dataset;
  if (files.length > 0) {
    const rows = files.map(({ name, contentSize, encodingFormat, sha256 }) => [
      propertyText(name),
      sizeText(contentSize),
      propertyText(encodingFormat),
      propertyText(sha256),
    ]);
    return tableLines(FILE_COLUMNS, rows, width);
  }
  const tables = tablesOf(dataset);
  if (tables.length === 0) return ['no files'];
  const rows = tables.map(({ properties: { name, contentUrl } }) => [propertyText(name), propertyText(contentUrl)]);
  return tableLines(TABLE_COLUMNS, rows, width);
}
