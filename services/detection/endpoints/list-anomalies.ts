import { z } from 'zod';
import { VERDICT_STATES } from '../../../schemas/anomaly.ts';
import { OVERRIDE_CLASSES } from '../../../schemas/expert-rule.ts';
import { type AnomalyAnswer, anomalyAnswerShape } from '../../../schemas/http/answers/anomaly-answer.ts';
import { pageShape } from '../../../schemas/http/answers/page-answer.ts';
import { TEMPORAL_METHOD_NAMES } from '../../../schemas/judgement-configuration.ts';
import { anomalyAnswer } from '../../answers/anomaly-answer.ts';
import { type Overlay, overlayOf } from '../../experts/overlay.ts';
import { endpoint, list, NO_SUCH_FORMAT } from '../../http/endpoint.ts';
import { FORMAT_NAMES } from '../../http/format.ts';
import { answerColumns } from '../../http/formats/answer-columns.ts';
import { listAnswer } from '../../http/formats/list-answer.ts';
import { stationPositions } from '../../http/formats/station-positions.ts';
import {
  anomalyFields,
  boxText,
  given,
  listFields,
  query,
  stationsText,
  timeFields,
  unitsField,
  wordText,
} from '../../http/query-fields.ts';
import type { AnomalyQuery } from '../../stores/time-series-store.ts';
import type { FoundDependencies } from './detection-dependencies.ts';

const COLUMNS = answerColumns<AnomalyAnswer>(anomalyAnswerShape);

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
    '`units=si` gives m/s and Pa. Also as csv, geojson, arrow or parquet (`format`, or Accept), with `limit=all` all at once.',
  pathParameters: z.object({}),
  query: query({
    ...anomalyFields,
    station: stationsText.optional(),
    class: wordText(OVERRIDE_CLASSES).optional(),
    state: wordText(VERDICT_STATES).optional(),
    method: wordText(TEMPORAL_METHOD_NAMES).optional(),
    box: boxText.optional(),
    ...timeFields,
    revisions: wordText(['last', 'all']).default('last'),
    ...unitsField,
    ...listFields,
  }),
  formats: FORMAT_NAMES,
  errors: { 406: NO_SUCH_FORMAT },
  success: list('A page of anomalies.', pageShape('anomalies', anomalyAnswerShape), FORMAT_NAMES),
  async answer(call, dependencies: FoundDependencies) {
    const {
      class: classification,
      revisions,
      units,
      limit: _limit,
      cursor: _cursor,
      format: _format,
      ...asked
    } = call.query;
    const { network, station, from, to } = asked;
    const overlay = await overlayOf(dependencies.experts, given({ network, station, from, to }));
    const called = calledIn(overlay, classification);
    return listAnswer(call, {
      formats: FORMAT_NAMES,
      name: 'anomalies',
      columns: COLUMNS,
      positions: stationPositions(dependencies.store, network),
      page: async (place) => {
        const all = revisions === 'all';
        const fields = given({ ...asked, ...place, classification, revisions: all, called });
        const { items, next } = await dependencies.store.anomalies(fields);
        return { items: items.map((anomaly) => anomalyAnswer(anomaly, units, overlay.marksOf(anomaly))), next };
      },
      body: ({ items, next }) => ({ anomalies: items, next_cursor: next }),
    });
  },
});

/** Which anomalies are in a list, or are not, because of what people call them; undefined where that changes nothing. */
function calledIn(overlay: Overlay, classification: AnomalyQuery['classification']): AnomalyQuery['called'] {
  const { so, otherwise } = overlay.called(classification ?? 'normal');
  const called = classification === undefined ? { so: [], otherwise: so } : { so, otherwise };
  return called.so.length + called.otherwise.length === 0 ? undefined : called;
}
