import type { CommandHost } from '../frame/command-table.ts';
import { SHELLS } from './shells.ts';

/** Adds `halcyon completion`, which is made of all commands. */
export function addCompletionCommand({ program, settled, does, io }: CommandHost): void {
  settled(program.command('completion'))
    .description('print the script that completes halcyon and anomaly-detector in a shell')
    .argument('<shell>', SHELLS.join(', '))
    .action(
      does(async (shell: string) => (await import('./completion-command.ts')).completionCommand(shell, program, io)),
    );
}
