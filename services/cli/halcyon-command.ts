import { Command, CommanderError } from 'commander';
import { HalcyonError } from '../../schemas/errors.ts';
import { PACKAGE_VERSION } from '../../schemas/package-version.ts';
import { printable } from '../../schemas/printable.ts';
import type { CommandIo } from './frame/command-frame.ts';
import { addRow } from './frame/command-table.ts';
import { HALCYON_COMMANDS } from './halcyon-commands.ts';

/** The log of the system and the findings of the doctor tell of unknown settings; shells run the completion at their start. */
const WARN_THEMSELVES: ReadonlySet<string> = new Set(['run', 'doctor', 'completion']);

/** The command `halcyon`: runs the system and works on its stores. */
export async function halcyonCommand(argv: readonly string[], io: CommandIo): Promise<number> {
  if (argv[0] === 'detect') return (await import('./detector/detect-command.ts')).detectCommand(argv.slice(1), io);
  let code = 0;
  const does =
    <A extends unknown[]>(action: (...parameters: A) => Promise<number>) =>
    async (...parameters: A) => {
      code = await action(...parameters);
    };
  const program = new Command('halcyon');
  const settled = (command: Command) =>
    command.exitOverride().configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: () => undefined,
    });
  settled(program)
    .description('watches networks of weather stations and tells sensor failures from weather')
    .version(PACKAGE_VERSION)
    .hook('preAction', async (_, action) => {
      if (!WARN_THEMSELVES.has(action.name())) await warnOfSettings(io);
    });
  for (const row of HALCYON_COMMANDS) {
    if (typeof row === 'function') row({ program, settled, does, io });
    else addRow({ program, settled, does, io }, row);
  }
  program.command('detect').description('analyse history: the command anomaly-detector').allowUnknownOption();

  // Whoever types the name alone wants to know what there is.
  if (argv.length === 0) {
    program.outputHelp();
    return 0;
  }
  try {
    await program.parseAsync(argv, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return 0;
    if (error.code === 'commander.help') {
      throw new HalcyonError('invalid_parameter', commandMissing(program, argv), { cause: error });
    }
    const problem = error.message.replace(/^error: |\.$/g, '').replaceAll('\n', ' ');
    const { title } = commandOf(program, argv);
    throw new HalcyonError('invalid_parameter', `${problem}; ${title} --help shows what there is`, { cause: error });
  }
  return code;
}

async function warnOfSettings({ environment, stderr }: CommandIo): Promise<void> {
  const { unknownSettingWarnings } = await import('../../schemas/unknown-settings.ts');
  for (const line of unknownSettingWarnings(environment)) stderr.write(`warning: ${printable(line)}\n`);
}

/** What is missing where a command of several, or of a group, was not named. */
function commandMissing(program: Command, argv: readonly string[]): string {
  const { title, command } = commandOf(program, argv);
  const names = command.commands.map((one) => one.name()).join(', ');
  return `${title} lacks a command, should be followed by one of ${names}; ${title} --help shows what they do`;
}

/** The command that the first words lead to, and these words. */
function commandOf(program: Command, argv: readonly string[]): { readonly title: string; readonly command: Command } {
  const path: string[] = ['halcyon'];
  let command = program;
  for (const word of argv) {
    const next = command.commands.find((one) => one.name() === word);
    if (next === undefined) break;
    command = next;
    path.push(word);
  }
  return { title: path.join(' '), command };
}
