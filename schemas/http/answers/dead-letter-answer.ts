import { z } from 'zod';
import { DEAD_LETTER_REASONS } from '../../dead-letter.ts';

/** What could not be read, as the list of dead letters has it. */
export const deadLetterShape = z
  .object({
    id: z.string(),
    network: z.string(),
    source: z.string().describe('Feed that brought it, with its place there where it has one.'),
    reason: z.enum(DEAD_LETTER_REASONS),
    detail: z.string().describe('What was wrong, and what would be right.'),
    media_type: z.string(),
    header: z.string().describe('Of a row of CSV its header line; else empty.'),
    text: z.string().describe('Its bytes as UTF-8 text, the first 2000 characters.'),
    received: z.string(),
    replayed: z.string().nullable().describe('When it was accepted after all; null while it was not.'),
  })
  .meta({
    id: 'DeadLetter',
    examples: [
      {
        id: '0123456789abcdef0123456789abcdef',
        network: 'north',
        source: 'push',
        reason: 'invalid_time',
        detail: "time is 'yesterday', should be ISO 8601 or Unix seconds",
        media_type: 'application/json',
        header: '',
        text: '{"station_id":"b","time":"yesterday"}',
        received: '2026-03-01T12:00:00Z',
        replayed: null,
      },
    ],
  });

export type DeadLetterAnswer = z.output<typeof deadLetterShape>;
