import { messageOf } from '../../../schemas/errors.ts';

/** Longest message of the engine that is passed on [characters]: a statement can make its own. */
const LONGEST = 2_000;

/**
 * The engine's message for the author of a statement: without what this server adds to it.
 *
 * @param hidden paths of the server with what stands for each, longer ones first
 */
export function readableMessage(error: unknown, hidden: readonly (readonly [path: string, instead: string])[]): string {
  const [text] = messageOf(error)
    .replace(/^Failed to [a-z ]+: /, '')
    .split('Stack Trace:');
  const plain = hidden.reduce((held, [path, instead]) => held.replaceAll(path, instead), text.trimEnd());
  return plain.length > LONGEST ? `${plain.slice(0, LONGEST)}…` : plain;
}

/**
 * A message about a statement that stood one line further down, with the line that its author knows; the caret below
 * stays where it is.
 */
export function oneLineUp(message: string): string {
  return message.replace(/^LINE (\d+): /gm, (head, line: string) => `LINE ${Number(line) - 1}: `.padEnd(head.length));
}
