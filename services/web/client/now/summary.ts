import { BASE } from '../address/route.ts';
import type { NowAnswer } from '../api/answers.ts';
import { element } from '../dom/element.ts';
import { reachWords } from '../map/reach-note.ts';
import { message } from '../messages/message.ts';
import { shownNumber } from '../state/numbers.ts';
import { isoOf, slotAt } from '../time/moments.ts';
import type { Reach } from '../time/reach.ts';

/** How many there are of each group, with ways to them. @param outages those that last */
export function summaryItems({ counts: { states, groups } }: NowAnswer, outages: number): HTMLElement[] {
  const counts: readonly (readonly [id: string, count: number, title: string])[] = [
    ['open', groups.open, message('now.group_open')],
    ['silent', states.silent, message('now.silent')],
    ['outages', outages, message('now.outages')],
    ['weather', states.weather_event, message('now.weather')],
    ['recovered', groups.recovered, message('now.group_recovered')],
  ];
  return counts.map(([id, count, title]) =>
    element(
      'li',
      { class: count === 0 ? 'none' : `of-${id}` },
      element('a', { href: `#${id}` }, element('b', {}, shownNumber(count)), ` ${title}`),
    ),
  );
}

/** What is said above the rows: how far the network has come, or that nobody has to look; null where neither is so. */
export function standing({ network, counts: { groups } }: NowAnswer, now: number, reach: Reach): HTMLElement | null {
  if (reach.kind !== 'present') {
    return element(
      'p',
      { class: 'card' },
      ...reachWords(reach, now),
      reach.kind === 'standing' && wayTo(network, reach.newest),
    );
  }
  if (groups.open > 0) return null;
  const isAway = groups.snoozed + groups.maintenance + groups.muted > 0;
  return element('p', { class: 'card well' }, message(isAway ? 'now.nothing_else' : 'now.nothing_wrong'));
}

function wayTo(network: string, time: number): HTMLElement {
  const query = new URLSearchParams({ network, time: isoOf(slotAt(time)) });
  return element('a', { href: `${BASE}/live?${query}` }, message('now.show_on_map'));
}
