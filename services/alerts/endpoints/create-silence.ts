import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { HalcyonError } from '../../../schemas/errors.ts';
import { commentText } from '../../../schemas/http/alerts/comment-body.ts';
import { areaField, boxList, kindList, nameList, variableList } from '../../../schemas/http/alerts/place-fields.ts';
import { silenceShape } from '../../../schemas/http/answers/alert-rule-answer.ts';
import { networkName } from '../../../schemas/http/name-text.ts';
import { nameOf } from '../../access/caller.ts';
import { madeIn } from '../../http/answered-text.ts';
import { endpoint } from '../../http/endpoint.ts';
import { query, timeText } from '../../http/query-fields.ts';
import { silenceAnswer } from '../answers/alert-rule-answer.ts';
import { addSilence } from '../records/silence-records.ts';
import type { AlertEndpointDependencies } from './alert-endpoint-dependencies.ts';
import { assertPlaces } from './assert-places.ts';

const silenceBody = z
  .strictObject({
    network: networkName.nullish(),
    stations: nameList.nullish(),
    variables: variableList.nullish().describe('Only alerts that touch no other variable.'),
    kinds: kindList.nullish().describe('Only alerts of faults of these kinds.'),
    box: boxList.nullish(),
    area: areaField.nullish(),
    from: timeText.nullish().describe('Now where it is not given.'),
    to: timeText,
    reason: commentText,
  })
  .meta({ examples: [{ network: 'north', stations: ['a'], to: '2200-03-01T00:00:00Z', reason: 'calibration' }] });

export const createSilence = endpoint({
  name: 'create-silence',
  method: 'POST',
  part: 'detection',
  roles: ['curator'],
  path: '/api/v1/silences',
  description:
    'Has alerts that open from `from` (now where it is not given) to `to`, or whose episode began then, kept but told to ' +
    'nobody: those of a network, stations, variables, kinds of faults, a box, an area, or all. Stations have to be there.',
  audit: {
    action: 'silence.add',
    of: ({ body }, answered) => ({ about: madeIn(answered, 'silence'), network: body.network ?? null }),
  },
  pathParameters: z.object({}),
  query: query({}),
  body: { kind: 'json', schema: silenceBody, limit: 'bodyBytes' },
  success: { status: 201, description: 'The silence.', content: { 'application/json': silenceShape } },
  errors: { 404: 'There is no such network, or no such station.' },
  async answer({ body, caller, scope }, { alerts, store, now }: AlertEndpointDependencies) {
    const { network, stations = null, variables = null, kinds = null, box = null, area = null, to, reason } = body;
    const from = body.from ?? now();
    if (from > to) {
      const msg = "'to' should not be earlier than 'from', which is now where it is not given";
      const problems = [{ loc: ['body', 'to'], msg, type: 'value_error' }];
      throw new HalcyonError('invalid_parameter', msg, { problems });
    }
    const silence = {
      id: randomUUID(),
      networks: typeof network === 'string' ? [network] : null,
      stations,
      variables,
      kinds,
      box,
      area,
      from,
      to,
      reason,
      by: nameOf(caller),
      created: now(),
    };
    scope.assertIncludesAll(silence.networks);
    await assertPlaces(store, silence);
    await addSilence(alerts.catalogue, silence);
    return { status: 201, body: silenceAnswer({ ...silence, endedBy: null }) };
  },
});
