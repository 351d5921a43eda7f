import { z } from 'zod';
import type { Anomaly } from '../../../schemas/anomaly.ts';
import { HalcyonError } from '../../../schemas/errors.ts';
import { OVERRIDE_CLASSES } from '../../../schemas/expert-rule.ts';
import { anomalyAnswerShape } from '../../../schemas/http/answers/anomaly-answer.ts';
import { anomalyId } from '../../../schemas/reports/given-id.ts';
import { nameOf } from '../../access/caller.ts';
import { anomalyAnswer } from '../../answers/anomaly-answer.ts';
import { ANOMALY_ID } from '../../answers/record-id.ts';
import { answeredText } from '../../http/answered-text.ts';
import { endpoint, json } from '../../http/endpoint.ts';
import { query } from '../../http/query-fields.ts';
import { newOverride } from '../new-rule.ts';
import { overlayOf } from '../overlay.ts';
import type { ExpertDependencies } from './expert-dependencies.ts';
import { reasonText } from './rule-fields.ts';

const PATH = '/api/v1/anomalies/:id/override';
const NONE = { 404: 'There is no anomaly of this id.' };
const overrideBody = z
  .strictObject({ classification: z.enum(OVERRIDE_CLASSES), reason: reasonText })
  .meta({ examples: [{ classification: 'normal', reason: 'a controlled burn beside the station' }] });

/** Calls an anomaly by another class. */
export const putOverride = endpoint({
  name: 'put-override',
  method: 'PUT',
  part: 'detection',
  roles: ['curator'],
  path: PATH,
  description:
    "Calls an anomaly otherwise than the machine does, over all of its versions; the machine's class stays beside it as " +
    '`machine_classification`. `normal`: it is no anomaly after all, and lists leave it out. The override before it is ended.',
  audit: { action: 'override.set', of: ({ path }, body) => aboutAnomaly(path.id, body) },
  pathParameters: z.object({ id: anomalyId }),
  query: query({}),
  body: { kind: 'json', schema: overrideBody, limit: 'bodyBytes' },
  success: json('The anomaly as it is shown now.', anomalyAnswerShape),
  errors: NONE,
  async answer(call, dependencies: ExpertDependencies) {
    const anomaly = await anomalyOf(dependencies, call.path.id);
    const { classification, reason } = call.body;
    const entering = { by: nameOf(call.caller), reason, at: dependencies.now() };
    await dependencies.experts.enter(newOverride(anomaly, classification, entering));
    return { status: 200, body: await shown(dependencies, anomaly) };
  },
});

/** Takes the override of an anomaly back. */
export const deleteOverride = endpoint({
  name: 'delete-override',
  method: 'DELETE',
  part: 'detection',
  roles: ['curator'],
  path: PATH,
  description:
    "Takes the override of an anomaly back: the machine's verdict is shown again. Without one nothing changes.",
  audit: { action: 'override.remove', of: ({ path }, body) => aboutAnomaly(path.id, body) },
  pathParameters: z.object({ id: anomalyId }),
  query: query({}),
  success: json('The anomaly as it is shown now.', anomalyAnswerShape),
  errors: NONE,
  async answer(call, dependencies: ExpertDependencies) {
    const anomaly = await anomalyOf(dependencies, call.path.id);
    const now = dependencies.now();
    for (const { id } of await dependencies.experts.rules({ kind: 'override', anomaly: anomaly.id, inForce: true })) {
      await dependencies.experts.end({ kind: 'override', id }, { by: nameOf(call.caller), now, at: now });
    }
    return { status: 200, body: await shown(dependencies, anomaly) };
  },
});

function aboutAnomaly(id: string, body: unknown) {
  return { about: { kind: 'anomaly', id }, network: answeredText(body, 'network') };
}

async function anomalyOf(dependencies: ExpertDependencies, id: string): Promise<Anomaly> {
  const [anomaly] = ANOMALY_ID.test(id) ? await dependencies.store.anomaly(id) : [];
  if (anomaly === undefined) throw new HalcyonError('not_found', 'there is no anomaly of this id');
  return anomaly;
}

async function shown(dependencies: ExpertDependencies, anomaly: Anomaly) {
  const { network, station, time } = anomaly;
  const overlay = await overlayOf(dependencies.experts, { network, station, from: time, to: time });
  return anomalyAnswer(anomaly, 'own', overlay.marksOf(anomaly));
}
