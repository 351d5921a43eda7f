import type { CommandHost } from '../../frame/command-table.ts';
import { inFormats } from '../../frame/output-format.ts';
import type { LimitsClearOptions } from './clear-command.ts';
import type { LimitsListOptions } from './list-command.ts';

/** Adds `halcyon limits ...`: beyond which values fail or are suspect. */
export function addLimitsCommands({ program, settled, does, io }: CommandHost): void {
  const limits = settled(program.command('limits')).description('limits beyond which values fail or are suspect');
  settled(limits.command('import'))
    .description('set the limits of a CSV or JSON file, all or none')
    .argument('<file>')
    .option('--network <name>', 'network of the stations, where there are several')
    .action(
      does(async (file: string, options: { network?: string }) =>
        (await import('./import-command.ts')).limitsImportCommand(file, options, io),
      ),
    );
  inFormats(settled(limits.command('list')))
    .description('the limits that apply, and those that are set')
    .option('--network <name>', 'of this network')
    .option('--station <id>', 'of this station')
    .action(
      does(async (options: LimitsListOptions) => (await import('./list-command.ts')).limitsListCommand(options, io)),
    );
  settled(limits.command('clear'))
    .description('take back the limits that are set')
    .option('--network <name>', 'of this network, where there are several')
    .option('--station <id>', 'of this station (default: of the whole network)')
    .option('--variable <name>', 'of this variable (default: of each)')
    .option('--all', 'of the whole network and of every station', false)
    .action(
      does(async (options: LimitsClearOptions) => (await import('./clear-command.ts')).limitsClearCommand(options, io)),
    );
}
