import { once } from 'node:events';
import type { Output } from '../frame/command-frame.ts';

/**
 * Writes text from outside that has lines and a form of its own, such as CSV or JSON: to a pipe or a file as it is, to a
 * terminal without control characters, so that no value can move the cursor or colour the screen. Waits where the reader is slow.
 */
export async function writeRaw(output: Output, text: string, signal: AbortSignal): Promise<void> {
  const shown = output.isTTY === true ? text.replace(/[^\P{C}\n\t]/gu, '\uFFFD') : text;
  if (output.write(shown) === false && isStream(output)) await once(output, 'drain', { signal });
}

function isStream(output: Output): output is NodeJS.WriteStream {
  return 'once' in output;
}
