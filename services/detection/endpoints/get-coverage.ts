import { z } from 'zod';
import { HalcyonError } from '../../../schemas/errors.ts';
import { coverageAnswerShape } from '../../../schemas/http/answers/coverage-answer.ts';
import { networkName, stationName } from '../../../schemas/http/name-text.ts';
import { isoOf } from '../../../schemas/time.ts';
import { endpoint, json } from '../../http/endpoint.ts';
import { query, timeFields } from '../../http/query-fields.ts';
import { chooseNetwork } from '../../stations/choose-network.ts';
import { StoreSource } from '../../stores/store-source.ts';
import type { DetectionDependencies } from './detection-dependencies.ts';

const DAY_MS = 86_400_000;
/** Longest period that one request may ask about: its observations and judgements are read [days]. */
const MOST_DAYS = 31;

export const getCoverage = endpoint({
  name: 'get-coverage',
  method: 'GET',
  part: 'detection',
  roles: ['user'],
  path: '/api/v1/coverage',
  description:
    'How many values a network received from `from` to `to` (both included), how many of them were judged, and why the ' +
    `others were not: received = judged + not judged. At most ${MOST_DAYS} days; the 24 hours before \`to\` without ` +
    '`from`, up to now without `to`. `station` asks about one station; `network` may be left out where there is but one.',
  pathParameters: z.object({}),
  query: query({ network: networkName.optional(), station: stationName.optional(), ...timeFields }),
  success: json('The counts, and the period.', coverageAnswerShape),
  errors: { 404: 'There is no such network.', 409: 'There are no observations yet.' },
  // All judgements of the period are read: more at once would only make each slower.
  atOnce: 4,
  timeLimit: 'detectMs',
  async answer({ query: asked }, dependencies: DetectionDependencies) {
    const { store } = dependencies;
    const to = asked.to ?? dependencies.now();
    const from = asked.from ?? to - DAY_MS;
    if (to - from > MOST_DAYS * DAY_MS) {
      const msg = `'from' should be at most ${MOST_DAYS} days before 'to' (${isoOf(to)})`;
      const problems = [{ loc: ['query', 'from'], msg, type: 'value_error' }];
      throw new HalcyonError('invalid_parameter', msg, { problems });
    }
    const network = await chooseNetwork(new StoreSource(store, 'the store'), asked.network ?? null, 'query');
    const { station } = asked;
    const values = await store.valueCounts({ network, from, to, ...(station !== undefined && { station }) });
    return {
      status: 200,
      body: { network, station_id: station ?? null, from: isoOf(from), to: isoOf(to), values },
    };
  },
});
