import { Command, CommanderError } from 'commander';
import { HalcyonError } from '../../schemas/errors.ts';
import { RULE_KINDS } from '../../schemas/expert-rule.ts';
import { PACKAGE_VERSION } from '../../schemas/package-version.ts';
import { PARTS } from '../../schemas/parts.ts';
import { printable } from '../../schemas/printable.ts';
import { VARIABLES } from '../../schemas/variables.ts';
import { addAlertCommands } from './commands/alerts/add-alert-commands.ts';
import { addAuditCommands } from './commands/audit/add-audit-commands.ts';
import { addDatasetCommands } from './commands/datasets/add-dataset-commands.ts';
import type { DeadLettersOptions } from './commands/dead-letters-command.ts';
import { addElementCommands } from './commands/elements/add-element-commands.ts';
import type { ExplainOptions } from './commands/explain-command.ts';
import type { ExportOptions } from './commands/export-command.ts';
import { addIdentityCommands } from './commands/identity/add-identity-commands.ts';
import type { ImportOptions } from './commands/import-command.ts';
import { addLimitsCommands } from './commands/limits/add-limits-commands.ts';
import { addRecordCommands } from './commands/records/add-record-commands.ts';
import type { ReportOptions } from './commands/report-command.ts';
import type { RulesListOptions } from './commands/rules-list-command.ts';
import type { RunOptions } from './commands/run-command.ts';
import type { ThresholdsOptions } from './commands/station-thresholds-command.ts';
import { SHELLS } from './completion/shells.ts';
import type { CommandIo } from './frame/command-frame.ts';
import { type FormatOptions, inFormats } from './frame/output-format.ts';
import { SOURCE_FORM, SOURCE_TIMEZONE } from './frame/source-options.ts';

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
  settled(program.command('run'))
    .description('start the whole system in this process, or some of its parts')
    .option('--only <parts>', `parts that run in this process: ${PARTS.join(',')} (default: all)`)
    .option('--port <number>', 'port of the services, in place of the setting PORT')
    .option('--insecure', 'listen beyond loopback without access control', false)
    .action(does(async (options: RunOptions) => (await import('./commands/run-command.ts')).runCommand(options, io)));
  inFormats(settled(program.command('doctor')))
    .description('look at this installation: what is wrong with it and what would be right')
    .action(
      does(async (options: FormatOptions) => (await import('./commands/doctor-command.ts')).doctorCommand(options, io)),
    );
  settled(program.command('import'))
    .description("import history from CSV or NetCDF files or a collector's SQLite file or PostgreSQL URL")
    .argument('<source>')
    .option('--network <name>', 'network of the stations (default: the name of the source)')
    .option('--mapping <file>', 'column mapping (default: mapping.json in the folder, if there is one)')
    .option(...SOURCE_TIMEZONE)
    .option(...SOURCE_FORM)
    .action(
      does(async (source: string, options: ImportOptions) =>
        (await import('./commands/import-command.ts')).importCommand(source, options, io),
      ),
    );
  settled(program.command('export'))
    .description('write observations with their flags to a file')
    .argument('<file>', '- for standard output')
    .option('--network <name>', 'of this network')
    .option('--station <id>', 'of this station; several are separated by commas')
    .option('--start <time>', 'from this time on; formats as for anomaly-detector --end')
    .option('--end <time>', 'up to this time')
    .option(
      '--format <format>',
      'csv, geojson, arrow, parquet or bufr (default: as the name of the file ends, else csv)',
    )
    .option('--units <units>', 'own, or si for m/s and Pa (default: own)')
    .action(
      does(async (file: string, options: ExportOptions) =>
        (await import('./commands/export-command.ts')).exportCommand(file, options, io),
      ),
    );
  inFormats(settled(program.command('explain')))
    .description('why a value was judged as it was: every step of the judgement and its numbers')
    .argument('<station>')
    .argument('<variable>', VARIABLES.join(', '))
    .argument('<time>', 'of the report: "YYYY-MM-DD HH:MM:SS" (UTC), with a T or a zone, or a Unix timestamp')
    .option('--network <name>', 'network of the station, where several have the id')
    .option('--database <where>', 'what anomaly-detector reads with the same option (default: as there)')
    .option(...SOURCE_TIMEZONE)
    .option(...SOURCE_FORM)
    .option('--limits <file>', "limits of a folder of CSV files or a collector's database")
    .action(
      does(async (id: string, variable: string, time: string, options: ExplainOptions) =>
        (await import('./commands/explain-command.ts')).explainCommand([id, variable, time], options, io),
      ),
    );
  const station = settled(program.command('station')).description('stations');
  settled(station.command('import'))
    .description('register the stations of a CSV or JSON file')
    .argument('<file>')
    .option('--network <name>', 'network of stations that name none')
    .action(
      does(async (file: string, options: { network?: string }) =>
        (await import('./commands/station-import-command.ts')).stationImportCommand(file, options, io),
      ),
    );
  inFormats(settled(station.command('thresholds')))
    .description('what a value of a station has to do to be flagged, and which neighbours are asked about it')
    .argument('<id>')
    .option('--network <name>', 'network of the station, where several have the id')
    .option('--time <time>', 'for its newest report up to this time', 'NOW')
    .action(
      does(async (id: string, options: ThresholdsOptions) =>
        (await import('./commands/station-thresholds-command.ts')).stationThresholdsCommand(id, options, io),
      ),
    );
  addRecordCommands({ program, settled, does, io }, station);
  inFormats(settled(program.command('report')))
    .description(
      'how good a network was in a period: completeness, hours by outcome, faults, the stations that lost most',
    )
    .option('--network <name>', 'of this network, where there are several')
    .option(
      '--start <time>',
      'from this time on (default: the 30 days up to the end); formats as for anomaly-detector --end',
    )
    .option('--end <time>', 'up to this time (default: the newest report)')
    .action(
      does(async (options: ReportOptions) => (await import('./commands/report-command.ts')).reportCommand(options, io)),
    );
  const rules = settled(program.command('rules')).description(
    'operator notes: overrides, maintenance windows, excluded neighbours, thresholds, limits',
  );
  inFormats(settled(rules.command('list')))
    .description('rules that apply now, or will, newest first')
    .option('--network <name>', 'of this network')
    .option('--station <id>', 'of this station')
    .option('--kind <kind>', `of one kind: ${RULE_KINDS.join(', ')}`)
    .option('--all', 'what was ended, or is over, too', false)
    .action(
      does(async (options: RulesListOptions) =>
        (await import('./commands/rules-list-command.ts')).rulesListCommand(options, io),
      ),
    );
  addLimitsCommands({ program, settled, does, io });
  addElementCommands({ program, settled, does, io });
  const letters = settled(program.command('dead-letters')).description('what could not be read');
  inFormats(settled(letters.command('list')))
    .description('what was not replayed yet, newest first')
    .option('--limit <number>', 'at most so many', '50')
    .option('--all', 'those that were replayed too', false)
    .action(
      does(async (options: DeadLettersOptions) =>
        (await import('./commands/dead-letters-command.ts')).listDeadLetters(options, io),
      ),
    );
  inFormats(settled(letters.command('show')))
    .description('one dead letter with its bytes')
    .argument('<id>')
    .action(
      does(async (id: string, options: FormatOptions) =>
        (await import('./commands/dead-letters-command.ts')).showDeadLetter(id, options, io),
      ),
    );
  settled(letters.command('replay'))
    .description('submit dead letters again (all where none is named)')
    .argument('[ids...]')
    .action(
      does(async (ids: string[]) => (await import('./commands/dead-letters-command.ts')).replayDeadLetters(ids, io)),
    );
  const log = settled(program.command('log')).description('the event log on Kafka');
  settled(log.command('deploy'))
    .description('register the schemas and create the topics; safe to repeat')
    .option('--areas', 'partitions of a new log are areas of the registered stations', false)
    .action(
      does(async (options: { areas: boolean }) =>
        (await import('./commands/log-deploy-command.ts')).logDeployCommand(options, io),
      ),
    );
  settled(log.command('drained'))
    .description('wait until all that the log has is judged and stored')
    .action(does(async () => (await import('./commands/log-drained-command.ts')).logDrainedCommand(io)));
  settled(log.command('move'))
    .description('have the work on another log go on in this one, which has more partitions')
    .requiredOption('--from <prefix>', 'HALCYON_KAFKA_PREFIX of the log that is moved')
    .action(
      does(async (options: { from: string }) =>
        (await import('./commands/log-move-command.ts')).logMoveCommand(options, io),
      ),
    );
  const store = settled(program.command('store')).description('the time series');
  settled(store.command('rebuild'))
    .description('store again everything that the log on Kafka has, also while the system runs')
    .action(does(async () => (await import('./commands/store-commands.ts')).storeRebuildCommand(io)));
  settled(store.command('forget-broken'))
    .description('remove the parts of the tables that the engine put aside as broken')
    .action(does(async () => (await import('./commands/store-commands.ts')).storeForgetBrokenCommand(io)));
  settled(program.command('backup'))
    .description('copy everything that is stored into a folder, also while the system runs')
    .argument('<folder>', 'an empty one, or one that is not there')
    .action(does(async (folder: string) => (await import('./commands/backup-commands.ts')).backupCommand(folder, io)));
  settled(program.command('restore'))
    .description('restore a back-up into an empty data folder or empty servers')
    .argument('<folder>', 'of the back-up')
    .action(does(async (folder: string) => (await import('./commands/backup-commands.ts')).restoreCommand(folder, io)));
  settled(program.command('completion'))
    .description('print the script that completes halcyon and anomaly-detector in a shell')
    .argument('<shell>', SHELLS.join(', '))
    .action(
      does(async (shell: string) =>
        (await import('./completion/completion-command.ts')).completionCommand(shell, program, io),
      ),
    );
  addAlertCommands({ program, settled, does, io });
  addDatasetCommands({ program, settled, does, io });
  addIdentityCommands({ program, settled, does, io });
  addAuditCommands({ program, settled, does, io });
  const demo = settled(program.command('demo')).description('the demonstration network');
  settled(demo.command('clear'))
    .description('remove it with all its data')
    .action(does(async () => (await import('./commands/demo-clear-command.ts')).demoClearCommand(io)));
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
