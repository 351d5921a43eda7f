import { HalcyonError } from '../../../../schemas/errors.ts';
import { printable } from '../../../../schemas/printable.ts';
import { unusableId } from '../../../datasets/dataset-id.ts';
import { isDataset } from '../../../datasets/graphs/labels.ts';
import { unusableFileName } from '../../../datasets/uploads/file-name.ts';
import type { CommandIo } from '../../frame/command-frame.ts';
import { writeRaw } from '../../terminal/raw-text.ts';
import { patternAnswer } from './dataset-answers.ts';
import { DatasetService, type ServiceOptions } from './dataset-service.ts';
import { graphText } from './graph-file.ts';
import { deletion, loading, registration } from './request-graphs.ts';

export interface GraphOptions extends ServiceOptions {
  /** Path of a property graph that is sent as it is; `-` is standard input. */
  readonly graph?: string;
}

export interface RegisterOptions extends GraphOptions {
  readonly name?: string;
  readonly description?: string;
  readonly license?: string;
  readonly keyword: readonly string[];
  readonly file: readonly string[];
}

/** `halcyon dataset register ID`: makes a dataset known, whose files are on the scratchpad. */
export async function registerCommand(
  id: string | undefined,
  options: RegisterOptions,
  io: CommandIo,
): Promise<number> {
  const { graph, name, description, license, keyword, file, ...rest } = options;
  const described = [name, description, license, ...keyword, ...file].some((text) => text !== undefined);
  if (graph !== undefined) {
    if (id !== undefined || described) throw exclusive('ID, --name, --description, --license, --keyword and --file');
    return sendGraph('register', await graphText(graph, io), rest, io);
  }
  const dataset = givenId(id);
  if (name === undefined || name.trim() === '') {
    throw new HalcyonError(
      'invalid_parameter',
      'the name is missing: give --name NAME, or a whole graph by --graph FILE',
    );
  }
  assertFileNames(file);
  const properties = {
    name,
    ...(description !== undefined && { description }),
    ...(license !== undefined && { license }),
    ...(keyword.length > 0 && { keywords: keyword }),
    datePublished: new Date(io.now()).toISOString().slice(0, 10),
  };
  const made = registration(dataset, properties, file, io);
  return sendGraph('register', JSON.stringify(made), rest, io);
}

/** `halcyon dataset load ID`: moves its files from the scratchpad to permanent storage. */
export async function loadCommand(id: string | undefined, options: GraphOptions, io: CommandIo): Promise<number> {
  const { graph, ...rest } = options;
  if (graph !== undefined && id !== undefined) throw exclusive('ID');
  const text = graph === undefined ? JSON.stringify(loading(givenId(id), io)) : await graphText(graph, io);
  return sendGraph('load', text, rest, io);
}

/** `halcyon dataset delete ID`: marks it as deleted; its files stay until it is purged. */
export function deleteCommand(id: string, options: ServiceOptions, io: CommandIo): Promise<number> {
  return sendGraph('update', JSON.stringify(deletion(givenId(id), io)), options, io);
}

/** Sends the graph of a request and prints which dataset it was about, with the state that it now has. */
async function sendGraph(
  process: 'register' | 'load' | 'update',
  graph: string,
  options: ServiceOptions,
  io: CommandIo,
): Promise<number> {
  const service = await DatasetService.find(options, io);
  const method = process === 'register' ? 'POST' : 'PUT';
  const { read, text } = await service.running.send(method, `/dataset/${process}`, graph, patternAnswer);
  if (options.json) {
    await writeRaw(io.stdout, `${text}\n`, io.signal);
    return 0;
  }
  for (const { '@id': id } of read.ap.nodes.filter(isDataset)) {
    const { status } = (await service.dataset(String(id))).read;
    io.stdout.write(`${[String(id), status].map(printable).join('  ')}\n`);
  }
  return 0;
}

function givenId(id: string | undefined): string {
  if (id === undefined) {
    throw new HalcyonError(
      'invalid_parameter',
      'the id of the dataset is missing: give it, or a graph by --graph FILE',
    );
  }
  const why = unusableId(id);
  if (why !== null) throw new HalcyonError('invalid_parameter', `the dataset '${id}' ${why}`);
  return id;
}

function assertFileNames(names: readonly string[]): void {
  for (const [at, name] of names.entries()) {
    const why = unusableFileName(name) ?? (names.indexOf(name) < at ? 'should be given once' : null);
    if (why !== null) throw new HalcyonError('invalid_parameter', `--file '${name}' ${why}`);
  }
}

function exclusive(what: string): HalcyonError {
  return new HalcyonError('invalid_parameter', `--graph sends a graph as it is: ${what} cannot be given beside it`);
}
