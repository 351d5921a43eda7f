import type { Command } from 'commander';
import type { CommandIo } from './command-frame.ts';
import { inFormats } from './output-format.ts';

/** What commands are added to. */
export interface CommandHost {
  readonly program: Command;
  readonly settled: (command: Command) => Command;
  readonly does: <A extends unknown[]>(
    action: (...parameters: A) => Promise<number>,
  ) => (...parameters: A) => Promise<void>;
  readonly io: CommandIo;
}

type Option = readonly [flags: string, description: string, value?: string | boolean];

/** A command, or a group of them. */
export interface CommandRow {
  /** As it is typed: `station import <file>`; its group is in a row before it. */
  readonly usage: string;
  readonly about: string;
  /** What its arguments are, where their names do not say it. */
  readonly given?: Readonly<Record<string, string>>;
  /** Whether it prints records, in a format that is asked for. */
  readonly formats?: boolean;
  readonly options?: readonly Option[];
  readonly required?: Option;
  /** Takes the arguments, then the options; absent of a group. */
  readonly run?: (io: CommandIo, ...given: never[]) => Promise<number>;
}

/** Adds a row, below the group that its first words name. */
export function addRow({ program, settled, does, io }: CommandHost, row: CommandRow): void {
  const { run, options = [], required, given = {} } = row;
  const words = row.usage.split(' ');
  const path = words.filter((word) => /^\w/.test(word));
  const name = path.pop() ?? '';
  const command = settled(groupOf(program, path).command(name)).description(row.about);
  for (const word of words.slice(path.length + 1)) command.argument(word, given[word.slice(1, -1)]);
  if (row.formats === true) inFormats(command);
  for (const option of options) command.option(...option);
  if (required !== undefined) command.requiredOption(...required);
  if (run !== undefined) command.action(does((...values: unknown[]) => run(io, ...(values as never[]))));
}

/** The command that some words lead to. */
export function groupOf(program: Command, path: readonly string[]): Command {
  return path.reduce((group, word) => {
    const next = group.commands.find((one) => one.name() === word);
    if (next === undefined) throw new Error(`no command ${path.join(' ')}`);
    return next;
  }, program);
}
