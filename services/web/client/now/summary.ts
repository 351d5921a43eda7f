import { BASE } from '../address/route.ts';
import type { NowAnswer } from '../api/answers.ts';
import { element } from '../dom/element.ts';
import { reachWords } from '../map/reach-note.ts';
import { message } from '../messages/message.ts';
import { shownNumber } from '../state/numbers.ts';
import { isoOf, slotAt } from '../time/moments.ts';
import type { Reach } from '../time/reach.ts';
import { type CountedGroup, countTitle } from './count-title.ts';
import { judgedOf, nothingOpenWords } from './nothing-open.ts';

/** What is not counted may be many. */
const MANY = 2;

/** What is counted beside the faults; null where it is not known. */
interface OtherCounts {
  /** Outages that last. */
  readonly outages: number | null;
  /** Stations with weather. */
  readonly weather: number | null;
}

/** How many there are of each group, with ways to them. */
export function summaryItems(
  { counts: { states, groups, silent_sensors: sensors } }: NowAnswer,
  others: OtherCounts,
): HTMLElement[] {
  const counts: readonly (readonly [id: CountedGroup, count: number | null])[] = [
    ['open', groups.open],
    ['silent', states.silent],
    ['silent_sensors', sensors],
    ['outages', others.outages],
    ['weather', others.weather],
    ['recovered', groups.recovered],
  ];
  return counts.map(([id, count]) =>
    element(
      'li',
      { class: (count ?? 0) === 0 ? 'none' : `of-${id}` },
      element(
        'a',
        { href: `#${id}` },
        ...(count === null
          ? [message('now.unknown_of', { title: countTitle(id, MANY) })]
          : [element('b', {}, shownNumber(count)), ` ${countTitle(id, count)}`]),
      ),
    ),
  );
}

/** What is said above the rows: how far the network has come, or that nobody has to look; null where neither is so. */
export function standing({ network, counts }: NowAnswer, now: number, reach: Reach): HTMLElement | null {
  if (reach.kind !== 'present') {
    return element(
      'p',
      { class: 'card' },
      ...reachWords(reach, now),
      reach.kind === 'standing' && wayTo(network, reach.newest),
    );
  }
  if (counts.groups.open > 0) return null;
  const isWell = judgedOf(counts) > 0 && counts.silent_sensors === 0;
  return element('p', { class: isWell ? 'card well' : 'card' }, nothingOpenWords(counts));
}

function wayTo(network: string, time: number): HTMLElement {
  const query = new URLSearchParams({ network, time: isoOf(slotAt(time)) });
  return element('a', { href: `${BASE}/live?${query}` }, message('now.show_on_map'));
}
