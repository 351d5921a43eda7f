import type { Fault } from '../../schemas/fault.ts';
import { causesOf, isOfFeed } from '../answers/causes.ts';
import { togetherWords } from '../answers/together-words.ts';
import type { Overlay } from '../experts/overlay.ts';
import { type Occasion, occasionOfFault } from './occasion.ts';

/** What the faults of a network are looked through with. */
interface FeedQuestion {
  /** What people say of them. */
  readonly overlay: Overlay;
  /** Stations of the network that are not retired. */
  readonly inUse: number;
  /** Up to when the network is settled, ms since the epoch. */
  readonly settled: number;
}

/**
 * What many stations of a network have in common since the same time, as where a feed comes to send another unit: each is one
 * occasion of all of them. Faults count by when they began, so that it stays one until the last of them has ended.
 *
 * @param faults of a network
 */
export function feedOccasions(faults: readonly Fault[], { overlay, inUse, settled }: FeedQuestion): Occasion[] {
  const standing = faults
    .filter(({ kind, state }) => isOfFeed(kind) && state !== 'withdrawn')
    // Of a unit, and of impossible values that were its first sign, the unit is told.
    .sort(
      (a, b) => Number(b.kind === 'unit') - Number(a.kind === 'unit') || a.start - b.start || (a.id < b.id ? -1 : 1),
    );
  const causes = new Set(causesOf(standing, { time: Number.NEGATIVE_INFINITY, inUse }).values());
  return [...causes].flatMap((those) => {
    const told = those.filter((fault) => !isExplained(fault, overlay));
    const words = told.length === 0 ? null : togetherWords(told, inUse);
    // One that people have explained is no more named; the alert stays that of the others.
    return words === null ? [] : [{ ...occasionOfFeed(told, words, settled), faults: those.map(({ id }) => id) }];
  });
}

/** The occasion of which a fault of another one is. */
export function feedOf(feeds: readonly Occasion[], { faults }: Pick<Occasion, 'faults'>): Occasion | undefined {
  return feeds.find((feed) => faults.some((id) => feed.faults.includes(id)));
}

/** @param those faults of one cause, the one that speaks for them first */
function occasionOfFeed(those: readonly Fault[], words: string, settled: number): Occasion {
  const [lead] = those;
  const last = those.reduce((latest, { end, judged }) => Math.max(latest, end ?? judged), lead.start);
  const recovered = those.reduce<number | null>((latest, fault) => {
    return latest === null || fault.recovered === null ? null : Math.max(latest, fault.recovered);
  }, Number.NEGATIVE_INFINITY);
  const whole: Fault = {
    ...lead,
    certainty: those.some(({ certainty }) => certainty === 'failure') ? 'failure' : lead.certainty,
    start: Math.min(...those.map(({ start }) => start)),
    end: those.some(({ end }) => end === null) ? null : last,
    recovered,
    judged: Math.max(...those.map(({ judged }) => judged)),
  };
  const occasion = occasionOfFault(whole, { same: those, last, anomalies: [], settled, explained: null });
  return {
    ...occasion,
    stations: [...new Set(those.map(({ station }) => station))].sort(),
    variables: [lead.variable],
    summary: `${occasion.classification.replace('_', ' ')}: ${words}`,
    over: recovered === null ? null : 'The stations are right again.',
  };
}

/** Whether people have said that a fault is none, or work at it. */
function isExplained(fault: Fault, overlay: Overlay): boolean {
  if (overlay.explains(fault) && overlay.overrideOfFault(fault) !== null) return true;
  return overlay.maintenanceOf({ ...fault, time: fault.end ?? fault.judged }) !== null;
}
