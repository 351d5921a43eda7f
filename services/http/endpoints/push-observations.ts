import { z } from 'zod';
import type { ItemResult } from '../../../ingest/raw-item.ts';
import { networkText } from '../../../schemas/http/name-text.ts';
import { isoOf } from '../../../schemas/time.ts';
import { DEFAULT_NETWORK } from '../http-parts.ts';
import { query } from '../query-fields.ts';
import { endpoint } from './endpoint.ts';

/** Media types that observations may be pushed as. */
export const PUSH_TYPES = [
  'application/json',
  'application/x-ndjson',
  'application/ndjson',
  'application/jsonl',
  'text/csv',
] as const;

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
  pathParameters: z.object({}),
  query: query({ network: networkText.default(DEFAULT_NETWORK) }),
  body: { kind: 'bytes', types: PUSH_TYPES, schema: z.instanceof(Buffer), limit: 'pushBytes' },
  // Eight bodies of the largest size are 256 MiB.
  atOnce: 8,
  async answer(call, parts) {
    const items = parts.parsePush(call.mediaType, call.body);
    const results = await parts.intake.submit(call.query.network, 'push', items);
    const accepted = results.filter((result) => result.status === 'accepted').length;
    return {
      status: 200,
      body: { accepted, dead_letters: results.length - accepted, items: results.map(itemAnswer) },
    };
  },
});

function itemAnswer(result: ItemResult): Record<string, string> {
  if (result.status === 'dead_letter') return { ...result };
  const { status, network, station, time } = result;
  return { status, network, station_id: station, timestamp: isoOf(time) };
}
