import { BASE } from '../address/route.ts';
import type { NowAnswer } from '../api/answers.ts';
import { element } from '../dom/element.ts';
import { message } from '../messages/message.ts';
import { isoOf, slotAt, spanOf, zonedMoment } from '../time/moments.ts';

/** How many there are of each group, with ways to them. @param outages those that last */
export function summaryItems({ stations, faults }: NowAnswer, outages: number): HTMLElement[] {
  const inState = (state: string) => stations.filter((station) => station.state === state).length;
  const inGroup = (group: string) => faults.filter((fault) => fault.group === group).length;
  const counts: readonly (readonly [id: string, count: number, title: string])[] = [
    ['open', inGroup('open'), message('now.group_open')],
    ['silent', inState('silent'), message('now.silent')],
    ['outages', outages, message('now.outages')],
    ['weather', inState('weather_event'), message('now.weather')],
    ['recovered', inGroup('recovered'), message('now.group_recovered')],
  ];
  return counts.map(([id, count, title]) =>
    element(
      'li',
      { class: count === 0 ? 'none' : `of-${id}` },
      element('a', { href: `#${id}` }, element('b', {}, count), ` ${title}`),
    ),
  );
}

/**
 * What is said above the rows: that the network is silent as a whole, or that nobody has to look; null where neither is so.
 *
 * @param newest time of the newest report of a network that is silent as a whole, else null
 */
export function standing({ network, faults }: NowAnswer, now: number, newest: number | null): HTMLElement | null {
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
  if (faults.some(({ group }) => group === 'open')) return null;
  const isAway = faults.some(({ group }) => group !== 'recovered');
  return element('p', { class: 'card well' }, message(isAway ? 'now.nothing_else' : 'now.nothing_wrong'));
}
