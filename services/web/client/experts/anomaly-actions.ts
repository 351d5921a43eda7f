import type { AnomalyAnswer } from '../api/answers.ts';
import type { Api } from '../api/api.ts';
import { element } from '../dom/element.ts';
import { openForm } from '../dom/form-dialog.ts';
import { message } from '../messages/message.ts';
import { classLabel, type ShownClass } from '../state/station-state.ts';
import { openTakeBack } from './take-back.ts';

const CLASSES: readonly ShownClass[] = ['device_failure', 'weather_event', 'suspected', 'normal'];

/**
 * What somebody who knows better may do about an anomaly: call it otherwise, with a reason, and take that back.
 *
 * @param onDone it was taken
 */
export function anomalyActions(api: Api, anomaly: AnomalyAnswer, onDone: () => void): HTMLElement {
  const path = `/api/v1/anomalies/${anomaly.anomaly_id}/override`;
  const call = () =>
    openForm({
      title: message('expert.override_title'),
      text: message('expert.override_text'),
      fields: [
        {
          name: 'classification',
          label: message('expert.it_is'),
          kind: 'choice',
          options: CLASSES.filter((name) => name !== anomaly.classification).map((name) => [name, classLabel(name)]),
        },
        { name: 'reason', label: message('form.why'), kind: 'long', required: true },
      ],
      does: message('expert.override'),
      send: async ({ classification, reason }) => {
        await api.send('PUT', path, { classification, reason });
        onDone();
      },
    });
  const takeBack = () => openTakeBack(api, path, onDone);
  const button = (label: string, click: () => void) => element('button', { type: 'button', on: { click } }, label);
  return element(
    'p',
    { class: 'row' },
    button(message('expert.override'), call),
    anomaly.override !== undefined && button(message('expert.take_back'), takeBack),
  );
}
