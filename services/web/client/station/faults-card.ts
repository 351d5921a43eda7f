import type { JudgedFault } from '../api/answers.ts';
import { element } from '../dom/element.ts';
import { serviceWords } from '../dom/service-words.ts';
import { symbol } from '../map/symbols.ts';
import { message } from '../messages/message.ts';
import { classLabel } from '../state/station-state.ts';
import { variableLabel } from '../state/variables.ts';
import { momentOf, spanOf } from '../time/moments.ts';

/** Faults that the list beside the charts shows. */
const LISTED = 30;

/**
 * What was wrong with the sensors of a station, newest first: those that hold among them.
 *
 * @param rejected what people called no fault, folded below
 * @param none what is said where there is none
 * @param onTakeBack somebody takes back what people say of one; null where nobody may
 */
export function faultsCard(
  faults: readonly JudgedFault[],
  rejected: readonly JudgedFault[],
  none: string,
  onTakeBack: ((fault: JudgedFault) => void) | null,
): HTMLElement {
  return element(
    'section',
    { class: 'card', 'aria-label': message('fault.title'), tabindex: -1 },
    element('h2', {}, message('fault.title_n', { n: faults.length })),
    ...(faults.length === 0 ? [element('p', { class: 'soft' }, none)] : listOf(faults, onTakeBack)),
    rejected.length > 0 &&
      element(
        'details',
        { class: 'rejected' },
        element('summary', {}, message('fault.rejected_n', { n: rejected.length })),
        ...listOf(rejected, onTakeBack),
      ),
  );
}

function listOf(faults: readonly JudgedFault[], onTakeBack: ((fault: JudgedFault) => void) | null): HTMLElement[] {
  const items = faults.slice(0, LISTED).map((fault) => {
    const { certainty, state, variable, kind, start, end, reason, override } = fault;
    const isRejected = override?.classification === 'normal';
    const began = Date.parse(start);
    const when = end === null ? message('fault.since', { time: momentOf(began) }) : momentOf(began);
    const lasted = end === null || end === start ? '' : `, ${spanOf(Date.parse(end) - began)}`;
    return element(
      'li',
      {},
      element(
        'p',
        { class: 'row' },
        symbol(isRejected ? 'good' : certainty === 'failure' ? 'device_failure' : 'suspected', state === 'provisional'),
        element('b', {}, `${variableLabel(variable)} ${message(`fault.${kind}`)}`),
        element('span', { class: 'soft' }, `${when}${lasted}`),
      ),
      reason !== '' && element('p', { class: 'soft' }, serviceWords(reason)),
      override !== undefined &&
        element(
          'p',
          {},
          isRejected
            ? message('fault.rejected_by', { by: override.by, reason: override.reason })
            : message('compare.said', {
                class: classLabel(override.classification),
                by: override.by,
                reason: override.reason,
              }),
        ),
      override !== undefined &&
        onTakeBack !== null &&
        element('button', { type: 'button', on: { click: () => onTakeBack(fault) } }, message('expert.take_back')),
    );
  });
  const rest = faults.length - items.length;
  const list = element('ul', { class: 'faults' }, ...items);
  return rest > 0 ? [list, element('p', { class: 'soft' }, message('list.more', { n: rest }))] : [list];
}
