import { z } from 'zod';
import { RainReports } from '../../../ingest/feeds/import/rain-reports.ts';
import type { ItemResult } from '../../../ingest/raw-item.ts';
import { itemAnswerShape } from '../../../schemas/http/answers/observation-answer.ts';
import { networkText } from '../../../schemas/http/name-text.ts';
import { endpoint, json } from '../../http/endpoint.ts';
import { query } from '../../http/query-fields.ts';
import { DEFAULT_NETWORK } from '../../stations/default-network.ts';
import { itemAnswer, senderOf } from './item-answer.ts';
import type { ObservationDependencies } from './observation-dependencies.ts';

const OBSERVATION = { station_id: 'a', time: '2026-03-01T12:00:00Z', temp_out: 12.5, latitude: 51, longitude: 4 };

const lines = z
  .string()
  .describe('An observation a line, each a JSON object.')
  .meta({ examples: [`${JSON.stringify(OBSERVATION)}\n`] });

/** Media types that observations may be pushed as. */
const PUSHED = {
  'application/json': z
    .union([z.record(z.string(), z.unknown()), z.array(z.unknown())])
    .describe('An observation, or a list of them; anything else goes to the dead letters.')
    .meta({ examples: [OBSERVATION, [OBSERVATION]] }),
  'application/x-ndjson': lines,
  'application/ndjson': lines,
  'application/jsonl': lines,
  'text/csv': z
    .string()
    .describe('A header line, and an observation a line.')
    .meta({ examples: ['station_id,time,temp_out\na,2026-03-01T12:10:00Z,12.6\n'] }),
};

export const pushObservations = endpoint({
  name: 'push-observations',
  method: 'POST',
  part: 'feed',
  roles: ['feed', 'curator'],
  path: '/api/v1/observations',
  description:
    'Takes observations: a JSON object or list, JSON lines, or CSV with a header line, by Content-Type. The answer says ' +
    'item by item, in their order, what became of each; it is 200 whenever the body could be read, also where items ' +
    'went to the dead letters. An accepted item is stored when the answer comes.',
  audit: { action: 'observations.push', of: ({ query: { network } }) => ({ network }) },
  pathParameters: z.object({}),
  query: query({ network: networkText.default(DEFAULT_NETWORK) }),
  body: { kind: 'bytes', content: PUSHED, schema: z.instanceof(Buffer), limit: 'pushBytes' },
  success: json(
    'What became of each item.',
    z.object({
      accepted: z.int(),
      dead_letters: z.int(),
      items: z.array(itemAnswerShape),
      warnings: z
        .array(z.string())
        .optional()
        .describe('What was accepted and may not be meant so: amounts of rain of the body that overlap.'),
    }),
  ),
  // Eight bodies of the largest size are 256 MiB.
  atOnce: 8,
  quotas: ['observations', 'stations'],
  async answer(call, dependencies: ObservationDependencies) {
    const items = dependencies.parsePush(call.incoming.headers['content-type'] ?? '', call.body);
    const results = await dependencies.intake.submit(
      call.query.network,
      'push',
      items,
      senderOf(call.caller, dependencies),
    );
    call.charge('observations', items.length);
    call.charge('stations', results.filter((one) => one.status === 'accepted' && one.registered === true).length);
    const accepted = results.filter((result) => result.status === 'accepted').length;
    const warnings = overlapsOf(results);
    const body = { accepted, dead_letters: results.length - accepted, items: results.map(itemAnswer) };
    return { status: 200, body: warnings.length === 0 ? body : { ...body, warnings } };
  },
});

/** Lines about amounts of rain that cover more than the time since the report before, as far as the items of a body tell. */
function overlapsOf(results: readonly ItemResult[]): string[] {
  const reports = new RainReports();
  const accepted = results.filter((result) => result.status === 'accepted').sort((a, b) => a.time - b.time);
  for (const { network, station, time, rainInterval } of accepted) {
    if (rainInterval !== undefined) reports.add(network, station, time, rainInterval);
  }
  return reports.overlaps();
}
