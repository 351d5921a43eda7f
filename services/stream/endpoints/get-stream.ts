import { z } from 'zod';
import { CLASSIFICATIONS } from '../../../schemas/anomaly.ts';
import { networkName, stationName } from '../../../schemas/http/name-text.ts';
import { endpoint } from '../../http/endpoint.ts';
import { boxText, query, wordsText, wordText } from '../../http/query-fields.ts';
import { EVENT_NAMES, STREAM_TYPES } from '../stream-event.ts';
import type { StreamDependencies } from './stream-dependencies.ts';

/** The text of the events; the document describes one of them by its fields. */
const streamEvent = z.string().meta({
  override: {
    type: 'object',
    description: 'An event by its fields, as the stream has them, a line each.',
    properties: {
      id: { type: 'string', description: 'Where to go on behind it.' },
      event: { type: 'string', enum: [...Object.values(EVENT_NAMES), 'reset'] },
      data: { type: 'string', description: 'One line of JSON.', contentMediaType: 'application/json' },
      retry: { type: 'integer', description: 'When to come back after a break [ms].' },
    },
  },
});

export const getStream = endpoint({
  name: 'get-stream',
  method: 'GET',
  part: 'detection',
  roles: ['user'],
  path: '/api/v1/stream',
  description:
    'What happens, as it happens, as server-sent events: `observation`, `anomaly`, `fault`, `weather-event` and `alert`, each ' +
    'with an `id` and as `data` one line of JSON, an item of the list of these (a weather event may be `withdrawn` too). `types` says which (observations and anomalies where it is ' +
    'not given); filters: network, station, class (of anomalies, faults, weather events and alerts), box (`west,south,east,north` in degrees). ' +
    'Who comes back with the header Last-Event-ID, or `last_event_id`, goes on behind that event, at any process of the ' +
    'system; where that is not possible a `reset` says why, and what happened meanwhile has to be read from the lists.',
  pathParameters: z.object({}),
  query: query({
    types: wordsText(STREAM_TYPES).prefault('observations,anomalies'),
    network: networkName.optional(),
    station: stationName.optional(),
    class: wordText(CLASSIFICATIONS).optional(),
    box: boxText.optional(),
    last_event_id: z.string().max(1000).optional(),
  }),
  requestHeaders: { 'Last-Event-ID': 'The `id` of the last event that was heard; it goes before `last_event_id`.' },
  success: { status: 200, description: 'The events.', content: { 'text/event-stream': streamEvent } },
  // How many may hear is the stream's own affair: all of them may come back at once.
  atOnce: Number.POSITIVE_INFINITY,
  async answer({ query: asked, caller, who, incoming }, dependencies: StreamDependencies) {
    const { types, network, station, class: classification, box, last_event_id: given } = asked;
    const header = incoming.headers['last-event-id'];
    const body = await dependencies.stream.open({
      filter: { types, network, station, classification, box },
      // A client that comes back by itself sends the header, and the address with which it once began.
      lastId: typeof header === 'string' ? header : given,
      expires: caller?.expires ?? null,
      who: who(),
      cut: () => incoming.socket.destroy(),
    });
    // A proxy is not to gather it.
    return { status: 200, body, type: 'text/event-stream', headers: { 'X-Accel-Buffering': 'no' } };
  },
});
