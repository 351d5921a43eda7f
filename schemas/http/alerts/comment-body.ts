import { z } from 'zod';

/** For documents: no NUL character, and one that is no blank. */
export const SAID_PATTERN = '^[^\\u0000]*[^\\s\\u0000\\ufeff][^\\u0000]*$';

/** What a person says, in their own words: anything that the catalogue can hold. */
export const commentText = z
  .string()
  .trim()
  .min(1)
  .max(4000)
  .refine((text) => !text.includes('\u0000'), { message: 'String should hold no NUL character' })
  .meta({ override: { pattern: SAID_PATTERN } });

/** Body of `POST /api/v1/alerts/{id}/comments`. */
export const commentBody = z.strictObject({ text: commentText }).meta({ examples: [{ text: 'on my way' }] });

/** Body of `POST /api/v1/alerts/{id}/acknowledge` and `.../resolve`. */
export const changeBody = z
  .strictObject({ comment: commentText.nullish() })
  .meta({ examples: [{ comment: 'the sensor was cleaned' }, {}] });
