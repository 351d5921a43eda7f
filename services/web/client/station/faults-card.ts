import type { ReportedFault } from '../api/answers.ts';
import { element } from '../dom/element.ts';
import { symbol } from '../map/symbols.ts';
import { shownWords, variableLabel } from '../state/variables.ts';
import { momentOf, spanOf } from '../time/moments.ts';

/** Faults that the list beside the charts shows. */
const LISTED = 30;
const KIND_WORDS = {
  spike: 'spike',
  level: 'off',
  stuck: 'stuck',
  noise: 'noisy',
  impossible: 'impossible',
  drift: 'drifting',
  bias: 'biased',
  gain: 'reading a share',
  clock: 'of another time',
  unit: 'in another unit',
  swapped: 'swapped',
  radiation: 'heated by day',
  ceiling: 'stopped below saturation',
} as const;

/** What was wrong with the sensors of a station, newest first: those that hold among them. */
export function faultsCard(faults: readonly ReportedFault[]): HTMLElement {
  const items = faults.slice(0, LISTED).map((fault) => {
    const { certainty, state, variable, kind, start, end, reason } = fault;
    const began = Date.parse(start);
    const when = end === null ? `since ${momentOf(began)}` : momentOf(began);
    const lasted = end === null || end === start ? '' : `, ${spanOf(Date.parse(end) - began)}`;
    return element(
      'li',
      {},
      element(
        'p',
        { class: 'row' },
        symbol(certainty === 'failure' ? 'device_failure' : 'suspected', state === 'provisional'),
        element('b', {}, `${variableLabel(variable)} ${KIND_WORDS[kind]}`),
        element('span', { class: 'soft' }, `${when}${lasted}`),
      ),
      element('p', { class: 'soft' }, shownWords(reason)),
    );
  });
  return element(
    'section',
    { class: 'card', 'aria-label': 'Faults' },
    element('h2', {}, `Faults (${faults.length})`),
    items.length === 0
      ? element('p', { class: 'soft' }, 'No sensor was wrong in this time.')
      : element('ul', { class: 'faults' }, ...items),
    faults.length > items.length && element('p', { class: 'soft' }, `${faults.length - items.length} more`),
  );
}
