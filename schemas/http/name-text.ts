import { z } from 'zod';
import { isShownName, NO_UNSEEN, shownPattern } from '../shown-text.ts';

/** A name of something (network, station): 1 to 128 characters that are all seen. */
export const nameText = z
  .string()
  .min(1)
  .max(128)
  .refine(isShownName, { message: `String should be a name ${NO_UNSEEN}` })
  .meta({ override: { pattern: `^${shownPattern()}$` } });

/** The name of a network, and of a station in it. */
export const networkName = nameText.meta({ examples: ['north'] });
export const stationName = nameText.meta({ examples: ['a'] });

/** The name of a network that is written to: '/' parts network from station in keys. */
export const networkText = nameText
  .refine((text) => !text.includes('/') && text === text.trim(), {
    message: "String should name a network, without '/' and without white space at its ends",
  })
  .meta({ override: { pattern: `^(?!\\s)${shownPattern('/')}(?<!\\s)$` }, examples: ['north'] });
