import { z } from 'zod';
import { HalcyonError, type Problem } from '../../../schemas/errors.ts';
import { EVERY_STATION } from '../../../schemas/expert-rule.ts';
import { givesNothing, mergedLimits } from '../../../schemas/given-limits.ts';
import { type LimitsAnswer, limitsAnswerShape } from '../../../schemas/http/answers/expert-answers.ts';
import { networkName, stationName } from '../../../schemas/http/name-text.ts';
import { type StationLevel, stationLimits } from '../../../schemas/limits.ts';
import { VARIABLES, type Variable } from '../../../schemas/variables.ts';
import type { Caller } from '../../access/caller.ts';
import { nameOf } from '../../access/caller.ts';
import { endpoint, json } from '../../http/endpoint.ts';
import { NETWORK_FIELD, query, wordText } from '../../http/query-fields.ts';
import { assertNetwork } from '../../stations/assert-network.ts';
import { findStation } from '../../stations/find-station.ts';
import { limitsAnswer } from '../expert-answers.ts';
import { newLimits } from '../new-rule.ts';
import type { ExpertDependencies } from './expert-dependencies.ts';
import { ofStation, reasonText } from './rule-fields.ts';

const OF_STATION = {
  part: 'detection',
  roles: ['curator'],
  path: '/api/v1/stations/:id/limits/:variable',
  pathParameters: z.object({ id: stationName, variable: wordText(VARIABLES) }),
  query: query({ network: networkName.optional() }),
  errors: { 404: 'There is no station of this id.' },
} as const;
const OF_NETWORK = {
  part: 'detection',
  roles: ['curator'],
  path: '/api/v1/networks/:network/limits/:variable',
  pathParameters: z.object({ network: networkName, variable: wordText(VARIABLES) }),
  query: query({}),
  errors: { 404: 'There is no such network.' },
} as const;

const span = z.strictObject({ low: z.number().nullish(), high: z.number().nullish() }).nullish();
const limitsBody = z
  .strictObject({ fail: span, suspect: span, reason: reasonText })
  .meta({ examples: [{ fail: { low: -40, high: 50 }, suspect: { high: 38 }, reason: 'a valley in the south' }] });
type LimitsBody = z.output<typeof limitsBody>;

const BODY = { kind: 'json', schema: limitsBody, limit: 'bodyBytes' } as const;
const SETS =
  'A value beyond `fail` fails, a value between that and `suspect` is suspect, in the unit that answers have, rain as mm in ' +
  'ten minutes. A side that is left out is as it would be without. It holds from `effective_from` of the answer on, and ' +
  'takes the place of what was set before.';
const TAKES_BACK = 'What comes from now on is judged as without. Where none were set, nothing changes.';
const ENDED = json(
  'The limits that were set until now; null where none were.',
  z.object({ ended: limitsAnswerShape.nullable() }),
);

/** Sets the limits of a station's variable. */
export const putStationLimits = endpoint({
  ...OF_STATION,
  name: 'put-station-limits',
  method: 'PUT',
  audit: { action: 'limits.set', of: ofStation },
  description: `Sets the limits of a variable at a station, which go before those of its network. ${SETS}`,
  body: BODY,
  success: json('The limits that are set.', limitsAnswerShape),
  async answer({ path, query: { network }, body, caller }, dependencies: ExpertDependencies) {
    const station = await findStation(dependencies.store, path.id, network, NETWORK_FIELD);
    const answer = await enter(dependencies, { ...station, station: station.id }, path.variable, body, caller);
    return { status: 200, body: answer };
  },
});

/** Takes back the limits of a station's variable. */
export const deleteStationLimits = endpoint({
  ...OF_STATION,
  name: 'delete-station-limits',
  method: 'DELETE',
  audit: { action: 'limits.remove', of: ofStation },
  description: `Takes back the limits of a variable at a station. ${TAKES_BACK}`,
  success: ENDED,
  async answer({ path, query: { network }, caller }, dependencies: ExpertDependencies) {
    const station = await findStation(dependencies.store, path.id, network, NETWORK_FIELD);
    return { status: 200, body: await end(dependencies, station.network, station.id, path.variable, caller) };
  },
});

