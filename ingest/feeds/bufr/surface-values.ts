import type { BufrSubset } from './bufr-decoder.ts';
import { SURFACE_DESCRIPTORS, type SurfaceDescriptor } from './surface-descriptors.ts';

/** A value of a surface report, and what its message says of where and how long it was measured. */
export interface SurfaceValue {
  readonly descriptor: SurfaceDescriptor;
  readonly value: number;
  /** Height above the ground, or depth below it [m]; null where it is not said. */
  readonly level: number | null;
  /** Length of its period up to the time of the report [minutes]; null where it is not said. */
  readonly minutes: number | null;
}

const BY_CODE: ReadonlyMap<string, SurfaceDescriptor> = new Map(SURFACE_DESCRIPTORS.map((one) => [one.code, one]));
const [HEIGHT, DEPTH, HOURS, MINUTES, STATISTICS] = ['007032', '007061', '004024', '004025', '008023'];
const [FIRST_OF_TIME, LAST_OF_TIME] = ['004001', '004006'];
/** Code figure of 0 08 023: mean value. */
const MEAN = 4;

/** True where a report has any descriptor of a surface observation, with a value or without. */
export function isSurfaceReport(subset: BufrSubset): boolean {
  return subset.some(({ code }) => BY_CODE.has(code));
}

/**
 * Walks the values of a report. Coordinates (classes 4 to 8) hold until they are given anew; a missing one is cancelled. Two
 * periods that follow each other are the begin and the end of one. What a second time in the report introduces is left out:
 * it is not of the time of the report.
 */
export function surfaceValues(subset: BufrSubset): SurfaceValue[] {
  const values: SurfaceValue[] = [];
  const coordinates = new Map<string, number | null>();
  const times = new Map<string, number | null>();
  let period: number | null = null;
  let before = '';
  for (const { code, value } of subset) {
    const number = typeof value === 'number' ? value : null;
    if (code >= FIRST_OF_TIME && code <= LAST_OF_TIME) {
      if (times.has(code) && times.get(code) !== number) break;
      times.set(code, number);
    } else if (code === HOURS || code === MINUTES) {
      const minutes = number === null ? null : number * (code === HOURS ? 60 : 1);
      period = code === before ? spanOf(period, minutes) : minutes;
    } else if (code === HEIGHT || code === DEPTH || code === STATISTICS) coordinates.set(code, number);
    before = code;
    const descriptor = BY_CODE.get(code);
    // An extreme or a deviation of an element is not the element.
    if (descriptor === undefined || number === null || (coordinates.get(STATISTICS) ?? MEAN) !== MEAN) continue;
    const level = descriptor.level ?? coordinates.get(descriptor.choice === 'soil' ? DEPTH : HEIGHT) ?? null;
    const minutes = descriptor.minutes ?? (period === null || period > 0 ? null : -period);
    values.push({ descriptor, value: number, level, minutes });
  }
  return values;
}

/** The period from a begin to an end, minutes before the report: one that ends earlier is not of its time. */
function spanOf(begin: number | null, end: number | null): number | null {
  if (begin === null || end === null || end === 0) return begin ?? end;
  return end > begin ? null : end;
}
