import type { CommandHost } from '../../frame/command-table.ts';
import { inFormats } from '../../frame/output-format.ts';
import type { AuditListOptions } from './list-command.ts';
import type { AuditVerifyOptions } from './verify-command.ts';

/** Adds `halcyon audit ...`: who did what. */
export function addAuditCommands({ program, settled, does, io }: CommandHost): void {
  const audit = settled(program.command('audit')).description(
    'the audit log: who did what, from where, with what result',
  );
  inFormats(settled(audit.command('verify')))
    .description('hold every record against its hash and the one before it')
    .option('--data <folder>', 'data folder that it is in (default: HALCYON_DATA)')
    .action(
      does(async (options: AuditVerifyOptions) =>
        (await import('./verify-command.ts')).auditVerifyCommand(options, io),
      ),
    );
  inFormats(settled(audit.command('list')))
    .description('the newest records')
    .option('--data <folder>', 'data folder that it is in (default: HALCYON_DATA)')
    .option('--actor <name>', 'of this subject, username or client')
    .option('--action <name>', 'of this action')
    .option('--result <result>', 'done, refused or failed')
    .option('--limit <number>', 'at most so many', '50')
    .action(
      does(async (options: AuditListOptions) => (await import('./list-command.ts')).auditListCommand(options, io)),
    );
}
