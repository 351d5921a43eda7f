import type { FaultNow } from '../api/answers.ts';
import type { Api } from '../api/api.ts';
import { element, refill } from '../dom/element.ts';
import { problemWords } from '../dom/problem-line.ts';
import { message } from '../messages/message.ts';
import { DAY_MS, HOUR_MS, isoOf, momentOf, spanOf } from '../time/moments.ts';
import { stationsOfCause, variablesOfCause } from './cause-words.ts';
import { judgedOffWords, kindSentence } from './fault-words.ts';

/** How far back it is looked [ms]. */
const BACK_MS = 30 * DAY_MS;
/** So many are listed, the newest. */
const LISTED = 12;

type Past = Pick<FaultNow, 'variable' | 'kind' | 'adjusted' | 'estimate' | 'start' | 'end'>;

/** What a mute of a fault's kind at its sensor would have hidden in the last 30 days; it fills itself. */
export function mutePreview(api: Api, fault: FaultNow, now: number, signal: AbortSignal): HTMLElement {
  const root = element(
    'div',
    { class: 'preview', role: 'status' },
    element('p', { class: 'soft' }, message('care.mute_asks')),
  );
  void fill(root, api, fault, now, signal);
  return root;
}

async function fill(root: HTMLElement, api: Api, fault: FaultNow, now: number, signal: AbortSignal): Promise<void> {
  const { network, kind } = fault;
  const variables = variablesOfCause(fault);
  try {
    const faults: Past[] = [];
    for (const { id: station } of stationsOfCause(fault)) {
      const query = new URLSearchParams({ network, station, kind, from: isoOf(now - BACK_MS) });
      const found = await api.all<Past>(`/api/v1/faults?${query}`, 'faults', signal);
      faults.push(...found.filter(({ variable }) => variables.includes(variable)));
    }
    const long = faults.filter(({ start, end }) => lastedOf(start, end, now) > HOUR_MS).length;
    refill(
      root,
      element('p', {}, element('b', {}, message('care.would_hide', { n: faults.length, long }))),
      element('ul', {}, ...faults.slice(0, LISTED).map((one) => element('li', {}, pastWords(one, now)))),
      faults.length > LISTED && element('p', { class: 'soft' }, message('list.more', { n: faults.length - LISTED })),
    );
  } catch (error) {
    if (!signal.aborted) refill(root, element('p', { class: 'problem', role: 'alert' }, problemWords(error)));
  }
}

function pastWords({ variable, kind, adjusted, estimate, start, end }: Past, now: number): string {
  const off = judgedOffWords({ variable, estimate, together: null });
  // One report lasts no time.
  const lasted = start === end ? '' : spanOf(lastedOf(start, end, now));
  return [
    momentOf(Date.parse(start), now),
    kindSentence({ variable, kind, adjusted, latest: null, estimate }),
    off,
    lasted,
  ]
    .filter(Boolean)
    .join(', ');
}

function lastedOf(start: string, end: string | null, now: number): number {
  return (end === null ? now : Date.parse(end)) - Date.parse(start);
}
