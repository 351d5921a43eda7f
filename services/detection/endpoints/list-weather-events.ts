import { z } from 'zod';
import { weatherAnswerShape } from '../../../schemas/http/answers/weather-answer.ts';
import { networkName } from '../../../schemas/http/name-text.ts';
import {
  type ReportedWeatherEvent,
  reportedWeatherEventShape,
} from '../../../schemas/reports/reported-weather-event.ts';
import { endpoint, list, NO_SUCH_FORMAT } from '../../http/endpoint.ts';
import type { FormatName } from '../../http/format.ts';
import { answerColumns } from '../../http/formats/answer-columns.ts';
import { listAnswer } from '../../http/formats/list-answer.ts';
import { noPositions } from '../../http/formats/station-positions.ts';
import { newestPage } from '../../http/newest-page.ts';
import { listFields, query, timeFields } from '../../http/query-fields.ts';
import { Cursor } from '../../stores/cursor.ts';
import { StoreSource } from '../../stores/store-source.ts';
import { LONGEST_WEATHER_DAYS, weatherQuestion } from '../weather-question.ts';
import type { DetectionDependencies } from './detection-dependencies.ts';

/** Not GeoJSON: an event is at many places. */
const FORMATS: readonly FormatName[] = ['json', 'csv', 'arrow', 'parquet'];
const COLUMNS = answerColumns<ReportedWeatherEvent>(reportedWeatherEventShape);

const cursor = new Cursor('weather-events', ['number', 'string']);

export const listWeatherEvents = endpoint({
  name: 'list-weather-events',
  method: 'GET',
  part: 'detection',
  roles: ['user'],
  path: '/api/v1/weather-events',
  description:
    'Weather events of one network, newest first: fronts and storms that crossed two of its stations or more, each told ' +
    'once. They are found in the stored observations from from to to (both included), at most ' +
    `${LONGEST_WEATHER_DAYS} days, by the detection of \`POST /api/v1/detect\` with verification; the last day where they ` +
    'are not given. `network` may be left out where there is but one. The next page is asked for with the `next_cursor` ' +
    'of this one, and the same from and to. Also as csv, arrow or parquet (`format`, or Accept), with `limit=all` all at once.',
  pathParameters: z.object({}),
  query: query({ network: networkName.optional(), ...timeFields, ...listFields }),
  formats: FORMATS,
  success: list('A page of weather events, and the stretch in which they were sought.', weatherAnswerShape, FORMATS),
  errors: { 404: 'There is no such network.', 406: NO_SUCH_FORMAT, 409: 'Not one value could be judged.' },
  // A detection is bound by the processor: more at once would only make each slower.
  atOnce: 4,
  timeLimit: 'detectMs',
  async answer(call, dependencies: DetectionDependencies) {
    const { network = null, from, to } = call.query;
    const question = weatherQuestion({ network, from, to }, dependencies.now());
    const report = await dependencies.detect(new StoreSource(dependencies.store, 'the store'), question, call.signal);
    return listAnswer(call, {
      formats: FORMATS,
      name: 'weather-events',
      columns: COLUMNS,
      positions: noPositions,
      page: async ({ limit, cursor: after }) => {
        const place = cursor.read(after);
        const key = (event: ReportedWeatherEvent): [number, string] => [
          Date.parse(event.start),
          event.weather_event_id,
        ];
        const { items, last } = newestPage(report.weather, key, place, limit);
        return { items, next: last === null ? null : cursor.write([...last]) };
      },
      body: ({ items, next }) => ({
        network: report.metadata.network,
        from: report.metadata.start,
        to: report.metadata.timestamp,
        weather_events: items,
        next_cursor: next,
      }),
    });
  },
});
