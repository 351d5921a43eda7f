import { printable } from '../../../../schemas/printable.ts';
import type { CommandIo } from '../../frame/command-frame.ts';
import { writeRaw } from '../../terminal/raw-text.ts';
import { sizeText } from '../../terminal/size-text.ts';
import { purgeAnswer } from './dataset-answers.ts';
import { DatasetService, type ServiceOptions } from './dataset-service.ts';

/** `halcyon dataset purge ID`: removes the files of a deleted dataset for good. */
export async function purgeCommand(id: string, options: ServiceOptions, io: CommandIo): Promise<number> {
  const service = await DatasetService.find(options, io);
  const path = `/dataset/${encodeURIComponent(service.usable(id))}/files`;
  const { read, text } = await service.running.ask({ method: 'DELETE', path }, purgeAnswer);
  if (options.json) {
    await writeRaw(io.stdout, `${text}\n`, io.signal);
    return 0;
  }
  const { files, filesRemoved } = read.dataset;
  for (const { name, contentSize } of files) io.stdout.write(`removed: ${printable(name)}  ${sizeText(contentSize)}\n`);
  if (files.length === 0)
    io.stdout.write(`nothing is left to remove: its files were removed at ${printable(filesRemoved)}\n`);
  return 0;
}
