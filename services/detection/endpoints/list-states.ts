import { z } from 'zod';
import { HalcyonError } from '../../../schemas/errors.ts';
import { type StatesAnswer, statesAnswerShape } from '../../../schemas/http/answers/states-answer.ts';
import { networkName } from '../../../schemas/http/name-text.ts';
import { MAP_ZOOM } from '../../../schemas/station-state.ts';
import { VARIABLE_SPECIFICATIONS, VARIABLES } from '../../../schemas/variables.ts';
import { type Answer, endpoint, list, NO_SUCH_FORMAT } from '../../http/endpoint.ts';
import { FORMAT_NAMES } from '../../http/format.ts';
import { answerColumns } from '../../http/formats/answer-columns.ts';
import { listAnswer } from '../../http/formats/list-answer.ts';
import { rowsTable } from '../../http/formats/rows-table.ts';
import { ownPositions } from '../../http/formats/station-positions.ts';
import { boxText, integerText, listFields, query, sizeText, timeText } from '../../http/query-fields.ts';
import { chooseNetwork } from '../../stations/choose-network.ts';
import { Cursor } from '../../stores/cursor.ts';
import { StoreSource } from '../../stores/store-source.ts';
import { fittingZoom, type MapSize } from '../fitting-zoom.ts';
import { stationStates } from '../network-states.ts';
import { statesAnswer, viewAnswer } from '../states-answer.ts';
import { statesByZoom } from '../states-by-zoom.ts';
import type { StationAtMoment, StationInBrief } from '../station-states.ts';
import type { DetectionDependencies } from './detection-dependencies.ts';

type State = StatesAnswer['states'][number];

/** What an answer on states needs. */
interface StatesDependencies extends Pick<DetectionDependencies, 'store' | 'states' | 'now'> {
  readonly experts: Pick<DetectionDependencies['experts'], 'rules'>;
}

/** Most stations that are answered at once where neither pages nor groups are asked for. */
const LARGEST_WHOLE = 20_000;

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
const TABLE = { name: 'states', positions: ownPositions } as const;
/** Moment that every page is of, and the store's own place in the list of stations. */
const CURSOR = new Cursor('states', ['number', 'string']);

const NO_PAGES = "Input should be left out where 'limit' or 'cursor' is given: what a map shows has no pages";

const FIT_ALONE = "Input should be left out where 'zoom' or 'box' is given: it is of the whole network";

