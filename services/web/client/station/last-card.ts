import { VARIABLES, type Variable } from '../../../../schemas/variables.ts';
import type { ObservationAnswer } from '../api/answers.ts';
import { element } from '../dom/element.ts';
import { message } from '../messages/message.ts';
import { stateLabel } from '../state/station-state.ts';
import { shownValue, variableLabel } from '../state/variables.ts';
import { spanOf, zonedMoment } from '../time/moments.ts';

/**
 * The last values of a station in what is shown; null where there is none.
 *
 * @param now ms since the epoch, where the present is shown; else null
 * @param silent variables of which nothing comes though it reports
 */
export function lastCard(
  last: ObservationAnswer | undefined,
  now: number | null,
  silent: readonly Variable[],
): HTMLElement | null {
  if (last === undefined) return null;
  const time = Date.parse(last.timestamp);
  return element(
    'section',
    { class: 'card', 'aria-label': message('station.last_values') },
    element('h2', {}, message('station.last_values')),
    element(
      'p',
      { class: 'soft' },
      now === null ? zonedMoment(time) : message('station.ago', { time: zonedMoment(time), span: spanOf(now - time) }),
    ),
    element(
      'dl',
      { class: 'facts' },
      ...VARIABLES.flatMap((variable) => [
        element('dt', {}, variableLabel(variable)),
        element('dd', {}, silent.includes(variable) ? stateLabel('silent') : shownValue(variable, last[variable])),
      ]),
    ),
  );
}
