import { z } from 'zod';

/** What a person says, in their own words: anything that the catalogue can hold. */
export const commentText = z
  .string()
  .trim()
  .min(1)
  .max(4000)
  .refine((text) => !text.includes('\u0000'), { message: 'String should hold no NUL character' });

/** Body of `POST /api/v1/alerts/{id}/comments`. */
export const commentBody = z.strictObject({ text: commentText }).meta({ examples: [{ text: 'on my way' }] });

/** Body of `POST /api/v1/alerts/{id}/acknowledge` and `.../resolve`. */
export const changeBody = z
  .strictObject({ comment: commentText.nullish() })
  .meta({ examples: [{ comment: 'the sensor was cleaned' }, {}] });
