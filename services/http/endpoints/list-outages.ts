import { z } from 'zod';
import { outagesAnswerShape } from '../../../schemas/http/answers/outage-answer.ts';
import { nameText } from '../../../schemas/http/name-text.ts';
import type { Outage } from '../../../schemas/outage.ts';
import { isoOf } from '../../../schemas/time.ts';
import { LONGEST_STRETCH_DAYS } from '../../detection/outages-of-network.ts';
import { reportedOutage } from '../../detection/reported-outage.ts';
import { Cursor } from '../../stores/cursor.ts';
import { newestPage } from '../newest-page.ts';
import { pageFields, query, timeFields } from '../query-fields.ts';
import { endpoint, json } from './endpoint.ts';

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
    'missing, or sent old records again, and those in which one repeated its own; found in the stored observations from ' +
    `from to to (both included), at most ${LONGEST_STRETCH_DAYS} days; the last day where they are not given. \`network\` ` +
    'may be left out where there is but one. The next page is asked for with the `next_cursor` of this one, and the same ' +
    'from and to.',
  pathParameters: z.object({}),
  query: query({ network: nameText.optional(), ...timeFields, ...pageFields }),
  success: json('A page of outages, and the stretch in which they were sought.', outagesAnswerShape),
  errors: { 404: 'There is no such network.', 409: 'There are no observations yet.' },
  // All observations of the stretch are read: more at once would only make each slower.
  atOnce: 4,
  timeLimit: 'detectMs',
  async answer(call, parts) {
    const { network = null, from, to, limit, cursor: after } = call.query;
    const place = cursor.read(after);
    const found = await parts.outages({ network, from, to }, call.signal);
    const { items, last } = newestPage(found.outages, (outage) => [outage.start, nameOf(outage)], place, limit);
    return {
      status: 200,
      body: {
        network: found.network,
        from: isoOf(found.from),
        to: isoOf(found.to),
        outages: items.map(reportedOutage),
        next_cursor: last === null ? null : cursor.write([...last]),
      },
    };
  },
});
