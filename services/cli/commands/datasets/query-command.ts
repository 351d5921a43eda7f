import { HalcyonError } from '../../../../schemas/errors.ts';
import type { DatasetGraph } from '../../../../schemas/http/datasets/property-graph.ts';
import { printable } from '../../../../schemas/printable.ts';
import { OUTPUT, SQL_OPERATOR } from '../../../datasets/graphs/labels.ts';
import type { CommandIo } from '../../frame/command-frame.ts';
import { writeRaw, writeRawPieces } from '../../terminal/raw-text.ts';
import { patternAnswer } from './dataset-answers.ts';
import { DatasetService } from './dataset-service.ts';
import { graphText } from './graph-file.ts';
import { queriedFile } from './queried-file.ts';
import type { GraphOptions } from './register-command.ts';
import { querying } from './request-graphs.ts';
import { checkOutput, saveRows } from './save-rows.ts';

export interface QueryOptions extends GraphOptions {
  /** Name of the dataset that the query makes. */
  readonly name?: string;
  /** File for the rows; standard output where it is not given. */
  readonly output?: string;
}

const DEFAULT_NAME = 'output';
/** Name of the file that a query makes. */
const RESULT = 'output.csv';

/** `halcyon dataset query STATEMENT ID[/FILE]...`: rows on standard output, the id of their dataset on standard error. */
export async function queryCommand(
  statement: string | undefined,
  files: readonly string[],
  options: QueryOptions,
  io: CommandIo,
): Promise<number> {
  const { graph: path, name, output, json } = options;
  if (path !== undefined && (statement !== undefined || name !== undefined)) {
    const message = '--graph sends a pattern as it is: a statement, files and --name cannot be given beside it';
    throw new HalcyonError('invalid_parameter', message);
  }
  if (path === undefined) assertQuery(statement, files);
  if (output !== undefined) await checkOutput(output, 'without --output the rows go to standard output');
  const given = path === undefined ? null : await graphText(path, io);
  const service = await DatasetService.find(options, io);
  const graph = given ?? JSON.stringify(await patternOf());
  const { read, text } = await service.running.send('POST', '/polyglot/query', graph, patternAnswer);
  const made = madeDatasets(read.ap);
  for (const id of made) io.stderr.write(`dataset ${printable(id)}\n`);
  if (json) await writeRaw(io.stdout, `${text}\n`, io.signal);
  if (json && output === undefined) return 0;
  const last = made.at(-1);
  if (last === undefined) throw new HalcyonError('not_found', 'the pattern has no output whose rows could be shown');
  const rows = service.file(last, RESULT);
  if (output === undefined) await writeRawPieces(io.stdout, rows, io.signal);
  else await saveRows(output, rows);
  return 0;

  async function patternOf(): Promise<DatasetGraph> {
    const queried = await Promise.all(files.map((file) => queriedFile(service, file)));
    return querying(String(statement), queried, name ?? DEFAULT_NAME, io);
  }
}

function assertQuery(statement: string | undefined, files: readonly string[]): void {
  if (statement === undefined || statement.trim() === '') {
    const message = "the statement is missing, such as 'SELECT * FROM {{arg1}}'; or give a pattern by --graph FILE";
    throw new HalcyonError('invalid_parameter', message);
  }
  if (files.length > 0) return;
  const message = 'the files are missing: ID/FILE of what {{arg1}} stands for, ID where the dataset has one file';
  throw new HalcyonError('invalid_parameter', message);
}

/** Ids of the datasets that the steps of a query have made, in the order of the steps. */
function madeDatasets({ nodes, edges }: DatasetGraph): string[] {
  const stepOf = (properties: Readonly<Record<string, unknown>>) => Number(properties['Step'] ?? 0) || 0;
  return nodes
    .filter(({ labels }) => labels.includes(SQL_OPERATOR))
    .sort((one, other) => stepOf(one.properties) - stepOf(other.properties))
    .flatMap((operator) => edges.filter(({ from, labels }) => from === operator['@id'] && labels.includes(OUTPUT)))
    .map(({ to }) => String(to));
}
