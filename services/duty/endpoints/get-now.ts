import { z } from 'zod';
import { type NowAnswer, nowShape } from '../../../schemas/http/answers/now-answer.ts';
import { NOW_ROWS } from '../../../schemas/http/answers/now-rows.ts';
import { networkName } from '../../../schemas/http/name-text.ts';
import { isoOf } from '../../../schemas/time.ts';
import { nameOf } from '../../access/caller.ts';
import { networksOf } from '../../access/roles.ts';
import { chosenFormat } from '../../http/chosen-format.ts';
import { endpoint, list, NO_SUCH_FORMAT } from '../../http/endpoint.ts';
import type { FormatName } from '../../http/format.ts';
import { formatField, integerText, listFields, query, timeText, unitsField } from '../../http/query-fields.ts';
import { chooseNetwork } from '../../stations/choose-network.ts';
import { StoreSource } from '../../stores/store-source.ts';
import { carersOf } from '../care-records.ts';
import { faultNowAnswer, silentSensorAnswer, silentStationAnswer } from '../now-answer.ts';
import { countGroups, nowRows, placeOf } from '../now-pages.ts';
import { faultsNow } from '../situation.ts';
import type { DutyDependencies } from './duty-dependencies.ts';

/** No table: its rows have courses. */
const FORMATS: readonly FormatName[] = ['json'];

/** What an answer on the present needs. */
interface NowDependencies extends Pick<DutyDependencies, 'store' | 'readings' | 'now'> {
  readonly experts: Pick<DutyDependencies['experts'], 'rules'>;
  readonly alerts: Pick<DutyDependencies['alerts'], 'catalogue'>;
}

export const getNow = endpoint({
  name: 'get-now',
  method: 'GET',
  part: 'detection',
  roles: ['user'],
  path: '/api/v1/now',
  description:
    'What is wrong in a network, for whoever is on duty, in one answer: every fault that holds and those that ended within a ' +
    'day, the worst first, with the newest value against what its neighbours imply, the last day of both, who looks after it, ' +
    'its alert, and what people said of it; silent stations; and how many stations and faults there are of each. `group` is `open`, or why nobody has to look: ' +
    '`snoozed`, `maintenance`, `muted` (a silence), `recovered`. `time` asks for another moment, as far as it is known by now. ' +
    '`network` may be left out where there is but one. `limit` is for each group (1 to 1,000); `cursor` is one of ' +
    '`next_cursors`, and gives the next rows of that group alone. How stations are on the map: `/api/v1/states`.',
  pathParameters: z.object({}),
  query: query({
    network: networkName.optional(),
    time: timeText.optional(),
    limit: integerText(1, NOW_ROWS.most).default(NOW_ROWS.usual),
    cursor: listFields.cursor,
    ...unitsField,
    ...formatField,
  }),
  formats: FORMATS,
  success: list('What is wrong.', nowShape, FORMATS),
  errors: { 404: 'There is no such network.', 406: NO_SUCH_FORMAT, 409: 'There is no station yet.' },
  // Each is of a whole network.
  atOnce: 8,
  async answer(call, { store, experts, alerts, readings, now }: NowDependencies) {
    chosenFormat(FORMATS, call);
    const { network: asked = null, units, limit } = call.query;
    const place = placeOf(call.query.cursor);
    const network = await chooseNetwork(new StoreSource(store, 'the store'), asked, 'query');
    const question = { network, time: place.time ?? call.query.time ?? null, now: now(), isPaged: place.time !== null };
    const reading = await readings.of({ store, experts }, question, call.signal);
    const { catalogue } = alerts;
    const [faults, people] = await Promise.all([faultsNow(catalogue, reading), carersOf(catalogue, network)]);
    const { caller } = call;
    const { time, seen, silent, silentSensors, stations, states } = reading;
    const rows = nowRows({ faults, silent, silentSensors }, place, { time, limit });
    const body: NowAnswer = {
      network,
      time: isoOf(time),
      you: nameOf(caller),
      may_change: caller === null || networksOf(caller.roles, ['curator']).includes(network),
      people,
      counts: {
        stations,
        states: { ...states },
        groups: countGroups(faults),
        silent_sensors: silentSensors.length,
      },
      last_seen: seen === null ? null : isoOf(seen),
      faults: rows.faults.map((fault) => faultNowAnswer(fault, { units, stations })),
      silent: rows.silent.map(silentStationAnswer),
      silent_sensors: rows.silentSensors.map(silentSensorAnswer),
      next_cursors: rows.cursors,
    };
    return { status: 200, body };
  },
});
