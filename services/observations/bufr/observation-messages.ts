import { setImmediate } from 'node:timers/promises';
import type { ObservationAnswer } from '../../../schemas/http/answers/observation-answer.ts';
import type { Station } from '../../../schemas/station.ts';
import { type AnswerUnits, unitIn } from '../../answers/si-units.ts';
import { bufrMessage, type WrittenValue } from './bufr-message.ts';
import { TO_TABLE_B, WRITTEN_ELEMENTS, type WrittenElement } from './observation-elements.ts';
import type { TableBCode } from './table-b.ts';

/** Gives what is registered of a station; undefined where it is not. */
export type StationOf = (network: string, station: string) => Station | undefined;

/** Reports of one message: some 10 kB. */
const MOST_SUBSETS = 100;
const WIGOS = /^(\d{1,2})-(\d{1,5})-(\d{1,5})-([\x21-\x7e]{1,16})$/;
/** Rain and radiation are those of ten minutes. */
const TEN_MINUTES = 10;
/** Places that stand before the elements: identity, time, position, height. */
const HEAD: readonly string[] = ['301150', '001019', '301011', '301013', '301021', '007030'];
const HEAD_ELEMENTS = 14;
const COUNT = WRITTEN_ELEMENTS.length;
/** Which of the elements have quality: the variables, not their periods and what stands before them. */
const BITMAP: readonly boolean[] = [
  ...new Array<boolean>(HEAD_ELEMENTS).fill(false),
  ...WRITTEN_ELEMENTS.flatMap(({ hasPeriod }) => (hasPeriod ? [false, true] : [true])),
];

/**
 * The template: what identifies a report, its elements, and the quality of each (operator 2 22 000), once as 0 33 050 and once
 * as 0 33 020 by the same bitmap.
 */
const DESCRIPTORS: readonly string[] = [
  ...HEAD,
  ...WRITTEN_ELEMENTS.flatMap(({ code, hasPeriod }) => (hasPeriod ? ['004025', code] : [code])),
  ...['222000', '236000', repeated(BITMAP.length), '031031', '001031', '001032', repeated(COUNT), '033050'],
  ...['222000', '237000', '001031', '001032', repeated(COUNT), '033020'],
];

/** Observations as BUFR messages one behind the other, with the flags of their values. */
export async function observationMessages(
  observations: readonly ObservationAnswer[],
  units: AnswerUnits,
  stationOf: StationOf,
): Promise<Buffer> {
  const messages: Buffer[] = [];
  for (let start = 0; start < observations.length; start += MOST_SUBSETS) {
    const some = observations.slice(start, start + MOST_SUBSETS);
    const subsets = some.map((one) => subsetOf(one, units, stationOf(one.network, one.station_id)));
    messages.push(bufrMessage({ time: Date.parse(some[0].timestamp), descriptors: DESCRIPTORS, subsets }));
    await setImmediate();
  }
  return Buffer.concat(messages);
}

function subsetOf(it: ObservationAnswer, units: AnswerUnits, station: Station | undefined): WrittenValue[] {
  const application: WrittenValue[] = [
    { code: '001031', value: null },
    { code: '001032', value: null },
  ];
  const level: TableBCode = station?.pressureLevel === 'sea_level' ? '010051' : '010004';
  const isWritten = ({ variable, code }: WrittenElement) => variable !== 'bar' || code === level;
  const flags = WRITTEN_ELEMENTS.map((one) => (isWritten(one) ? it.flags?.[one.variable] : undefined));
  return [
    ...identityOf(it.station_id),
    ...timeOf(new Date(it.timestamp)),
    { code: '005001', value: station?.latitude ?? null },
    { code: '006001', value: station?.longitude ?? null },
    { code: '007030', value: station?.elevation ?? null },
    ...WRITTEN_ELEMENTS.flatMap((one) => elementOf(it, units, one, isWritten(one))),
    ...BITMAP.map((isPresent): WrittenValue => ({ code: '031031', value: isPresent ? 0 : 1 })),
    ...application,
    ...flags.map((flag): WrittenValue => ({ code: '033050', value: flag?.bufr_033050 ?? null })),
    ...application,
    ...flags.map((flag): WrittenValue => ({ code: '033020', value: flag?.bufr_033020 ?? null })),
  ];
}

/** A WIGOS identifier in its parts; any other id as the name of the station. */
function identityOf(id: string): WrittenValue[] {
  const [, series, issuer, issue, local] = WIGOS.exec(id) ?? [];
  const number = (text: string | undefined) => (text === undefined ? null : Number(text));
  return [
    { code: '001125', value: number(series) },
    { code: '001126', value: number(issuer) },
    { code: '001127', value: number(issue) },
    { code: '001128', value: local ?? null },
    { code: '001019', value: id },
  ];
}

function timeOf(time: Date): WrittenValue[] {
  return [
    { code: '004001', value: time.getUTCFullYear() },
    { code: '004002', value: time.getUTCMonth() + 1 },
    { code: '004003', value: time.getUTCDate() },
    { code: '004004', value: time.getUTCHours() },
    { code: '004005', value: time.getUTCMinutes() },
    { code: '004006', value: time.getUTCSeconds() },
  ];
}

function elementOf(
  it: ObservationAnswer,
  units: AnswerUnits,
  { variable, code, hasPeriod }: WrittenElement,
  isWritten: boolean,
): WrittenValue[] {
  const given = isWritten ? it[variable] : null;
  const convert = TO_TABLE_B[unitIn(units, variable)];
  const value = given === null || convert === undefined ? given : convert(given);
  if (!hasPeriod) return [{ code, value }];
  const minutes = variable === 'rain' ? intervalOf(it) : TEN_MINUTES;
  // Rain of ten minutes as the amount of its interval; a mean flux as the energy of ten minutes.
  const factor = variable === 'rain' ? minutes / TEN_MINUTES : minutes * 60;
  return [
    { code: '004025', value: -minutes },
    { code, value: value === null ? null : value * factor },
  ];
}

/** Minutes that the rain fell over, as the source declared it. */
function intervalOf({ original }: ObservationAnswer): number {
  const rain = original['rain'];
  const given = typeof rain === 'object' && rain !== null && 'interval' in rain ? rain.interval : undefined;
  return typeof given === 'number' ? given : TEN_MINUTES;
}

/** The replication of one descriptor. */
function repeated(times: number): string {
  return `101${String(times).padStart(3, '0')}`;
}
