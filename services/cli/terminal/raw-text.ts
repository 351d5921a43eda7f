import { once } from 'node:events';
import { StringDecoder } from 'node:string_decoder';
import type { Output } from '../frame/command-frame.ts';

/**
 * Writes text from outside that has lines and a form of its own, such as CSV or JSON: to a pipe or a file as it is, to a
 * terminal without control characters, so that no value can move the cursor or colour the screen. Waits where the reader is slow.
 */
export async function writeRaw(output: Output, text: string, signal: AbortSignal): Promise<void> {
  const shown = output.isTTY === true ? text.replace(/[^\P{C}\n\t]/gu, '\uFFFD') : text;
  await written(output, shown, signal);
}

/** The same for text in pieces, in UTF-8; to a pipe or a file any bytes. */
export async function writeRawPieces(
  output: Output,
  pieces: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<void> {
  const decoder = output.isTTY === true ? new StringDecoder('utf8') : null;
  for await (const piece of pieces) {
    if (decoder === null) await written(output, piece, signal);
    else await writeRaw(output, decoder.write(Buffer.from(piece)), signal);
  }
}

async function written(output: Output, some: string | Uint8Array, signal: AbortSignal): Promise<void> {
  if (output.write(some) === false && isStream(output)) await once(output, 'drain', { signal });
}

function isStream(output: Output): output is NodeJS.WriteStream {
  return 'once' in output;
}