const { limit: rows, ...otherListFields } = listFields;
export const listStates = endpoint({
  name: 'list-states',
  method: 'GET',
  part: 'detection',
  roles: ['user'],
  path: '/api/v1/states',
  description:
    'How every station of a network is at a moment (`time`, default: now), as far as it is known by now, in the order of ' +
    'their ids: good, weather_event, device_failure or suspected by the gravest of its variables, silent where nothing ' +
    'arrived for more than three of its reports, silent_sensor where all is good but one of its sensors sends nothing, not_judged where nothing says whether its values are good. A variable is ' +
    'device_failure or suspected as long as its sensor is under a fault, which `fault` tells. `network` may be left out ' +
    'where there is but one; `box` is `west,south,east,north` in degrees. Up to 20,000 stations come at once; beyond, ' +
    '`limit` and `cursor` give pages, all of the moment of the first. `zoom` (0 to 18) gives what a map shows: groups of ' +
    'stations that share a cell, in `view`, until the zoom is high enough for single ones; `fit`, the size of a map, the same at ' +
    'the zoom at which the whole network is on it. Also as csv, geojson, arrow or ' +
    'parquet (`format`, or Accept), with `limit=all` any number at once; with `zoom` or `fit` as json only.',
  pathParameters: z.object({}),
  query: query({
    network: networkName.optional(),
    time: timeText.optional(),
    box: boxText.optional(),
    zoom: integerText(MAP_ZOOM.least, MAP_ZOOM.most).optional(),
    fit: sizeText.optional(),
    limit: rows.unwrap().optional(),
    ...otherListFields,
  }),
  formats: FORMAT_NAMES,
  success: list('The states.', statesAnswerShape, FORMAT_NAMES),
  errors: { 404: 'There is no such network.', 406: NO_SUCH_FORMAT, 409: 'There is no station yet.' },
  // Each is of a whole network.
  atOnce: 8,
  async answer(call, { store, experts, states: kept, now }: StatesDependencies): Promise<Answer> {
    const { network: asked = null, box, limit, cursor } = call.query;
    const paged = limit !== undefined || cursor !== undefined;
    const map = askedMap(call.query);
    if (map !== null && paged) throw refusal(map.field, NO_PAGES, 'value_error');
    if (map?.field === 'fit' && (call.query.zoom !== undefined || box !== undefined))
      throw refusal('fit', FIT_ALONE, 'value_error');
    const after = CURSOR.read(cursor);
    const network = await chooseNetwork(new StoreSource(store, 'the store'), asked, 'query');
    if (map !== null) {
      const question = { network, time: call.query.time ?? null, now: now(), isPaged: false };
      // Cells that the box touches reach beyond it, and the answer has the counts of the whole.
      const states = await kept.of({ store, experts }, question, call.signal);
      const whole = states.stations;
      const answerOf = (some: readonly StationAtMoment[]) => statesAnswer(network, states.time, some);
      let zoom = map.zoomOf(whole);
      let shown = statesByZoom(whole, { zoom, box }, states.places);
      if (map.field === 'fit' && shown.states.length > LARGEST_WHOLE) {
        zoom = shown.singleFrom - 1;
        shown = statesByZoom(whole, { zoom, box }, states.places);
      }
      assertNotTooMany(shown.states.length);
      return listAnswer(
        { ...call, query: { ...call.query, limit: LARGEST_WHOLE } },
        {
          ...TABLE,
          formats: ['json'],
          columns: COLUMNS,
          page: async () => ({ items: answerOf(states.detailed(shown.states)).states, next: null }),
          body: ({ items }) => ({ ...answerOf([]), states: items, view: viewAnswer(zoom, whole, shown) }),
        },
      );
    }
    const time = after === null ? (call.query.time ?? now()) : after[0];
    const answerOf = (some: readonly StationAtMoment[]) => statesAnswer(network, time, some);
    const inBox = box === undefined ? {} : { box };
    const whole = () => stationStates(store, experts, { network, time, ...inBox });
    return listAnswer(
      { ...call, query: { ...call.query, limit: paged ? (limit ?? 100) : LARGEST_WHOLE } },
      {
        ...TABLE,
        formats: FORMAT_NAMES,
        columns: COLUMNS,
        page: async (place) => {
          if (!paged) {
            const states = await whole();
            assertNotTooMany(states.length);
            return { items: answerOf(states).states, next: null };
          }
          // A page costs as much as its own stations, however large the network is.
          const begin = after === null ? {} : { cursor: after[1] };
          const registered = await store.stations({ network, ...inBox, limit: place.limit, ...begin });
          const states = await stationStates(store, experts, { network, time, stations: registered.items });
          const next = registered.next === null ? null : CURSOR.write([time, registered.next]);
          return { items: answerOf(states).states, next };
        },
        body: ({ items, next }) => ({ ...answerOf([]), states: items, ...(paged && { next_cursor: next }) }),
        whole: async () => rowsTable(TABLE, COLUMNS, [answerOf(await whole()).states], null),
      },
    );
  },
});

/** What a map asks for: by which field, and how its zoom is found; null where no map asks. */
function askedMap({ zoom, fit }: { readonly zoom?: number | undefined; readonly fit?: MapSize | undefined }) {
  if (fit !== undefined) {
    return { field: 'fit', zoomOf: (whole: readonly StationInBrief[]) => fittingZoom(whole, fit) } as const;
  }
  return zoom === undefined ? null : ({ field: 'zoom', zoomOf: () => zoom } as const);
}

function assertNotTooMany(count: number): void {
  if (count <= LARGEST_WHOLE) return;
  const most = LARGEST_WHOLE.toLocaleString('en');
  const msg =
    `Input should ask for ${most} stations at most, not ${count.toLocaleString('en')}: give a smaller 'box'; ` +
    "'limit', and 'cursor' for the pages after the first; or a lower 'zoom', which answers groups of stations";
  throw refusal('box', msg, 'too_many');
}

function refusal(field: string, msg: string, type: string): HalcyonError {
  return new HalcyonError('invalid_parameter', msg, { problems: [{ loc: ['query', field], msg, type }] });
}
