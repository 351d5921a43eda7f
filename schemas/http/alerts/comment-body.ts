import { z } from 'zod';
import { isShownText, NO_UNSEEN, SHOWN_LINES } from '../../shown-text.ts';

/** For documents: a text of which all is seen, and that is no blank. */
export const SAID_PATTERN = `^(?=[\\s\\S]*\\S)${SHOWN_LINES}$`;

/** What a person says, in their own words, also in several lines. */
export const commentText = z
  .string()
  .refine(isShownText, { message: `String should be a text ${NO_UNSEEN}` })
  .trim()
  .min(1)
  .max(4000)
  .meta({ override: { pattern: SAID_PATTERN } });

/** Body of `POST /api/v1/alerts/{id}/comments`. */
export const commentBody = z.strictObject({ text: commentText }).meta({ examples: [{ text: 'on my way' }] });

/** Body of `POST /api/v1/alerts/{id}/acknowledge` and `.../resolve`. */
export const changeBody = z
  .strictObject({ comment: commentText.nullish() })
  .meta({ examples: [{ comment: 'the sensor was cleaned' }, {}] });
