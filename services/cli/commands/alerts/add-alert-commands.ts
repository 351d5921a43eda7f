import type { CommandHost } from '../../frame/command-table.ts';
import { inFormats } from '../../frame/output-format.ts';
import type { PreviewOptions } from './preview-command.ts';

const ON_RULES = `
FILE has the JSON of a rule, as POST /api/v1/alert-rules takes it; - reads standard input.

  halcyon alert rule preview silent-in-the-valley.json
  halcyon alert rule preview --rule 5f0c0d0e-1df3-4a55-a3c4-7d7d8a3f4f60`;

/** Adds `halcyon alert ...`: alerts of a running system for people. */
export function addAlertCommands({ program, settled, does, io }: CommandHost): void {
  const alert = settled(program.command('alert')).description('alerts of a running system');
  const rule = settled(alert.command('rule')).description('rules that raise alerts');
  inFormats(
    settled(rule.command('preview [file]'))
      .description('what a rule would have told in the last 30 days; nothing is stored, and nobody is told')
      .option('--rule <id>', 'a rule that there is, instead of a file')
      .option('--url <url>', 'services of the system (default: the system that runs on HALCYON_DATA)'),
  )
    .addHelpText('after', ON_RULES)
    .action(
      does(async (file: string | undefined, options: PreviewOptions) =>
        (await import('./preview-command.ts')).previewCommand(file, options, io),
      ),
    );
}
