import { z } from 'zod';
import { pageShape } from '../../../schemas/http/answers/page-answer.ts';
import { type ReportedEpisode, reportedEpisodeShape } from '../../../schemas/reports/reported-episode.ts';
import { reportedEpisode } from '../../answers/reported-episode.ts';
import { overlayOf } from '../../experts/overlay.ts';
import { DEPRECATION_HEADER, deprecated } from '../../http/deprecation.ts';
import { endpoint, list, NO_SUCH_FORMAT } from '../../http/endpoint.ts';
import { FORMAT_NAMES } from '../../http/format.ts';
import { answerColumns } from '../../http/formats/answer-columns.ts';
import { listAnswer } from '../../http/formats/list-answer.ts';
import { stationPositions } from '../../http/formats/station-positions.ts';
import { newestPage } from '../../http/newest-page.ts';
import { anomalyFields, EARLIEST, given, LATEST, listFields, query, timeFields } from '../../http/query-fields.ts';
import { Cursor } from '../../stores/cursor.ts';
import { MOST_ANOMALIES, MOST_DAYS, storedEpisodes } from '../stored-episodes.ts';
import type { DetectionDependencies } from './detection-dependencies.ts';
import { FAILURE_EPISODES, isDeprecated } from './failure-episodes.ts';

const COLUMNS = answerColumns<ReportedEpisode>(reportedEpisodeShape);

const HOUR_MS = 3_600_000;
/** What is asked for where `from` is not given. */
const USUAL_STRETCH = 24 * HOUR_MS;

/** The stretch, and start and id of the last episode of the page before. */
const CURSOR = new Cursor('episodes', ['number', 'number', 'number', 'string']);

export const listEpisodes = endpoint({
  name: 'list-episodes',
  method: 'GET',
  part: 'detection',
  roles: ['user'],
  path: '/api/v1/episodes',
  description:
    'Episodes of the live stages: the anomalies that are one spell of weather, or one fault, at a station. Faults of ' +
    'sensors are at `GET /api/v1/faults`; the episodes of device failures and suspected sensors are deprecated, and answers ' +
    'that have them say so by the header `Deprecation`. Those that have an anomaly from `from` to `to` (both included), whole, by their start, newest first; without `from` of the 24 hours ' +
    `before \`to\`, without \`to\` up to now. At most ${MOST_DAYS} days and ${MOST_ANOMALIES} anomalies at once; beyond that, ` +
    '422. Filters: network, station, variable, class. The next page is asked for with the `next_cursor` of this one, ' +
    'which keeps the stretch. Also as csv, geojson, arrow or parquet (`format`, or Accept), with `limit=all` all at once.',
  pathParameters: z.object({}),
  query: query({
    ...anomalyFields,
    ...timeFields,
    ...listFields,
  }),
  formats: FORMAT_NAMES,
  errors: { 406: NO_SUCH_FORMAT },
  success: {
    ...list('A page of episodes.', pageShape('episodes', reportedEpisodeShape), FORMAT_NAMES),
    headers: { Deprecation: DEPRECATION_HEADER },
  },
  atOnce: 8,
  async answer(call, dependencies: DetectionDependencies) {
    const { class: classification, variable, network, station, limit: asMany } = call.query;
    // Of all at once it is not known before they are sent.
    let hasFailures = classification === undefined ? asMany === 'all' : isDeprecated({ classification });
    const now = dependencies.now();
    const overlay = await overlayOf(dependencies.experts, given({ network, station }));
    const page = async ({ limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined }) => {
      const after = CURSOR.read(cursor);
      const to = inYears(after?.[1] ?? call.query.to ?? now);
      const from = inYears(after?.[0] ?? call.query.from ?? to - USUAL_STRETCH);
      const stretch = { ...given({ network, station }), from, to };
      const window = dependencies.configuration.windowHours * HOUR_MS;
      const found = await storedEpisodes(dependencies.store, stretch, window, now, overlay);
      const asked = found
        .filter((episode) => classification === undefined || episode.classification === classification)
        .filter(({ variables }) => variable === undefined || variables.includes(variable));
      const place = after === null ? null : ([after[2], after[3]] as const);
      const { items, last } = newestPage(asked, ({ start, id }) => [start, id], place, limit);
      hasFailures ||= items.some(isDeprecated);
      return {
        items: items.map((episode) => reportedEpisode(episode, overlay)),
        next: last === null ? null : CURSOR.write([from, to, ...last]),
      };
    };
    const answer = await listAnswer(call, {
      formats: FORMAT_NAMES,
      name: 'episodes',
      columns: COLUMNS,
      positions: stationPositions(dependencies.store, network),
      page,
      body: ({ items, next }) => ({ episodes: items, next_cursor: next }),
    });
    return hasFailures ? deprecated(answer, FAILURE_EPISODES) : answer;
  },
});

/** A cursor is a text from outside: whatever time it names, the store can hold it. */
function inYears(time: number): number {
  return Math.min(LATEST, Math.max(EARLIEST, Math.trunc(time)));
}
