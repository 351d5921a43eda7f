import { z } from 'zod';
import { observationAnswerShape } from '../../../schemas/http/answers/observation-answer.ts';
import { nextCursor } from '../../../schemas/http/answers/page-answer.ts';
import { nameText } from '../../../schemas/http/name-text.ts';
import { observationAnswer } from '../answers/observation-answer.ts';
import { unitsOfAnswer } from '../answers/si-units.ts';
import { given, pageFields, query, timeFields, unitsField, wordText } from '../query-fields.ts';
import { endpoint, json } from './endpoint.ts';

export const listObservations = endpoint({
  name: 'list-observations',
  method: 'GET',
  part: 'detection',
  roles: ['user'],
  path: '/api/v1/observations',
  description:
    'Observations, newest first, with what was found for each value (flags of QARTOD, MADIS and WMO BUFR by the last ' +
    'verdict). Filters: network, station, from and to (both included). `flags=false` leaves the flags out; `units=si` ' +
    'gives m/s and Pa. The next page is asked for with the `next_cursor` of this one.',
  pathParameters: z.object({}),
  query: query({
    network: nameText.optional(),
    station: nameText.optional(),
    ...timeFields,
    flags: wordText(['true', 'false']).default('true'),
    ...unitsField,
    ...pageFields,
  }),
  success: json(
    'A page of observations, and the units of their values.',
    z.object({
      observations: z.array(observationAnswerShape),
      units: z.record(z.string(), z.string()),
      next_cursor: nextCursor,
    }),
  ),
  async answer(call, parts) {
    const { flags, units, ...asked } = call.query;
    const page = await parts.store.observations(given(asked));
    const observations = page.items.map((item) => observationAnswer(item, units, flags === 'true'));
    return { status: 200, body: { observations, units: unitsOfAnswer(units), next_cursor: page.next } };
  },
});
