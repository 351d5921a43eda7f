import { createHash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { HalcyonError } from '../../../schemas/errors.ts';
import type { ExpertRule } from '../../../schemas/expert-rule.ts';
import { FAULT_KINDS, type Fault, faultId } from '../../../schemas/fault.ts';
import { faultAnswerShape } from '../../../schemas/http/answers/fault-answer.ts';
import { networkName, stationName } from '../../../schemas/http/name-text.ts';
import { faultIdText } from '../../../schemas/reports/given-id.ts';
import type { Station } from '../../../schemas/station.ts';
import { isoOf } from '../../../schemas/time.ts';
import { VARIABLES } from '../../../schemas/variables.ts';
import { nameOf } from '../../access/caller.ts';
import { faultAnswer } from '../../answers/fault-answer.ts';
import { FAULT_ID } from '../../answers/record-id.ts';
import { answeredText } from '../../http/answered-text.ts';
import { endpoint, json } from '../../http/endpoint.ts';
import { query, timeText } from '../../http/query-fields.ts';
import { findStation } from '../../stations/find-station.ts';
import { newFaultWord } from '../new-rule.ts';
import { assertReported } from './assert-reported.ts';
import type { ExpertDependencies } from './expert-dependencies.ts';
import { reasonText, refused } from './rule-fields.ts';

const OF_FAULT = {
  part: 'detection',
  roles: ['curator'],
  path: '/api/v1/faults/:id/override',
  pathParameters: z.object({ id: faultIdText }),
  query: query({}),
} as const;
const FOLLOWS =
  'Lists, states, alerts and the flags of the values under it follow within seconds; from the next slots on its values do not ' +
  'count for its neighbours, and nothing is learnt from them.';

const overrideBody = z
  .strictObject({
    classification: z.enum(['normal', 'device_failure', 'suspected']),
    start: timeText.optional(),
    end: timeText.nullish(),
    reason: reasonText,
  })
  .meta({ examples: [{ classification: 'normal', reason: 'a bonfire beside the mast' }] });

/** Says that a fault is none, or from when to when it is one. */
export const putFaultOverride = endpoint({
  ...OF_FAULT,
  name: 'put-fault-override',
  method: 'PUT',
  description:
    'Says that a fault is not one (`normal`), or that it is one, from its first wrong report `start` to its last one ' +
    '`end` (null: it continues). What is left out stays as it is. It applies to all versions of the fault, and the override before it ' +
    'is ended. `normal`: its anomalies are normal too, and its values have the flags that they have without it. An open `level`, ' +
    '`spike`, `bias`, `drift` or `gain` ends with the slot of ten minutes after the next one: its sensor is judged against what it ' +
    `reads since. Otherwise: ${FOLLOWS}`,
  body: { kind: 'json', schema: overrideBody, limit: 'bodyBytes' },
  success: json('The fault as it is shown from now on.', faultAnswerShape),
  errors: { 404: 'There is no fault of this id.' },
  audit: { action: 'fault.set', of: ({ path }, body) => aboutFault(path.id, body) },
  async answer(call, dependencies: ExpertDependencies) {
    const fault = await faultOf(dependencies, call.path.id);
    const { classification, start = fault.start, end = fault.end, reason } = call.body;
    const now = dependencies.now();
    if (call.body.end === undefined && end !== null && start > end)
      throw refused('start', `'start' should not be after the end that is stored, ${isoOf(end)}; state 'end' too`);
    refuseImpossible({ start, end }, now);
    // A fault as it is shown may be of reports that were removed since.
    if (call.body.start !== undefined || call.body.end !== undefined)
      await assertReported(dependencies.store, { ...fault, start, end });
    const rule = newFaultWord(fault, { classification, start, end }, { by: nameOf(call.caller), reason, at: now });
    await dependencies.experts.enter(rule);
    return { status: 200, body: saidAnswer(rule) };
  },
});

/** Takes the override of a fault back. */
export const deleteFaultOverride = endpoint({
  ...OF_FAULT,
  name: 'delete-fault-override',
  method: 'DELETE',
  description:
    "Takes the override of a fault back: the machine's fault is shown again, and one that only people knew of is gone. A fault " +
    'that ended by being called none is shown up to there. Without one nothing changes.',
  success: json('The fault as it was shown.', faultAnswerShape),
  errors: { 404: 'There is no fault of this id.' },
  audit: { action: 'fault.remove', of: ({ path }, body) => aboutFault(path.id, body) },
  async answer(call, dependencies: ExpertDependencies) {
    const { id } = call.path;
    const now = dependencies.now();
    const [rule] = await dependencies.experts.rules({ kind: 'fault', fault: id, inForce: true });
    if (rule === undefined) return { status: 200, body: faultAnswer(await faultOf(dependencies, id), 'own') };
    await dependencies.experts.end({ kind: 'fault', id: rule.id }, { by: nameOf(call.caller), now, at: now });
    return { status: 200, body: saidAnswer(rule) };
  },
});

const faultBody = z
  .strictObject({
    network: networkName.optional(),
    station: stationName,
    variable: z.enum(VARIABLES),
    kind: z.enum(FAULT_KINDS),
    start: timeText,
    end: timeText.nullish(),
    reason: reasonText,
  })
  .meta({
    examples: [
      {
        network: 'north',
        station: 'a',
        variable: 'rain',
        kind: 'stuck',
        start: '2026-03-01T12:00:00Z',
        reason: 'nest',
      },
    ],
  });

/** Enters a fault that people know of and the machine does not. */
export const postFault = endpoint({
  name: 'post-fault',
  method: 'POST',
  part: 'detection',
  roles: ['curator'],
  path: '/api/v1/faults',
  description:
    'Enters a fault that people know of, from its first wrong report `start` to its last one `end`, which is left out while it ' +
    `continues; it may lie in the past. ${FOLLOWS} Its override changes it, or takes it back.`,
  audit: { action: 'fault.enter', of: (_call, body) => aboutFault(answeredText(body, 'fault_id'), body) },
  pathParameters: z.object({}),
  query: query({}),
  body: { kind: 'json', schema: faultBody as z.ZodType<z.output<typeof faultBody>>, limit: 'bodyBytes' },
  success: json('The fault as it is shown from now on.', faultAnswerShape),
  errors: { 404: 'There is no such station.', 409: 'It has been entered already.' },
  async answer(call, dependencies: ExpertDependencies) {
    const { station: name, network, variable, kind, start, reason } = call.body;
    const end = call.body.end ?? null;
    const at = dependencies.now();
    refuseImpossible({ start, end }, at);
    const station = await findStation(dependencies.store, name, network, {
      name: "'network'",
      loc: ['body', 'network'],
    });
    await assertReported(dependencies.store, { network: station.network, station: station.id, start, end });
    await refuseSecond(dependencies.experts, station, { variable, kind, start });
    const fault = knownToPeople(station, { variable, kind, start }, at);
    const entering = { by: nameOf(call.caller), reason, at };
    const rule = newFaultWord(fault, { classification: 'device_failure', start, end }, entering);
    await dependencies.experts.enter(rule);
    return { status: 200, body: saidAnswer(rule) };
  },
});

function aboutFault(id: string | null, body: unknown) {
  return { about: id === null ? null : { kind: 'fault', id }, network: answeredText(body, 'network') };
}

async function faultOf(dependencies: ExpertDependencies, id: string): Promise<Fault> {
  const [said] = await dependencies.experts.rules({ kind: 'fault', fault: id, inForce: true });
  const fault = FAULT_ID.test(id) ? (said?.fault ?? (await dependencies.store.fault(id))) : null;
  if (fault === null) throw new HalcyonError('not_found', 'there is no fault of this id');
  return fault;
}

function refuseImpossible({ start, end }: Pick<Fault, 'start' | 'end'>, now: number): void {
  if (start > now) throw refused('start', "'start' should not be in the future");
  if (end !== null && end > now)
    throw refused('end', "'end' should not be in the future; leave it out while it continues");
  if (end !== null && end < start) throw refused('end', "'end' should not be before 'start'");
}

/** The same fault twice would be counted twice, and raise two alerts of each rule. */
async function refuseSecond(
  experts: ExpertDependencies['experts'],
  { network, id }: Station,
  { variable, kind, start }: Pick<Fault, 'variable' | 'kind' | 'start'>,
): Promise<void> {
  const said = await experts.rules({ kind: 'fault', network, station: id, inForce: true });
  const first = said.find(
    ({ fault, classification }) =>
      classification !== 'normal' && fault?.variable === variable && fault.kind === kind && fault.start === start,
  );
  if (first === undefined) return;
  const message = `${first.by} has entered this fault already: it is ${first.fault?.id}; its override changes it`;
  throw new HalcyonError('conflict', message);
}

/** A fault of which the machine says nothing. */
function knownToPeople(
  { network, id: station, name }: Station,
  { variable, kind, start }: Pick<Fault, 'variable' | 'kind' | 'start'>,
  at: number,
): Fault {
  const id = faultId(network, station, variable, start, randomUUID());
  return {
    id,
    network,
    station,
    stationName: name,
    variable,
    kind,
    start,
    end: null,
    named: start,
    known: at,
    recovered: null,
    offset: null,
    ratio: null,
    minutes: null,
    unit: null,
    swappedWith: null,
    ceiling: null,
    adjusted: false,
    uncertainty: null,
    unknownSince: null,
    values: 0,
    state: 'settled',
    certainty: 'failure',
    reason: '',
    neighbors: [],
    anomalyIds: [],
    configuration: '',
    version: createHash('sha256').update(id).digest('hex').slice(0, 16),
    judged: at,
  };
}

function saidAnswer({ fault, classification, reason, by, at }: ExpertRule) {
  if (fault === null || classification === null) throw new Error('a word on a fault has one, and says what it is');
  return faultAnswer(fault, 'own', { classification, reason, by, at });
}
