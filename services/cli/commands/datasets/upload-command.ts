import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import { HalcyonError, type Problem } from '../../../../schemas/errors.ts';
import { printable } from '../../../../schemas/printable.ts';
import { unusableId } from '../../../datasets/dataset-id.ts';
import { unusableFileName } from '../../../datasets/uploads/file-name.ts';
import type { CommandIo } from '../../frame/command-frame.ts';
import { progressLine } from '../../terminal/progress-line.ts';
import { writeRaw } from '../../terminal/raw-text.ts';
import { sizeText } from '../../terminal/size-text.ts';
import { uploadAnswer } from './dataset-answers.ts';
import { DatasetService, type ServiceOptions } from './dataset-service.ts';
import { openUploadForm, unreadableFile } from './upload-form.ts';

export interface UploadOptions extends ServiceOptions {
  /** Id of the dataset; a new one where it is not given. */
  readonly dataset?: string;
}

/** Characters of a name that the line of progress shows. */
const SHOWN_NAME = 30;

/** `halcyon dataset upload FILE...`: files of a dataset to the scratchpad, one after the other. */
export async function uploadCommand(paths: readonly string[], options: UploadOptions, io: CommandIo): Promise<number> {
  const { dataset = randomUUID(), json } = options;
  await assertUploadable(dataset, paths);
  const service = await DatasetService.find(options, io);
  for (const path of paths) {
    const { text, read } = await uploaded(service, dataset, path, io);
    const { id, name, contentSize, sha256 } = read.dataset;
    if (json) await writeRaw(io.stdout, `${text}\n`, io.signal);
    else io.stdout.write(`${[id, name, `${contentSize} B`, sha256].map(printable).join('  ')}\n`);
  }
  return 0;
}

async function uploaded(service: DatasetService, dataset: string, path: string, io: CommandIo) {
  const name = basename(path);
  const shown = name.length > SHOWN_NAME ? `${name.slice(0, SHOWN_NAME)}…` : name;
  const progress = progressLine(io.stderr, shown, sizeText);
  const form = await openUploadForm(path, { dataset, name }, (done, total) => progress.update(done, total));
  try {
    const { headers, body } = form;
    const answer = await service.running.ask({ method: 'POST', path: '/data-workflow', headers, body }, uploadAnswer);
    const { sha256 } = answer.read.dataset;
    if (sha256 === form.sha256()) return answer;
    const message = `the service has other bytes of ${path} than were sent (SHA-256 ${sha256}, not ${form.sha256()}); upload it again`;
    throw new HalcyonError('storage_unavailable', message);
  } finally {
    progress.stop();
    await form.close();
  }
}

/** Says everything that is wrong before anything is sent. */
async function assertUploadable(dataset: string, paths: readonly string[]): Promise<void> {
  const problems: Problem[] = [];
  const problem = (msg: string) => problems.push({ loc: [], msg, type: 'value_error' });
  const why = unusableId(dataset);
  if (why !== null) problem(`--dataset '${dataset}' ${why}`);
  const names = new Map<string, string>();
  for (const path of paths) {
    if (path === '-') {
      problem("'-' is not taken: an upload says how large it is before it begins; give the path of a file");
      continue;
    }
    const name = basename(path);
    const other = names.get(name);
    if (other !== undefined) problem(`${other} and ${path} have the same name; each file of a dataset has its own`);
    names.set(name, path);
    const [unreadable, unusable] = [await unreadableFile(path), unusableFileName(name)];
    if (unreadable !== null) problem(unreadable);
    else if (unusable !== null) problem(`the name of ${path} ${unusable}`);
  }
  if (problems.length === 0) return;
  throw new HalcyonError('invalid_parameter', problems.map(({ msg }) => msg).join('; '), { problems });
}
