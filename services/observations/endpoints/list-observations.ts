import { z } from 'zod';
import { observationAnswerShape } from '../../../schemas/http/answers/observation-answer.ts';
import { nextCursor, shownItems } from '../../../schemas/http/answers/page-answer.ts';
import { networkName } from '../../../schemas/http/name-text.ts';
import { stationKey } from '../../../schemas/station.ts';
import { observationAnswer } from '../../answers/observation-answer.ts';
import { listedColumns } from '../../answers/observation-columns.ts';
import { unitsOfAnswer } from '../../answers/si-units.ts';
import { endpoint, list, NO_SUCH_FORMAT } from '../../http/endpoint.ts';
import { FORMAT_NAMES, type FormatName } from '../../http/format.ts';
import { listAnswer } from '../../http/formats/list-answer.ts';
import { stationPositions } from '../../http/formats/station-positions.ts';
import { given, listFields, query, stationsText, timeFields, unitsField, wordText } from '../../http/query-fields.ts';
import { observationMessages } from '../bufr/observation-messages.ts';
import { wholeObservations } from '../observation-table.ts';
import type { ObservationDependencies } from './observation-dependencies.ts';

const FORMATS: readonly FormatName[] = [...FORMAT_NAMES, 'bufr'];

export const listObservations = endpoint({
  name: 'list-observations',
  method: 'GET',
  part: 'detection',
  roles: ['user'],
  path: '/api/v1/observations',
  description:
    'Observations, newest first, with what was found for each value (flags of QARTOD, MADIS and WMO BUFR by the last ' +
    'verdict). Filters: network, station, from and to (both included). `flags=false` leaves the flags out; `units=si` ' +
    'gives m/s and Pa. The next page is asked for with the `next_cursor` of this one. As csv, geojson, arrow or parquet ' +
    '(`format`, or Accept) it has the QARTOD flag and the best estimate of each value, and with `limit=all` all rows at once, by station and time. ' +
    'As `bufr` it has the flags 0 33 020 and 0 33 050 of each value; with `limit=all` the newest come first.',
  pathParameters: z.object({}),
  query: query({
    network: networkName.optional(),
    station: stationsText.optional(),
    ...timeFields,
    flags: wordText(['true', 'false']).default('true'),
    ...unitsField,
    ...listFields,
    format: wordText([...FORMAT_NAMES, 'bufr']).optional(),
  }),
  formats: FORMATS,
  errors: { 406: NO_SUCH_FORMAT },
  success: list(
    'A page of observations, and the units of their values.',
    z
      .object({
        observations: z.array(observationAnswerShape),
        units: z.record(z.string(), z.string()),
        next_cursor: nextCursor,
      })
      .meta({
        examples: [
          { observations: shownItems(observationAnswerShape), units: unitsOfAnswer('own'), next_cursor: null },
        ],
      }),
    FORMATS,
  ),
  async answer(call, { store }: Pick<ObservationDependencies, 'store'>) {
    const { network, station, from, to, flags, units } = call.query;
    const stretch = given({ network, station, from, to });
    const view = { units, flags: flags === 'true' };
    return listAnswer(call, {
      formats: FORMATS,
      name: 'observations',
      columns: listedColumns(view),
      positions: stationPositions(store, network),
      page: async ({ limit, cursor }) => {
        const { items, next } = await store.observations(given({ ...stretch, limit, cursor }));
        return { items: items.map((item) => observationAnswer(item, units, view.flags)), next };
      },
      bufr: async ({ items }) => {
        const stations = await store.allStations(network);
        const found = new Map(stations.map((one) => [stationKey(one.network, one.id), one]));
        return observationMessages(items, units, (inNetwork, id) => found.get(stationKey(inNetwork, id)));
      },
      body: ({ items, next }) => ({ observations: items, units: unitsOfAnswer(units), next_cursor: next }),
      whole: (signal) => wholeObservations(store, stretch, view, signal),
    });
  },
});
