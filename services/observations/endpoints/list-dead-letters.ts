import { z } from 'zod';
import { DEAD_LETTER_REASONS, type DeadLetter } from '../../../schemas/dead-letter.ts';
import { type DeadLetterAnswer, deadLetterShape } from '../../../schemas/http/answers/dead-letter-answer.ts';
import { pageShape } from '../../../schemas/http/answers/page-answer.ts';
import { networkName } from '../../../schemas/http/name-text.ts';
import { isoOf } from '../../../schemas/time.ts';
import { endpoint, list, NO_SUCH_FORMAT } from '../../http/endpoint.ts';
import type { FormatName } from '../../http/format.ts';
import { answerColumns } from '../../http/formats/answer-columns.ts';
import { listAnswer } from '../../http/formats/list-answer.ts';
import { noPositions } from '../../http/formats/station-positions.ts';
import { given, listFields, query, wordText } from '../../http/query-fields.ts';
import type { ObservationDependencies } from './observation-dependencies.ts';

/** Not GeoJSON: what could not be read is at no place. */
const FORMATS: readonly FormatName[] = ['json', 'csv', 'arrow', 'parquet'];
const COLUMNS = answerColumns<DeadLetterAnswer>(deadLetterShape);
/** Characters of a letter that are shown. */
const SHOWN = 2_000;

export const listDeadLetters = endpoint({
  name: 'list-dead-letters',
  method: 'GET',
  part: 'feed',
  roles: ['curator'],
  path: '/api/v1/dead-letters',
  description:
    'What could not be read, newest first, each with its reason and its text. Filters: network, reason. Those that were ' +
    'replayed are left out, unless `replayed` is true. Also as csv, arrow or parquet (`format`, or Accept).',
  pathParameters: z.object({}),
  query: query({
    network: networkName.optional(),
    reason: wordText(DEAD_LETTER_REASONS).optional(),
    replayed: wordText(['true', 'false']).default('false'),
    ...listFields,
  }),
  formats: FORMATS,
  errors: { 406: NO_SUCH_FORMAT },
  success: list('A page of dead letters.', pageShape('dead_letters', deadLetterShape), FORMATS),
  async answer(call, { letters }: ObservationDependencies) {
    const { network, reason, replayed } = call.query;
    const asked = { network: call.scope.within(network), reason, replayed: replayed === 'true' };
    return listAnswer(call, {
      formats: FORMATS,
      name: 'dead-letters',
      columns: COLUMNS,
      positions: noPositions,
      page: async (place) => {
        const { items, next } = await letters.deadLetters(given({ ...asked, ...place }));
        return { items: items.map(letterAnswer), next };
      },
      body: ({ items, next }) => ({ dead_letters: items, next_cursor: next }),
    });
  },
});

function letterAnswer(letter: DeadLetter): DeadLetterAnswer {
  const { id, network, source, reason, detail, mediaType, context, body, received, replayed } = letter;
  return {
    id,
    network,
    source,
    reason,
    detail,
    // The mapping of an imported folder stands behind it.
    media_type: mediaType.split(';')[0],
    header: context,
    text: Buffer.from(body, 'base64').toString('utf8').slice(0, SHOWN),
    received: isoOf(received),
    replayed: replayed === null ? null : isoOf(replayed),
  };
}
