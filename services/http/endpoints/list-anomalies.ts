import { z } from 'zod';
import { VERDICT_STATES } from '../../../schemas/anomaly.ts';
import { OVERRIDE_CLASSES } from '../../../schemas/expert-rule.ts';
import { anomalyAnswerShape } from '../../../schemas/http/answers/anomaly-answer.ts';
import { nextCursor } from '../../../schemas/http/answers/page-answer.ts';
import { TEMPORAL_METHOD_NAMES } from '../../../schemas/judgement-configuration.ts';
import { type Overlay, overlayOf } from '../../experts/overlay.ts';
import type { AnomalyQuery } from '../../stores/time-series-store.ts';
import { anomalyAnswer } from '../answers/anomaly-answer.ts';
import { anomalyFields, boxText, given, pageFields, query, timeFields, unitsField, wordText } from '../query-fields.ts';
import { endpoint, json } from './endpoint.ts';

export const listAnomalies = endpoint({
  name: 'list-anomalies',
  method: 'GET',
  part: 'detection',
  roles: ['user'],
  path: '/api/v1/anomalies',
  description:
    'Classified anomalies of the live stages, newest observation first. Filters: from and to (of the observation, both ' +
    'included), network, station, variable, class, state, method, box (`west,south,east,north` in degrees). The last ' +
    'version of each counts, withdrawn ones only with `state=withdrawn`; `revisions=all` shows every version. Classes are ' +
    'those that people gave where they did; what they call normal is shown only with `class=normal`. ' +
    '`units=si` gives m/s and Pa.',
  pathParameters: z.object({}),
  query: query({
    ...anomalyFields,
    class: wordText(OVERRIDE_CLASSES).optional(),
    state: wordText(VERDICT_STATES).optional(),
    method: wordText(TEMPORAL_METHOD_NAMES).optional(),
    box: boxText.optional(),
    ...timeFields,
    revisions: wordText(['last', 'all']).default('last'),
    ...unitsField,
    ...pageFields,
  }),
  success: json('A page of anomalies.', z.object({ anomalies: z.array(anomalyAnswerShape), next_cursor: nextCursor })),
  async answer(call, parts) {
    const { class: classification, revisions, units, ...asked } = call.query;
    const { network, station, from, to } = asked;
    const overlay = await overlayOf(parts.experts, given({ network, station, from, to }));
    const page = await parts.store.anomalies(
      given({ ...asked, classification, revisions: revisions === 'all', called: calledIn(overlay, classification) }),
    );
    return {
      status: 200,
      body: {
        anomalies: page.items.map((anomaly) => anomalyAnswer(anomaly, units, overlay.marksOf(anomaly))),
        next_cursor: page.next,
      },
    };
  },
});

/** Which anomalies are in a list, or are not, because of what people call them; undefined where that changes nothing. */
function calledIn(overlay: Overlay, classification: AnomalyQuery['classification']): AnomalyQuery['called'] {
  const { so, otherwise } = overlay.called(classification ?? 'normal');
  const called = classification === undefined ? { so: [], otherwise: so } : { so, otherwise };
  return called.so.length + called.otherwise.length === 0 ? undefined : called;
}
