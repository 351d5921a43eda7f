import { BASE } from '../address/route.ts';
import type { StatesAnswer } from '../api/answers.ts';
import { cardsTable } from '../dom/cards-table.ts';
import { element, refill } from '../dom/element.ts';
import { symbol } from '../map/symbols.ts';
import { message } from '../messages/message.ts';
import type { Context, Page } from '../shell/context.ts';
import { shownNumber } from '../state/numbers.ts';
import { STATES_GRAVEST_FIRST, stateLabel } from '../state/station-state.ts';
import { momentOf } from '../time/moments.ts';
import { newestData } from '../time/newest-data.ts';
import { zoneName } from '../time/zone.ts';

/** The networks, each with how many of its stations are how. */
export class NetworksPage implements Page {
  readonly title = message('networks.title');
  readonly root = element(
    'div',
    { class: 'page' },
    element('header', {}, element('h1', {}, message('networks.title'))),
  );

  constructor(context: Context) {
    const rows = context.networks.map((network) => ({ network, row: element('tr', {}, nameCell(network)) }));
    const states = STATES_GRAVEST_FIRST.map((state) => ({ ofNumbers: stateLabel(state) }));
    const heads = [
      message('form.network'),
      { ofNumbers: message('networks.stations') },
      ...states,
      message('networks.newest', { zone: zoneName() }),
    ];
    this.root.append(
      cardsTable(
        message('networks.caption'),
        heads,
        rows.map(({ row }) => row),
      ),
    );
    void fillRows(context, rows);
  }
}

function nameCell(network: string): HTMLElement {
  const address = `${BASE}/live?${new URLSearchParams({ network })}`;
  return element('th', { scope: 'row', class: 'whole' }, element('a', { href: address }, network));
}

/** One after the other: each is an answer over a whole network. */
async function fillRows(context: Context, rows: readonly { network: string; row: HTMLElement }[]): Promise<void> {
  for (const { network, row } of rows) {
    if (context.left.aborted) return;
    // The counts are of the whole network; at this zoom few stations come with them.
    const path = `/api/v1/states?${new URLSearchParams({ network, zoom: '0' })}`;
    const answer = await context.api.get<StatesAnswer>(path, context.left).catch(() => null);
    const view = answer?.view;
    if (view === undefined) {
      refill(
        row,
        nameCell(network),
        element('td', { colspan: STATES_GRAVEST_FIRST.length + 2, class: 'soft' }, message('networks.unread')),
      );
      continue;
    }
    const { counts, last_seen: seen } = view;
    // States know of the last month alone.
    const newest =
      seen === null ? await newestData(context.api, { network }, context.left).catch(() => null) : Date.parse(seen);
    const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
    refill(
      row,
      nameCell(network),
      element(
        'td',
        { class: 'number' },
        shownNumber(all),
        element('span', { class: 'unseen' }, ` ${message('networks.stations')}`),
      ),
      ...STATES_GRAVEST_FIRST.map((state) =>
        element(
          'td',
          { class: counts[state] === 0 ? 'number soft' : 'number' },
          symbol(state),
          ` ${shownNumber(counts[state])}`,
          element('span', { class: 'unseen' }, ` ${stateLabel(state)}`),
        ),
      ),
      element('td', { class: 'nowrap' }, newest === null ? '–' : momentOf(newest)),
    );
  }
}
