import type { Argument, Command, Option } from 'commander';
import { VERDICT_STATES } from '../../../schemas/anomaly.ts';
import { DATASET_STATES } from '../../../schemas/dataset.ts';
import { OVERRIDE_CLASSES, RULE_KINDS } from '../../../schemas/expert-rule.ts';
import { FAULT_KINDS, FAULT_STATES } from '../../../schemas/fault.ts';
import { CHECK_NAMES, SPATIAL_METHOD_NAMES, TEMPORAL_METHOD_NAMES } from '../../../schemas/judgement-configuration.ts';
import { PARTS } from '../../../schemas/parts.ts';
import { VARIABLES } from '../../../schemas/variables.ts';
import { ROLES } from '../../access/roles.ts';
import { FAIL_ON } from '../detector/fail-on.ts';
import { OUTPUT_FORMATS } from '../frame/output-format.ts';
import { SHELLS } from './shells.ts';

/** What can stand in a place: a path, one of some words, a list of them with commas, or what nobody can guess. */
export type Filling =
  | { readonly kind: 'path' | 'text' }
  | { readonly kind: 'word' | 'list'; readonly words: readonly string[] };

/** An option of a command. */
export interface CompletedOption {
  /** `--help`, `-h`. */
  readonly names: readonly string[];
  readonly description: string;
  /** Its value; null where it has none. */
  readonly value: Filling | null;
}

/** A command, as shells complete it. */
export interface CompletedCommand {
  /** Words that lead to it: `halcyon dataset upload`. */
  readonly place: string;
  readonly description: string;
  readonly commands: readonly { readonly name: string; readonly description: string }[];
  readonly options: readonly CompletedOption[];
  readonly argument: Filling | null;
}

/** Words of the options that take some words only: of an option wherever it is, or of a command's own. */
export const WORDS_OF_OPTIONS: Readonly<Record<string, Extract<Filling, { words: readonly string[] }>>> = {
  '--only': { kind: 'list', words: PARTS },
  '--temporal-method': { kind: 'word', words: TEMPORAL_METHOD_NAMES },
  '--spatial-method': { kind: 'word', words: SPATIAL_METHOD_NAMES },
  '--variable': { kind: 'word', words: VARIABLES },
  '--variables': { kind: 'list', words: VARIABLES },
  '--checks': { kind: 'list', words: CHECK_NAMES },
  '--verdicts': { kind: 'word', words: ['last', 'first'] },
  '--kind': { kind: 'word', words: RULE_KINDS },
  '--state': { kind: 'word', words: DATASET_STATES },
  '--role': { kind: 'word', words: ROLES },
  '--format': { kind: 'word', words: OUTPUT_FORMATS },
  '--fail-on': { kind: 'word', words: FAIL_ON },
  '--class': { kind: 'word', words: OVERRIDE_CLASSES },
  '--method': { kind: 'word', words: TEMPORAL_METHOD_NAMES },
  '--units': { kind: 'word', words: ['own', 'si'] },
  '--revisions': { kind: 'word', words: ['last', 'all'] },
  '--open': { kind: 'word', words: ['true', 'false'] },
  '--rejected': { kind: 'word', words: ['true', 'false'] },
  'halcyon anomaly list --state': { kind: 'word', words: VERDICT_STATES },
  'halcyon fault list --state': { kind: 'word', words: FAULT_STATES },
  'halcyon fault list --kind': { kind: 'word', words: FAULT_KINDS },
};

/** What values and arguments are called that are paths. */
const PATHS = /^<?\[?(file|folder|path|source|where)\b/;
/** Of arguments that take some words only, by their names. */
const WORDS_OF_ARGUMENTS: Readonly<Record<string, readonly string[]>> = { shell: SHELLS };

/**
 * A command and all below it, as they are defined.
 *
 * @param place words that lead to it, its own name included
 */
export function completedCommands(command: Command, place = command.name()): CompletedCommand[] {
  const { commands } = command;
  const own: CompletedCommand = {
    place,
    description: command.description(),
    commands: commands.map((each) => ({ name: each.name(), description: each.description() })),
    options: command
      .createHelp()
      .visibleOptions(command)
      .map((option) => completedOption(option, place)),
    argument: fillingOf(command.registeredArguments[0]),
  };
  return [own, ...commands.flatMap((each) => completedCommands(each, `${place} ${each.name()}`))];
}

function completedOption(option: Option, place: string): CompletedOption {
  const names = [option.short, option.long].filter((name) => name !== undefined && name !== null);
  const takes = option.required || option.optional;
  return { names, description: option.description, value: takes ? fillingOfValue(option, place) : null };
}

function fillingOfValue({ long, flags }: Option, place: string): Filling {
  const words = WORDS_OF_OPTIONS[`${place} ${long}`] ?? WORDS_OF_OPTIONS[long ?? ''];
  if (words !== undefined) return words;
  return { kind: PATHS.test(flags.split(' ').at(-1) ?? '') ? 'path' : 'text' };
}

function fillingOf(argument: Argument | undefined): Filling | null {
  if (argument === undefined) return null;
  const words = WORDS_OF_ARGUMENTS[argument.name()];
  if (words !== undefined) return { kind: 'word', words };
  return { kind: PATHS.test(argument.name()) ? 'path' : 'text' };
}
