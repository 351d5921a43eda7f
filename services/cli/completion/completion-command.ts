import type { Command } from 'commander';
import { HalcyonError } from '../../../schemas/errors.ts';
import { describeDetector } from '../detector/command-options.ts';
import type { CommandIo } from '../frame/command-frame.ts';
import { bashCompletion } from './bash-completion.ts';
import { type CompletedCommand, completedCommands } from './completed-command.ts';
import { fishCompletion } from './fish-completion.ts';
import { SHELLS, type Shell } from './shells.ts';
import { zshCompletion } from './zsh-completion.ts';

const SCRIPTS: Readonly<Record<Shell, (programs: readonly string[], commands: readonly CompletedCommand[]) => string>> =
  {
    bash: bashCompletion,
    zsh: zshCompletion,
    fish: fishCompletion,
  };

/** `halcyon completion SHELL`: the script that completes `halcyon` and `anomaly-detector`, made from their definitions. */
export async function completionCommand(shell: string, program: Command, io: CommandIo): Promise<number> {
  const known = SHELLS.find((each) => each === shell);
  if (known === undefined) {
    throw new HalcyonError('invalid_parameter', `'${shell}' is no shell, should be one of ${SHELLS.join(', ')}`);
  }
  const detector = describeDetector(io.stdout);
  const [detect] = completedCommands(detector, 'halcyon detect');
  const own = completedCommands(program).map((command) => (command.place === detect?.place ? detect : command));
  const commands = [...own, ...completedCommands(detector)];
  io.stdout.write(SCRIPTS[known]([program.name(), detector.name()], commands));
  return 0;
}
