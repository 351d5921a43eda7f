import { stationAddress } from '../address/route.ts';
import type { NetworkReportAnswer, SensorFiguresAnswer } from '../api/answers.ts';
import { cardsTable, type Head } from '../dom/cards-table.ts';
import { element } from '../dom/element.ts';
import { message } from '../messages/message.ts';
import { shownNumber } from '../state/numbers.ts';
import { variableLabel } from '../state/variables.ts';
import { shownHours } from './shares.ts';

/** Sensors that are shown: those that lost most. The file has all. */
const SENSORS = 100;

type Hours = SensorFiguresAnswer['hours'];
type Group = Pick<NetworkReportAnswer['variables'][number], 'stations' | 'sensors' | 'hours' | 'faults_opened'>;

/** What became of the hours of a network by variable, manufacturer, model and sensor. */
export function figuresTables(report: NetworkReportAnswer): HTMLElement[] {
  const { variables, manufacturers, models } = report;
  const isMade = manufacturers.some(({ manufacturer }) => manufacturer !== null);
  return [
    groupsTable('report.by_variable', [message('form.variable')], variables, ({ variable }) => [
      variableLabel(variable),
    ]),
    groupsTable('report.by_manufacturer', [message('report.manufacturer')], manufacturers, ({ manufacturer }) => [
      nameOf(manufacturer),
    ]),
    ...(isMade
      ? [
          groupsTable(
            'report.by_model',
            [message('report.manufacturer'), message('report.model')],
            models,
            ({ manufacturer, model }) => [nameOf(manufacturer), nameOf(model)],
          ),
        ]
      : []),
    sensorsTable(report),
  ];
}

function groupsTable<G extends Group>(
  title: 'report.by_variable' | 'report.by_manufacturer' | 'report.by_model',
  names: readonly string[],
  groups: readonly G[],
  namesOf: (group: G) => readonly string[],
): HTMLElement {
  const heads: Head[] = [
    ...names,
    { ofNumbers: message('report.stations') },
    { ofNumbers: message('report.sensors') },
    ...hourHeads(),
    { ofNumbers: message('report.faults') },
  ];
  const rows = groups.map((group) => {
    const [first, ...others] = namesOf(group);
    return element(
      'tr',
      {},
      element('th', { scope: 'row', class: 'whole' }, first),
      ...others.map((name) => element('td', {}, name)),
      numberCell(shownNumber(group.stations)),
      numberCell(shownNumber(group.sensors)),
      ...hourCells(group.hours),
      numberCell(shownNumber(group.faults_opened)),
    );
  });
  return element('section', {}, element('h2', {}, message(title)), cardsTable(message(title), heads, rows));
}

function sensorsTable({ network, sensors }: NetworkReportAnswer): HTMLElement {
  const lost = ({ hours }: SensorFiguresAnswer) => hours.missing + hours.failed;
  const shown = sensors.toSorted((a, b) => lost(b) - lost(a)).slice(0, SENSORS);
  const rows = shown.map((sensor) =>
    element(
      'tr',
      {},
      element(
        'th',
        { scope: 'row', class: 'whole' },
        element('a', { href: stationAddress(network, sensor.station_id) }, sensor.station_name),
      ),
      element('td', {}, sensor.variable === null ? message('report.nothing_measured') : variableLabel(sensor.variable)),
      ...hourCells(sensor.hours),
      numberCell(shownNumber(sensor.faults_opened)),
    ),
  );
  const heads: Head[] = [
    message('report.station'),
    message('form.variable'),
    ...hourHeads(),
    { ofNumbers: message('report.faults') },
  ];
  return element(
    'section',
    {},
    element('h2', {}, message('report.by_sensor')),
    shown.length < sensors.length &&
      element('p', { class: 'soft' }, message('report.some_sensors', { shown: shown.length, all: sensors.length })),
    cardsTable(message('report.by_sensor'), heads, rows),
  );
}

function hourHeads(): Head[] {
  return HOURS.map((name) => ({ ofNumbers: message(`report.hours_${name}`) }));
}

function hourCells(hours: Hours): HTMLElement[] {
  return HOURS.map((name) => numberCell(shownHours(hours[name])));
}

const HOURS = ['missing', 'failed', 'suspect', 'not_judged', 'good'] as const satisfies readonly (keyof Hours)[];

function numberCell(text: string): HTMLElement {
  return element('td', { class: 'number' }, text);
}

function nameOf(name: string | null): string {
  return name ?? message('report.undeclared');
}
