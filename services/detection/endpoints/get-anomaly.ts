import { z } from 'zod';
import { HalcyonError } from '../../../schemas/errors.ts';
import { anomalyEvidenceShape } from '../../../schemas/http/answers/anomaly-answer.ts';
import { anomalyId } from '../../../schemas/reports/given-id.ts';
import { anomalyAnswer } from '../../answers/anomaly-answer.ts';
import { ANOMALY_ID } from '../../answers/record-id.ts';
import { overlayOf } from '../../experts/overlay.ts';
import { endpoint, json } from '../../http/endpoint.ts';
import { query, unitsField } from '../../http/query-fields.ts';
import type { FoundDependencies } from './detection-dependencies.ts';

export const getAnomaly = endpoint({
  name: 'get-anomaly',
  method: 'GET',
  part: 'detection',
  roles: ['user'],
  path: '/api/v1/anomalies/:id',
  description:
    'One anomaly with the evidence behind its verdict (the numbers it rests on; in Halcyon units) and its earlier ' +
    'versions, newest first. A withdrawn one is found as well.',
  pathParameters: z.object({ id: anomalyId }),
  query: query({ ...unitsField }),
  success: json('The anomaly.', anomalyEvidenceShape),
  errors: { 404: 'There is no anomaly of this id.' },
  async answer(call, dependencies: FoundDependencies) {
    const { id } = call.path;
    const [latest, ...earlier] = ANOMALY_ID.test(id) ? await dependencies.store.anomaly(id) : [];
    if (latest === undefined) throw new HalcyonError('not_found', 'there is no anomaly of this id');
    const { units } = call.query;
    const { network, station, time } = latest;
    const marks = (await overlayOf(dependencies.experts, { network, station, from: time, to: time })).marksOf(latest);
    return {
      status: 200,
      body: {
        ...anomalyAnswer(latest, units, marks),
        configuration: latest.configuration,
        evidence: latest.evidence,
        earlier_versions: earlier.map((version) => anomalyAnswer(version, units, marks)),
      },
    };
  },
});
