import { z } from 'zod';
import { silenceShape } from '../../../schemas/http/answers/alert-rule-answer.ts';
import { listShape } from '../../../schemas/http/answers/page-answer.ts';
import { endpoint, json } from '../../http/endpoint.ts';
import { EARLIEST, query, wordText } from '../../http/query-fields.ts';
import { silenceAnswer } from '../answers/alert-rule-answer.ts';
import { silencesFrom } from '../records/silence-records.ts';
import type { AlertEndpointDependencies } from './alert-endpoint-dependencies.ts';

export const listSilences = endpoint({
  name: 'list-silences',
  method: 'GET',
  part: 'detection',
  roles: ['user'],
  path: '/api/v1/silences',
  description: 'Silences that have not ended, or with `ended=true` all of them, the newest first.',
  pathParameters: z.object({}),
  query: query({ ended: wordText(['true', 'false']).default('false') }),
  success: json('The silences.', listShape('silences', silenceShape)),
  async answer({ query: { ended }, scope }, { alerts, now }: AlertEndpointDependencies) {
    const silences = await silencesFrom(alerts.catalogue, ended === 'true' ? EARLIEST : now());
    const own = silences.filter(({ networks }) => scope.includesSome(networks));
    return { status: 200, body: { silences: own.map(silenceAnswer) } };
  },
});
