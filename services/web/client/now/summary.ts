import { BASE } from '../address/route.ts';
import type { NowAnswer } from '../api/answers.ts';
import { element } from '../dom/element.ts';
import { message } from '../messages/message.ts';
import { shownNumber } from '../state/numbers.ts';
import { isoOf, slotAt, spanOf, zonedMoment } from '../time/moments.ts';

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

/**
 * What is said above the rows: that the network is silent as a whole, or that nobody has to look; null where neither is so.
 *
 * @param newest time of the newest report of a network that is silent as a whole, else null
 */
export function standing(
  { network, counts: { groups } }: NowAnswer,
  now: number,
  newest: number | null,
): HTMLElement | null {
  if (newest !== null) {
    const query = new URLSearchParams({ network, time: isoOf(slotAt(newest)) });
    return element(
      'p',
      { class: 'card' },
      element('b', {}, message('map.nothing_for', { span: spanOf(now - newest) })),
      ` ${message('map.newest_of', { time: zonedMoment(newest, now) })} `,
      element('a', { href: `${BASE}/live?${query}` }, message('now.show_on_map')),
    );
  }
  if (groups.open > 0) return null;
  const isAway = groups.snoozed + groups.maintenance + groups.muted > 0;
  return element('p', { class: 'card well' }, message(isAway ? 'now.nothing_else' : 'now.nothing_wrong'));
}
