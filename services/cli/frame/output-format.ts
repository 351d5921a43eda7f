import type { Command } from 'commander';
import { HalcyonError } from '../../../schemas/errors.ts';

/** How a command prints records: a table for people, JSON, or CSV with a line of names. */
export const OUTPUT_FORMATS = ['table', 'json', 'csv'] as const;
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];

/** What the command line says of the format. */
export interface FormatOptions {
  readonly format?: string;
  /** The same as `--format json`. */
  readonly json?: boolean;
}

/** The option, flags and description. */
export const FORMAT_OPTION = ['--format <format>', `${OUTPUT_FORMATS.join(', ')} (default: table)`] as const;

/** Gives a command that prints records its options for the format. */
export function inFormats(command: Command): Command {
  return command.option(...FORMAT_OPTION).option('--json', 'the same as --format json', false);
}

/**
 * The format that the command line asks for.
 *
 * @throws HalcyonError `invalid_parameter` for one that is not a format, or two different ones
 */
export function formatOf({ format, json = false }: FormatOptions): OutputFormat {
  if (format === undefined) return json ? 'json' : 'table';
  const known = OUTPUT_FORMATS.find((one) => one === format);
  if (known === undefined) {
    const msg = `--format is '${format}', should be one of ${OUTPUT_FORMATS.join(', ')}`;
    throw new HalcyonError('invalid_parameter', msg);
  }
  if (!json || known === 'json') return known;
  throw new HalcyonError('invalid_parameter', `--json and --format ${known} exclude each other`);
}
