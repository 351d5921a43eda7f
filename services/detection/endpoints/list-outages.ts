import { z } from 'zod';
import { outagesAnswerShape } from '../../../schemas/http/answers/outage-answer.ts';
import { networkName } from '../../../schemas/http/name-text.ts';
import type { Outage } from '../../../schemas/outage.ts';
import { type ReportedOutage, reportedOutageShape } from '../../../schemas/reports/report.ts';
import { isoOf } from '../../../schemas/time.ts';
import { reportedOutage } from '../../answers/reported-outage.ts';
import { endpoint, list, NO_SUCH_FORMAT } from '../../http/endpoint.ts';
import type { FormatName } from '../../http/format.ts';
import { answerColumns } from '../../http/formats/answer-columns.ts';
import { listAnswer } from '../../http/formats/list-answer.ts';
import { noPositions } from '../../http/formats/station-positions.ts';
import { newestPage } from '../../http/newest-page.ts';
import { listFields, query, timeFields } from '../../http/query-fields.ts';
import { Cursor } from '../../stores/cursor.ts';
import { StoreSource } from '../../stores/store-source.ts';
import { LONGEST_STRETCH_DAYS } from '../outages-of-network.ts';
import type { DetectionDependencies } from './detection-dependencies.ts';

/** Not GeoJSON: an outage is at no place. */
const FORMATS: readonly FormatName[] = ['json', 'csv', 'arrow', 'parquet'];
const COLUMNS = answerColumns<ReportedOutage>(reportedOutageShape);

const cursor = new Cursor('outages', ['number', 'string']);

/** Tells the outages of one start apart; no station has two of a kind at once. */
function nameOf({ kind, scope, stations }: Outage): string {
  return `${scope} ${kind} ${scope === 'station' ? stations[0] : ''}`;
}

export const listOutages = endpoint({
  name: 'list-outages',
  method: 'GET',
  part: 'detection',
  roles: ['user'],
  path: '/api/v1/outages',
  description:
    'Outages of the feed of one network, newest first: times in which many of its stations repeated their records, were ' +
    'missing, or sent old records again, and those in which one repeated its own or sent old ones; found in the stored ' +
    `observations from from to to (both included), at most ${LONGEST_STRETCH_DAYS} days; the last day where they are not given. \`network\` ` +
    'may be left out where there is but one. The next page is asked for with the `next_cursor` of this one, and the same ' +
    'from and to. Also as csv, arrow or parquet (`format`, or Accept), with `limit=all` all at once.',
  pathParameters: z.object({}),
  query: query({ network: networkName.optional(), ...timeFields, ...listFields }),
  formats: FORMATS,
  success: list('A page of outages, and the stretch in which they were sought.', outagesAnswerShape, FORMATS),
  errors: { 404: 'There is no such network.', 406: NO_SUCH_FORMAT, 409: 'There are no observations yet.' },
  // All observations of the stretch are read: more at once would only make each slower.
  atOnce: 4,
  timeLimit: 'detectMs',
  async answer(call, dependencies: DetectionDependencies) {
    const { network = null, from, to } = call.query;
    const found = await dependencies.outages(
      new StoreSource(dependencies.store, 'the store'),
      { network, from, to },
      call.signal,
    );
    return listAnswer(call, {
      formats: FORMATS,
      name: 'outages',
      columns: COLUMNS,
      positions: noPositions,
      page: async ({ limit, cursor: after }) => {
        const place = cursor.read(after);
        const { items, last } = newestPage(found.outages, (outage) => [outage.start, nameOf(outage)], place, limit);
        return { items: items.map(reportedOutage), next: last === null ? null : cursor.write([...last]) };
      },
      body: ({ items, next }) => ({
        network: found.network,
        from: isoOf(found.from),
        to: isoOf(found.to),
        outages: items,
        next_cursor: next,
      }),
    });
  },
});
