import { z } from 'zod';
import { temporalMethod } from '../../../detectors/methods/registry.ts';
import { thresholdParameter } from '../../../detectors/methods/threshold.ts';
import { HalcyonError } from '../../../schemas/errors.ts';
import { thresholdAnswerShape } from '../../../schemas/http/answers/expert-answers.ts';
import { networkName, stationName } from '../../../schemas/http/name-text.ts';
import { VARIABLES } from '../../../schemas/variables.ts';
import { nameOf } from '../../access/caller.ts';
import { endpoint, json } from '../../http/endpoint.ts';
import { NETWORK_FIELD, query, wordText } from '../../http/query-fields.ts';
import { findStation } from '../../stations/find-station.ts';
import { thresholdAnswer } from '../expert-answers.ts';
import { newThreshold } from '../new-rule.ts';
import type { ExpertDependencies } from './expert-dependencies.ts';
import { ofStation, reasonText } from './rule-fields.ts';

const PATH = '/api/v1/stations/:id/thresholds/:variable';
const ADDRESS = {
  part: 'detection',
  roles: ['curator'],
  path: PATH,
  pathParameters: z.object({ id: stationName, variable: wordText(VARIABLES) }),
  query: query({ network: networkName.optional() }),
  errors: { 404: 'There is no station of this id.' },
} as const;

const thresholdBody = z
  .strictObject({
    threshold: z.number().nullish(),
    floor: z.number().positive().nullish(),
    reason: reasonText,
  })
  .meta({ examples: [{ threshold: 5, reason: 'the site is a frost hollow' }] });

/** Sets from when on a station's variable is flagged. */
export const putThreshold = endpoint({
  ...ADDRESS,
  name: 'put-threshold',
  method: 'PUT',
  audit: { action: 'threshold.set', of: ofStation },
  description:
    'Sets the score beyond which the live method flags a variable of a station (`threshold`), the least departure that ' +
    "matters (`floor`, in the variable's own unit), or both, from `effective_from` of the answer on. What is left out is as " +
    'it would be without. It takes the place of what was set before.',
  body: { kind: 'json', schema: thresholdBody, limit: 'bodyBytes' },
  success: json('What is set.', thresholdAnswerShape),
  async answer(call, dependencies: ExpertDependencies) {
    const { threshold = null, floor = null, reason } = call.body;
    const method = dependencies.configuration.temporalMethod;
    if (threshold === null && floor === null) {
      const msg = "'threshold', 'floor' or both should be given; DELETE takes back what was set";
      throw refused(msg, 'missing');
    }
    const { low, high, unit } = thresholdParameter(temporalMethod(method).specification);
    if (threshold !== null && !(threshold >= low && threshold <= high)) {
      const msg = `'threshold' of ${method} should be a number from ${low} to ${high} (${unit})`;
      throw refused(msg, 'value_error');
    }
    const station = await findStation(dependencies.store, call.path.id, call.query.network, NETWORK_FIELD);
    const entering = { by: nameOf(call.caller), reason, at: dependencies.now() };
    const rule = newThreshold(station, { variable: call.path.variable, method, threshold, floor }, entering);
    await dependencies.experts.enter(rule);
    return { status: 200, body: thresholdAnswer(rule) };
  },
});

/** Takes back what was set of a station's variable. */
export const deleteThreshold = endpoint({
  ...ADDRESS,
  name: 'delete-threshold',
  method: 'DELETE',
  audit: { action: 'threshold.remove', of: ofStation },
  description:
    'Takes back what was set of a variable of a station: what comes from now on is judged as without. Where nothing was ' +
    'set, nothing changes.',
  success: json(
    'What was set until now; null where nothing was.',
    z.object({ ended: thresholdAnswerShape.nullable() }),
  ),
  async answer(call, dependencies: ExpertDependencies) {
    const { id, variable } = call.path;
    const { network, id: station } = await findStation(dependencies.store, id, call.query.network, NETWORK_FIELD);
    const now = dependencies.now();
    const set = await dependencies.experts.rules({ kind: 'threshold', network, station, inForce: true });
    const rule = set.find(({ variables }) => variables.includes(variable));
    const ending = { by: nameOf(call.caller), now, at: now };
    const ended =
      rule === undefined ? null : await dependencies.experts.end({ kind: 'threshold', id: rule.id }, ending);
    return { status: 200, body: { ended: ended === null ? null : thresholdAnswer(ended) } };
  },
});

function refused(msg: string, type: string): HalcyonError {
  return new HalcyonError('invalid_parameter', msg, { problems: [{ loc: ['body', 'threshold'], msg, type }] });
}
