import { RULE_KINDS } from '../../schemas/expert-rule.ts';
import { PARTS } from '../../schemas/parts.ts';
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
import { addCompletionCommand } from './completion/add-completion-command.ts';
import type { CommandHost, CommandRow } from './frame/command-table.ts';
import type { FormatOptions } from './frame/output-format.ts';
import { SOURCE_FORM, SOURCE_TIMEZONE } from './frame/source-options.ts';

/** The commands of `halcyon`, in the order of its help: a row each, or what adds a family of them. Each loads its code when it runs. */
export const HALCYON_COMMANDS: readonly (CommandRow | ((host: CommandHost) => void))[] = [
  {
    usage: 'run',
    about: 'start the whole system in this process, or some of its parts',
    options: [
      ['--only <parts>', `parts that run in this process: ${PARTS.join(',')} (default: all)`],
      ['--port <number>', 'port of the services, in place of the setting PORT'],
      ['--insecure', 'listen beyond loopback without access control', false],
    ],
    run: async (io, options: RunOptions) => (await import('./commands/run-command.ts')).runCommand(options, io),
  },
  {
    usage: 'doctor',
    about: 'look at this installation: what is wrong with it and what would be right',
    formats: true,
    run: async (io, options: FormatOptions) =>
      (await import('./commands/doctor-command.ts')).doctorCommand(options, io),
  },
  {
    usage: 'import <source>',
    about: "import history from CSV or NetCDF files or a collector's SQLite file or PostgreSQL URL",
    options: [
      ['--network <name>', 'network of the stations (default: the name of the source)'],
      ['--mapping <file>', 'column mapping (default: mapping.json in the folder, if there is one)'],
      SOURCE_TIMEZONE,
      SOURCE_FORM,
    ],
    run: async (io, source: string, options: ImportOptions) =>
      (await import('./commands/import-command.ts')).importCommand(source, options, io),
  },
  {
    usage: 'export <file>',
    about: 'write observations with their flags to a file',
    given: { file: '- for standard output' },
    options: [
      ['--network <name>', 'of this network'],
      ['--station <id>', 'of this station; several are separated by commas'],
      ['--start <time>', 'from this time on; formats as for anomaly-detector --end'],
      ['--end <time>', 'up to this time'],
      ['--format <format>', 'csv, geojson, arrow, parquet or bufr (default: as the name of the file ends, else csv)'],
      ['--units <units>', 'own, or si for m/s and Pa (default: own)'],
    ],
    run: async (io, file: string, options: ExportOptions) =>
      (await import('./commands/export-command.ts')).exportCommand(file, options, io),
  },
  {
    usage: 'explain <station> <variable> <time>',
    about: 'why a value was judged as it was: every step of the judgement and its numbers',
    given: {
      variable: VARIABLES.join(', '),
      time: 'of the report: "YYYY-MM-DD HH:MM:SS" (UTC), with a T or a zone, or a Unix timestamp',
    },
    formats: true,
    options: [
      ['--network <name>', 'network of the station, where several have the id'],
      ['--database <where>', 'what anomaly-detector reads with the same option (default: as there)'],
      SOURCE_TIMEZONE,
      SOURCE_FORM,
      ['--limits <file>', "limits of a folder of CSV files or a collector's database"],
    ],
    run: async (io, id: string, variable: string, time: string, options: ExplainOptions) =>
      (await import('./commands/explain-command.ts')).explainCommand([id, variable, time], options, io),
  },
  { usage: 'station', about: 'stations' },
  {
    usage: 'station import <file>',
    about: 'register the stations of a CSV or JSON file',
    options: [['--network <name>', 'network of stations that name none']],
    run: async (io, file: string, options: { network?: string }) =>
      (await import('./commands/station-import-command.ts')).stationImportCommand(file, options, io),
  },
  {
    usage: 'station thresholds <id>',
    about: 'what a value of a station has to do to be flagged, and which neighbours are asked about it',
    formats: true,
    options: [
      ['--network <name>', 'network of the station, where several have the id'],
      ['--time <time>', 'for its newest report up to this time', 'NOW'],
    ],
    run: async (io, id: string, options: ThresholdsOptions) =>
      (await import('./commands/station-thresholds-command.ts')).stationThresholdsCommand(id, options, io),
  },
  addRecordCommands,
  {
    usage: 'report',
    about: 'how good a network was in a period: completeness, hours by outcome, faults, the stations that lost most',
    formats: true,
    options: [
      ['--network <name>', 'of this network, where there are several'],
      [
        '--start <time>',
        'from this time on (default: the 30 days up to the end); formats as for anomaly-detector --end',
      ],
      ['--end <time>', 'up to this time (default: the newest report)'],
    ],
    run: async (io, options: ReportOptions) =>
      (await import('./commands/report-command.ts')).reportCommand(options, io),
  },
  {
    usage: 'rules',
    about: 'operator notes: overrides, maintenance windows, excluded neighbours, thresholds, limits',
  },
  {
    usage: 'rules list',
    about: 'rules that apply now, or will, newest first',
    formats: true,
    options: [
      ['--network <name>', 'of this network'],
      ['--station <id>', 'of this station'],
      ['--kind <kind>', `of one kind: ${RULE_KINDS.join(', ')}`],
      ['--all', 'what was ended, or is over, too', false],
    ],
    run: async (io, options: RulesListOptions) =>
      (await import('./commands/rules-list-command.ts')).rulesListCommand(options, io),
  },
  addLimitsCommands,
  addElementCommands,
  { usage: 'dead-letters', about: 'what could not be read' },
  {
    usage: 'dead-letters list',
    about: 'what was not replayed yet, newest first',
    formats: true,
    options: [
      ['--limit <number>', 'at most so many', '50'],
      ['--all', 'those that were replayed too', false],
    ],
    run: async (io, options: DeadLettersOptions) =>
      (await import('./commands/dead-letters-command.ts')).listDeadLetters(options, io),
  },
  {
    usage: 'dead-letters show <id>',
    about: 'one dead letter with its bytes',
    formats: true,
    run: async (io, id: string, options: FormatOptions) =>
      (await import('./commands/dead-letters-command.ts')).showDeadLetter(id, options, io),
  },
  {
    usage: 'dead-letters replay [ids...]',
    about: 'submit dead letters again (all where none is named)',
    run: async (io, ids: string[]) => (await import('./commands/dead-letters-command.ts')).replayDeadLetters(ids, io),
  },
  { usage: 'log', about: 'the event log on Kafka' },
  {
    usage: 'log deploy',
    about: 'register the schemas and create the topics; safe to repeat',
    options: [['--areas', 'partitions of a new log are areas of the registered stations', false]],
    run: async (io, options: { areas: boolean }) =>
      (await import('./commands/log-deploy-command.ts')).logDeployCommand(options, io),
  },
  {
    usage: 'log drained',
    about: 'wait until all that the log has is judged and stored',
    run: async (io) => (await import('./commands/log-drained-command.ts')).logDrainedCommand(io),
  },
  {
    usage: 'log move',
    about: 'have the work on another log go on in this one, which has more partitions',
    required: ['--from <prefix>', 'HALCYON_KAFKA_PREFIX of the log that is moved'],
    run: async (io, options: { from: string }) =>
      (await import('./commands/log-move-command.ts')).logMoveCommand(options, io),
  },
  { usage: 'store', about: 'the time series' },
  {
    usage: 'store rebuild',
    about: 'store again everything that the log on Kafka has, also while the system runs',
    run: async (io) => (await import('./commands/store-commands.ts')).storeRebuildCommand(io),
  },
  {
    usage: 'store forget-broken',
    about: 'remove the parts of the tables that the engine put aside as broken',
    run: async (io) => (await import('./commands/store-commands.ts')).storeForgetBrokenCommand(io),
  },
  {
    usage: 'backup <folder>',
    about: 'copy everything that is stored into a folder, also while the system runs',
    given: { folder: 'an empty one, or one that is not there' },
    run: async (io, folder: string) => (await import('./commands/backup-commands.ts')).backupCommand(folder, io),
  },
  {
    usage: 'restore <folder>',
    about: 'restore a back-up into an empty data folder or empty servers',
    given: { folder: 'of the back-up' },
    run: async (io, folder: string) => (await import('./commands/backup-commands.ts')).restoreCommand(folder, io),
  },
  addCompletionCommand,
  addAlertCommands,
  addDatasetCommands,
  addIdentityCommands,
  addAuditCommands,
  { usage: 'demo', about: 'the demonstration network' },
  {
    usage: 'demo clear',
    about: 'remove it with all its data',
    run: async (io) => (await import('./commands/demo-clear-command.ts')).demoClearCommand(io),
  },
];
