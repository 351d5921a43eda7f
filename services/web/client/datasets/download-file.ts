import { problemWords } from '../dom/problem-line.ts';
import { saveFile } from '../dom/save-file.ts';
import { message } from '../messages/message.ts';
import type { Context } from '../shell/context.ts';

/** Saves a file of a dataset. @param said where it is told how it goes */
export async function downloadFile(
  { api, left }: Pick<Context, 'api' | 'left'>,
  dataset: string,
  name: string,
  said: HTMLElement,
): Promise<void> {
  said.textContent = message('data.downloading');
  try {
    const path = `/dmm/api/v1/dataset/${encodeURIComponent(dataset)}/file/${encodeURIComponent(name)}`;
    saveFile(await (await api.open(path, {}, left)).blob(), name);
    said.textContent = message('report.saved', { file: name });
  } catch (error) {
    if (!left.aborted) said.textContent = problemWords(error);
  }
}
