import { isoOf } from '../../../schemas/time.ts';
import { offsetOf, timeOfParts } from '../../validation/observation-time.ts';
import { shown } from '../../validation/refusal.ts';
import type { SourceZone } from './source-zone.ts';

const FORM = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?\s*(Z|z|[+-]\d\d(?::?\d\d)?)?$/;

/** A time that a collector noted: ms since the epoch, or why there is none. */
export type ClockTime = number | { readonly wrong: string };

/** What stood on a clock. */
export interface ClockText {
  /** ms since the epoch of a clock on UTC. */
  readonly local: number;
  /** Offset that the text names, ms; null where it names none. */
  readonly offset: number | null;
}

/** Reads `YYYY-MM-DD HH:MM:SS` of a clock in `zone`; a zone in the text counts instead. */
export function readClockTime(text: string | null, zone: SourceZone): ClockTime {
  const read = readClockText(text);
  if ('wrong' in read) return read;
  return read.offset === null ? readLocal(read.local, zone) : read.local - read.offset;
}

/** Reads `YYYY-MM-DD HH:MM:SS`, with a zone or without; or says why it is none. */
export function readClockText(text: string | null): ClockText | { readonly wrong: string } {
  if (text === null || text === '') return { wrong: 'time is missing, should be YYYY-MM-DD HH:MM:SS' };
  const match = FORM.exec(text);
  if (match === null) return { wrong: `time is ${shown(text)}, should be YYYY-MM-DD HH:MM:SS` };
  const [year, month, day, hour, minute] = match.slice(1, 6).map(Number);
  const whole = timeOfParts(year, month, day, hour, minute, Number(match[6] ?? 0));
  const offset = match[8] === undefined ? null : offsetOf(match[8]);
  if (whole === undefined || offset === undefined) {
    return { wrong: `time is ${shown(text)}, no date and time of the calendar` };
  }
  const fraction = match[7] === undefined ? 0 : Math.round(Number(`0.${match[7]}`) * 1000);
  return { local: whole + fraction, offset };
}

/** A time that stood on a clock in `zone`, as ms since the epoch of a clock on UTC. */
export function readLocal(local: number, zone: SourceZone): ClockTime {
  return zone.toUtc(local) ?? { wrong: skipped(local, zone) };
}

/** What is wrong with a time that a clock never showed. */
export function skipped(local: number, zone: SourceZone): string {
  const clock = isoOf(local).replace('T', ' ').replace('Z', '');
  return `time is '${clock}', which the clocks of ${zone.name} skipped: they were set forward over it`;
}
