import type { BufrDecoder, BufrSubset } from './bufr-decoder.ts';
import { DECODING, lastLine, type Program, runProgram } from './run-program.ts';

/**
 * A decoder that is a program: it takes a message on its standard input and writes JSON.
 *
 * @param subsetsOf finds the subsets in what it writes, or says what is wrong with it
 */
export function programDecoder(
  title: string,
  program: Program,
  subsetsOf: (output: unknown) => readonly BufrSubset[] | string,
): BufrDecoder {
  return {
    title,
    async decode(message, signal) {
      const end = await runProgram(program, message, DECODING, signal);
      if (signal.aborted) return null;
      if (typeof end === 'string') return end;
      const read = parsedOutput(end.output, lastLine(end.words));
      return typeof read === 'string' ? read : subsetsOf(read.value);
    },
  };
}

/** A decoder's output as JSON; a text says what it is instead. */
export function parsedOutput(output: Buffer, words: string): { readonly value: unknown } | string {
  try {
    return { value: JSON.parse(output.toString('utf8')) as unknown };
  } catch {
    return words || 'its output is no JSON';
  }
}

/**
 * What stands in nested lists and objects, in its order. Decoders nest by scope and by sequence, hundreds deep, so that
 * nothing here calls itself.
 *
 * @param visit is given every object, and says what in it is to be looked at too
 */
export function walkNested(from: unknown, visit: (object: Readonly<Record<string, unknown>>) => unknown): void {
  const waiting: unknown[] = [from];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (Array.isArray(next)) for (let k = next.length - 1; k >= 0; k--) waiting.push(next[k]);
    else if (typeof next === 'object' && next !== null) {
      const inside = visit(next as Readonly<Record<string, unknown>>);
      if (inside !== undefined) waiting.push(inside);
    }
  }
}

/** A value of a decoder; texts without the blanks and the set bits that fill them up. */
export function decodedValue(value: unknown): number | string | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string') return null;
  const text = value.replace(/[\0\s\u00ff\ufffd]+$/u, '').trim();
  return text === '' ? null : text;
}
