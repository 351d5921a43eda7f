import type { PartMeans } from '../../../detectors/relations/day-parts.ts';

type OfOne = PartMeans['mean'];
type OfMany = PartMeans['readMeans'];

/** Reads means one by one that follow each other. @param one mean of a part, or of an hour */
export function oneByOne(one: OfOne): OfMany {
  return (station, variable, from, into) => {
    for (let k = 0; k < into.length; k++) into[k] = one(station, variable, from + k);
  };
}

/** Reads means one by one of the stations that are changed, and all others as they are. */
export function oneByOneOf(isChanged: (station: number) => boolean, one: OfOne, others: OfMany): OfMany {
  const each = oneByOne(one);
  return (station, ...rest) => (isChanged(station) ? each(station, ...rest) : others(station, ...rest));
}

/** Means of parts alone, by what each sensor reads in each. */
export function madeMeans(mean: OfOne): PartMeans {
  const nothing = () => Number.NaN;
  return {
    ...{ first: 0, mean, readMeans: oneByOne(mean), rawMean: mean, impossibleCount: () => 0 },
    ...{
      hourMean: nothing,
      readHourMeans: oneByOne(nothing),
      hourCount: () => 0,
      lowest: nothing,
      highest: nothing,
      minuteIn: nothing,
    },
  };
}
