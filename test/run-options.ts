import { type ParseArgsConfig, parseArgs } from 'node:util';
import { messageOf } from '../schemas/errors.ts';

/** Values of options, as `parseArgs` gives them. */
type Values = Readonly<Record<string, unknown>>;

/** The options of a script that people run, read as by `parseArgs`; where they cannot be, it says why and ends the process. */
export function runOptions<T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config);
  } catch (cause) {
    return refuse(messageOf(cause).replaceAll('\n', ' '));
  }
}

/** The whole number, from 1 on, that an option gives; any other ends the process. */
export function countOf(values: Values, name: string): number {
  const count = Number(values[name]);
  if (Number.isSafeInteger(count) && count >= 1) return count;
  return refuse(`--${name} is '${String(values[name])}', should be a whole number from 1 on`);
}

/** The number above 0 that an option gives; any other ends the process. */
export function amountOf(values: Values, name: string): number {
  const amount = Number(values[name]);
  if (Number.isFinite(amount) && amount > 0) return amount;
  return refuse(`--${name} is '${String(values[name])}', should be a number above 0`);
}

/** Says in a line what is wrong with the options and ends the process with 2. */
export function refuse(what: string): never {
  console.error(what);
  process.exit(2);
}
