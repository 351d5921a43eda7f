import { HOURS_PER_PART, type PartMeans } from './day-parts.ts';

/** The same means but for some of what they tell. */
export function changedMeans(means: PartMeans, changed: Partial<PartMeans>): PartMeans {
  return {
    // It is known once something was reported.
    get first() {
      return means.first;
    },
    mean: (of, variable, part) => means.mean(of, variable, part),
    readMeans: (of, variable, from, into) => means.readMeans(of, variable, from, into),
    hourMean: (of, variable, hour) => means.hourMean(of, variable, hour),
    readHourMeans: (of, variable, from, into) => means.readHourMeans(of, variable, from, into),
    hourCount: (of, variable, hour) => means.hourCount(of, variable, hour),
    lowest: (of, variable, hour) => means.lowest(of, variable, hour),
    highest: (of, variable, hour) => means.highest(of, variable, hour),
    minuteIn: (of, from, until) => means.minuteIn(of, from, until),
    rawMean: (of, variable, part) => means.rawMean(of, variable, part),
    impossibleCount: (of, variable, part) => means.impossibleCount(of, variable, part),
    ...changed,
  };
}

/**
 * What stations read, where some parts tell nothing: a fault that is over, or that something else tells of, neither makes what
 * is usual nor shows that it has changed. What was reported, as it came, stays known.
 *
 * @param isOut whether a part of a sensor does not tell
 */
export function withoutParts(
  means: PartMeans,
  isOut: (station: number, variable: number, part: number) => boolean,
): PartMeans {
  return changedMeans(means, {
    mean: (of, variable, part) => (isOut(of, variable, part) ? Number.NaN : means.mean(of, variable, part)),
    readMeans: (of, variable, from, into) => {
      means.readMeans(of, variable, from, into);
      for (let k = 0; k < into.length; k++) if (isOut(of, variable, from + k)) into[k] = Number.NaN;
    },
    hourMean: (of, variable, hour) =>
      isOut(of, variable, Math.floor(hour / HOURS_PER_PART)) ? Number.NaN : means.hourMean(of, variable, hour),
    lowest: (of, variable, hour) =>
      isOut(of, variable, Math.floor(hour / HOURS_PER_PART)) ? Number.NaN : means.lowest(of, variable, hour),
    highest: (of, variable, hour) =>
      isOut(of, variable, Math.floor(hour / HOURS_PER_PART)) ? Number.NaN : means.highest(of, variable, hour),
    readHourMeans: (of, variable, from, into) => {
      means.readHourMeans(of, variable, from, into);
      for (let k = 0; k < into.length; k++) {
        if (isOut(of, variable, Math.floor((from + k) / HOURS_PER_PART))) into[k] = Number.NaN;
      }
    },
  });
}
