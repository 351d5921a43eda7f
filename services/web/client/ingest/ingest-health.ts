import type { Api } from '../api/api.ts';
import { cardsTable } from '../dom/cards-table.ts';
import { element } from '../dom/element.ts';
import { serviceWords } from '../dom/service-words.ts';
import { symbol } from '../map/symbols.ts';
import { message } from '../messages/message.ts';
import { shownNumber } from '../state/numbers.ts';
import { momentOf, spanOf } from '../time/moments.ts';
import { newestData } from '../time/newest-data.ts';
import { zoneName } from '../time/zone.ts';
import { readMetrics, sumsBy } from './metric-lines.ts';

/** What `/readyz` answers, as far as it is shown. */
interface Readiness {
  readonly checks: Readonly<Record<string, { readonly ok: boolean; readonly detail: string }>>;
}

/** The checks of the answering process, in the service's words. */
export async function checksTable(signal: AbortSignal): Promise<HTMLElement> {
  // A process that is not ready answers 503, with the same document.
  const { checks } = (await (await fetch('/readyz', { signal })).json()) as Readiness;
  const rows = Object.entries(checks).map(([name, { ok, detail }]) =>
    element(
      'tr',
      {},
      element('th', { scope: 'row' }, name),
      element(
        'td',
        { class: 'nowrap' },
        symbol(ok ? 'good' : 'device_failure'),
        ` ${message(ok ? 'ingest.ok' : 'ingest.not_ok')}`,
      ),
      element('td', { class: 'soft whole' }, serviceWords(detail)),
    ),
  );
  const heads = [message('ingest.check'), message('ingest.state'), message('ingest.detail')];
  return part('ingest.checks', cardsTable(message('ingest.checks'), heads, rows));
}

/** What each feed brought since the answering process started, and what waits in the log. */
export async function feedTables(signal: AbortSignal): Promise<HTMLElement> {
  const measurements = readMetrics(await (await fetch('/metrics', { signal })).text());
  const accepted = sumsBy(measurements, 'halcyon_observations_accepted_total', 'source');
  const refused = sumsBy(measurements, 'halcyon_dead_letters_total', 'source');
  const behind = sumsBy(measurements, 'halcyon_log_behind', 'group');
  const number = (value: number) => element('td', { class: 'number' }, shownNumber(value));
  const feeds = [...new Set([...accepted.keys(), ...refused.keys()])].map((feed) =>
    element(
      'tr',
      {},
      element('th', { scope: 'row' }, feed),
      number(accepted.get(feed) ?? 0),
      number(refused.get(feed) ?? 0),
    ),
  );
  const readers = [...behind].map(([group, records]) =>
    element('tr', {}, element('th', { scope: 'row' }, group), number(records)),
  );
  const ofNumbers = (text: string) => ({ ofNumbers: text });
  return element(
    'div',
    {},
    part(
      'ingest.feeds',
      feeds.length === 0
        ? element('p', { class: 'card soft' }, message('ingest.no_feeds'))
        : cardsTable(
            message('ingest.feeds'),
            [message('ingest.feed'), ofNumbers(message('ingest.accepted')), ofNumbers(message('ingest.refused'))],
            feeds,
          ),
    ),
    readers.length > 0 &&
      part(
        'ingest.behind',
        cardsTable(message('ingest.behind'), [message('ingest.group'), ofNumbers(message('ingest.records'))], readers),
      ),
  );
}

/** How fresh the newest observation of each network is. */
export async function freshnessTable(
  api: Pick<Api, 'get'>,
  networks: readonly string[],
  now: number,
  signal: AbortSignal,
): Promise<HTMLElement> {
  const rows: HTMLElement[] = [];
  // One after the other: each is a search over a whole network.
  for (const network of networks) {
    const newest = await newestData(api, { network }, signal).catch(() => null);
    rows.push(
      element(
        'tr',
        {},
        element('th', { scope: 'row' }, network),
        element('td', { class: 'nowrap' }, newest === null ? '–' : momentOf(newest)),
        element('td', { class: 'number' }, newest === null ? '–' : spanOf(now - newest)),
      ),
    );
  }
  const heads = [
    message('form.network'),
    message('ingest.newest', { zone: zoneName() }),
    { ofNumbers: message('ingest.age') },
  ];
  return part('ingest.freshness', cardsTable(message('ingest.freshness'), heads, rows));
}

function part(
  title: 'ingest.checks' | 'ingest.feeds' | 'ingest.behind' | 'ingest.freshness',
  child: HTMLElement,
): HTMLElement {
  return element('section', {}, element('h2', {}, message(title)), child);
}
