import type { AnomalyAnswer } from '../api/answers.ts';
import type { Api } from '../api/api.ts';
import { element } from '../dom/element.ts';
import { openForm } from '../dom/form-dialog.ts';
import { classLabel, type ShownClass } from '../state/station-state.ts';

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
      title: 'Override the verdict',
      text: 'Yours is shown beside that of the machine, with your name; nothing is lost.',
      fields: [
        {
          name: 'classification',
          label: 'It is',
          kind: 'choice',
          options: CLASSES.filter((name) => name !== anomaly.classification).map((name) => [name, classLabel(name)]),
        },
        { name: 'reason', label: 'Why', kind: 'long', required: true },
      ],
      does: 'Override',
      send: async ({ classification, reason }) => {
        await api.send('PUT', path, { classification, reason });
        onDone();
      },
    });
  const takeBack = () =>
    openForm({
      title: 'Take the override back?',
      text: 'The verdict of the machine applies again.',
      fields: [],
      does: 'Take back',
      send: async () => {
        await api.send('DELETE', path);
        onDone();
      },
    });
  const button = (label: string, click: () => void) => element('button', { type: 'button', on: { click } }, label);
  return element(
    'p',
    { class: 'row' },
    button('Override', call),
    anomaly.override !== undefined && button('Take back', takeBack),
  );
}
