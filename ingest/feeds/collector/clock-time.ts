import { isoOf } from '../../../schemas/time.ts';
import { offsetOf, timeOfParts } from '../../validation/observation-time.ts';
import { shown } from '../../validation/refusal.ts';
import type { SourceZone } from './source-zone.ts';

const FORM = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?\s*(Z|z|[+-]\d\d(?::?\d\d)?)?$/;

/** A time that a collector noted: ms since the epoch, or why there is none. */
export type ClockTime = number | { readonly wrong: string };

/** Reads `YYYY-MM-DD HH:MM:SS` of a clock in `zone`; a zone in the text counts instead. */
export function readClockTime(text: string | null, zone: SourceZone): ClockTime {
  if (text === null || text === '') return { wrong: 'time is missing, should be YYYY-MM-DD HH:MM:SS' };
  const match = FORM.exec(text);
  if (match === null) return { wrong: `time is ${shown(text)}, should be YYYY-MM-DD HH:MM:SS` };
  const [year, month, day, hour, minute] = match.slice(1, 6).map(Number);
  const whole = timeOfParts(year, month, day, hour, minute, Number(match[6] ?? 0));
  const named = match[8] === undefined ? null : offsetOf(match[8]);
  if (whole === undefined || named === undefined) {
    return { wrong: `time is ${shown(text)}, no date and time of the calendar` };
  }
  const local = whole + (match[7] === undefined ? 0 : Math.round(Number(`0.${match[7]}`) * 1000));
  if (named !== null) return local - named;
  return readLocal(local, zone);
}

/** A time that stood on a clock in `zone`, as ms since the epoch of a clock on UTC. */
export function readLocal(local: number, zone: SourceZone): ClockTime {
  const time = zone.toUtc(local);
  if (time !== undefined) return time;
  const clock = isoOf(local).replace('T', ' ').replace('Z', '');
  return { wrong: `time is '${clock}', which the clocks of ${zone.name} skipped: they were set forward over it` };
}
