import { z } from 'zod';
import { type StatesAnswer, statesAnswerShape } from '../../../schemas/http/answers/states-answer.ts';
import { networkName } from '../../../schemas/http/name-text.ts';
import { VARIABLE_SPECIFICATIONS, VARIABLES } from '../../../schemas/variables.ts';
import { endpoint, list, NO_SUCH_FORMAT } from '../../http/endpoint.ts';
import { FORMAT_NAMES } from '../../http/format.ts';
import { answerColumns } from '../../http/formats/answer-columns.ts';
import { listAnswer } from '../../http/formats/list-answer.ts';
import { ownPositions } from '../../http/formats/station-positions.ts';
import { boxText, formatField, query, timeText } from '../../http/query-fields.ts';
import { chooseNetwork } from '../../stations/choose-network.ts';
import { StoreSource } from '../../stores/store-source.ts';
import { statesAnswer } from '../states-answer.ts';
import { stationStates } from '../station-states.ts';
import type { DetectionDependencies } from './detection-dependencies.ts';

type State = StatesAnswer['states'][number];

const UNITS: Readonly<Record<string, string>> = {
  latitude: 'degree',
  longitude: 'degree',
  elevation: 'm',
  ...Object.fromEntries(
    VARIABLES.flatMap((variable) => {
      const { unit } = VARIABLE_SPECIFICATIONS[variable];
      return [`${variable}_value`, `${variable}_fault_offset`].map((column) => [column, unit]);
    }),
  ),
};
const COLUMNS = answerColumns<State>(statesAnswerShape.shape.states.element, (name) => UNITS[name]);

export const listStates = endpoint({
  name: 'list-states',
  method: 'GET',
  part: 'detection',
  roles: ['user'],
  path: '/api/v1/states',
  description:
    'How every station of a network is at a moment (`time`, default: now), as far as it is known by now, in the order of ' +
    'their ids: good, weather_event, device_failure or suspected by the gravest of its variables, silent where nothing ' +
    'came for more than three of its reports, not_judged where nothing says whether its values are good. A variable is ' +
    'device_failure or suspected as long as its sensor is under a fault, which `fault` tells. `network` may be left out ' +
    'where there is but one; `box` is `west,south,east,north` in degrees. Also as csv, geojson, arrow or parquet ' +
    '(`format`, or Accept).',
  pathParameters: z.object({}),
  query: query({ network: networkName.optional(), time: timeText.optional(), box: boxText.optional(), ...formatField }),
  formats: FORMAT_NAMES,
  success: list('The states.', statesAnswerShape, FORMAT_NAMES),
  errors: { 404: 'There is no such network.', 406: NO_SUCH_FORMAT, 409: 'There is no station yet.' },
  // Each is of a whole network.
  atOnce: 8,
  async answer(call, dependencies: DetectionDependencies) {
    const { store } = dependencies;
    const { network: asked = null, time = dependencies.now(), box } = call.query;
    const network = await chooseNetwork(new StoreSource(store, 'the store'), asked, 'query');
    const states = await stationStates(store, dependencies.experts, { network, time, box });
    const answer = statesAnswer(network, time, states);
    return listAnswer(
      { ...call, query: { ...call.query, limit: states.length } },
      {
        formats: FORMAT_NAMES,
        name: 'states',
        columns: COLUMNS,
        positions: ownPositions,
        page: async () => ({ items: answer.states, next: null }),
        body: () => answer,
      },
    );
  },
});