/** Sets the limits of a variable in a whole network. */
export const putNetworkLimits = endpoint({
  ...OF_NETWORK,
  name: 'put-network-limits',
  method: 'PUT',
  audit: { action: 'limits.set', of: ofNetwork },
  description: `Sets the limits of a variable at every station of a network that has none of its own. ${SETS}`,
  body: BODY,
  success: json('The limits that are set.', limitsAnswerShape),
  async answer({ path: { network, variable }, body, caller }, dependencies: ExpertDependencies) {
    await assertNetwork(dependencies.store, network);
    return {
      status: 200,
      body: await enter(dependencies, { network, station: EVERY_STATION }, variable, body, caller),
    };
  },
});

/** Takes back the limits of a variable in a whole network. */
export const deleteNetworkLimits = endpoint({
  ...OF_NETWORK,
  name: 'delete-network-limits',
  method: 'DELETE',
  audit: { action: 'limits.remove', of: ofNetwork },
  description: `Takes back the limits of a variable in a whole network; those of single stations stay. ${TAKES_BACK}`,
  success: ENDED,
  async answer({ path: { network, variable }, caller }, dependencies: ExpertDependencies) {
    await assertNetwork(dependencies.store, network);
    return { status: 200, body: await end(dependencies, network, EVERY_STATION, variable, caller) };
  },
});

function ofNetwork({
  path: { network, variable },
}: {
  readonly path: { readonly network: string; readonly variable: string };
}) {
  return { about: { kind: 'network', id: network }, network, detail: variable };
}

/** A station, or all of a network's. */
type Place = { readonly network: string; readonly station: string } & Partial<StationLevel>;

async function enter(
  dependencies: ExpertDependencies,
  place: Place,
  variable: Variable,
  body: LimitsBody,
  caller: Caller | null,
) {
  const given = { fail: body.fail ?? {}, suspect: body.suspect ?? {} };
  if (givesNothing(given)) {
    const msg = "'fail', 'suspect' or both should be given; DELETE takes back what was set";
    throw refused([{ loc: ['body', 'fail'], msg, type: 'missing' }]);
  }
  const { network, station, elevation, pressureLevel } = place;
  const level = elevation === undefined || pressureLevel === undefined ? undefined : { elevation, pressureLevel };
  const limits = mergedLimits(given, stationLimits(variable, level), (name, side) => `${name}.${side}`);
  if (!('failLow' in limits)) {
    throw refused(limits.map(({ span, side, msg }) => ({ loc: ['body', span, side], msg, type: 'value_error' })));
  }
  const entering = { by: nameOf(caller), reason: body.reason, at: dependencies.now() };
  const rule = newLimits(network, station, variable, limits, entering);
  await dependencies.experts.enter(rule);
  return limitsAnswer(rule);
}

async function end(
  dependencies: ExpertDependencies,
  network: string,
  station: string,
  variable: Variable,
  caller: Caller | null,
): Promise<{ ended: LimitsAnswer | null }> {
  const now = dependencies.now();
  const set = await dependencies.experts.rules({ kind: 'limits', network, station, inForce: true });
  const rule = set.find(({ variables }) => variables.includes(variable));
  const ending = { by: nameOf(caller), now, at: now };
  const ended = rule === undefined ? null : await dependencies.experts.end({ kind: 'limits', id: rule.id }, ending);
  return { ended: ended === null ? null : limitsAnswer(ended) };
}

function refused(problems: readonly Problem[]): HalcyonError {
  return new HalcyonError('invalid_parameter', problems.map(({ msg }) => msg).join('; '), { problems });
}
