import { VERDICT_STATES } from '../../../../schemas/anomaly.ts';
import { OVERRIDE_CLASSES } from '../../../../schemas/expert-rule.ts';
import { FAULT_KINDS, FAULT_STATES } from '../../../../schemas/fault.ts';
import { TEMPORAL_METHOD_NAMES } from '../../../../schemas/judgement-configuration.ts';
import { VARIABLES } from '../../../../schemas/variables.ts';
import { type CommandHost, groupOf } from '../../frame/command-table.ts';
import { inFormats } from '../../frame/output-format.ts';
import type { RecordName, RecordOptions } from './record-commands.ts';

type Option = readonly [flags: string, description: string];

const NETWORK: Option = ['--network <name>', 'of this network'];
const BOX: Option = ['--box <box>', 'at stations in this box: west,south,east,north in degrees'];
const UNITS: Option = ['--units <units>', 'own, or si for m/s and Pa (default: own)'];
const OF_SENSORS: readonly Option[] = [
  NETWORK,
  ['--station <id>', 'of this station'],
  ['--variable <name>', `of this variable: ${VARIABLES.join(', ')}`],
  BOX,
];

/** The records, with the filters of their lists: those that the HTTP lists have. */
const RECORDS: readonly {
  readonly name: RecordName;
  readonly about: string;
  readonly list: string;
  readonly filters: readonly Option[];
  readonly show: string;
  readonly ofOne: readonly Option[];
}[] = [
  {
    name: 'station',
    about: 'stations',
    list: 'registered stations, by network and id',
    filters: [NETWORK, ['--box <box>', 'in this box: west,south,east,north in degrees']],
    show: 'one station',
    ofOne: [['--network <name>', 'network of the station, where several have the id']],
  },
  {
    name: 'network',
    about: 'networks of stations',
    list: 'networks with their stations, observations and open faults',
    filters: [],
    show: 'one network',
    ofOne: [],
  },
  {
    name: 'anomaly',
    about: 'anomalous values',
    list: 'anomalies, newest first',
    filters: [
      ...OF_SENSORS,
      ['--class <class>', `of this class: ${OVERRIDE_CLASSES.join(', ')}`],
      ['--state <state>', `in this state: ${VERDICT_STATES.join(', ')}`],
      ['--method <name>', `judged by this temporal method: ${TEMPORAL_METHOD_NAMES.join(', ')}`],
      ['--start <time>', 'observed at this time or later; formats as for anomaly-detector --end'],
      ['--end <time>', 'observed at this time or before'],
      ['--revisions <which>', 'last: the last version of each; all: every version (default: last)'],
      UNITS,
    ],
    show: 'one anomaly with its evidence',
    ofOne: [UNITS],
  },
  {
    name: 'fault',
    about: 'faults of sensors',
    list: 'faults; the one that began last comes first',
    filters: [
      ...OF_SENSORS,
      ['--kind <kind>', `of this kind: ${FAULT_KINDS.join(', ')}`],
      ['--state <state>', `in this state: ${FAULT_STATES.join(', ')}`],
      ['--open [which]', 'without an end; false: with one'],
      ['--rejected [which]', 'that operators call no fault, which are left out otherwise'],
      ['--start <time>', 'with a part at this time or later; formats as for anomaly-detector --end'],
      ['--end <time>', 'with a part at this time or before'],
      UNITS,
    ],
    show: 'one fault',
    ofOne: [UNITS],
  },
];

/** Adds `list` and `show` of stations, networks, anomalies and faults; `halcyon station` has other commands beside them. */
export function addRecordCommands({ program, settled, does, io }: CommandHost): void {
  for (const { name, about, list, filters, show, ofOne } of RECORDS) {
    const group = name === 'station' ? groupOf(program, [name]) : settled(program.command(name)).description(about);
    const added = (usage: string, description: string, options: readonly Option[]) => {
      const command = settled(group.command(usage)).description(description);
      for (const option of options) command.option(...option);
      return inFormats(command);
    };
    added('list', list, [...filters])
      .option('--limit <number>', 'at most so many', '100')
      .action(
        does(async (options: RecordOptions) => (await import('./record-commands.ts')).listRecords(name, options, io)),
      );
    added(name === 'network' ? 'show <name>' : 'show <id>', show, ofOne).action(
      does(async (id: string, options: RecordOptions) =>
        (await import('./record-commands.ts')).showRecord(name, id, options, io),
      ),
    );
  }
}
