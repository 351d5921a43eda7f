import { z } from 'zod';

// biome-ignore lint/suspicious/noControlCharactersInRegex: names with control characters are what it looks for
const UNPRINTABLE = /[\u0000-\u001f\u007f\ufffd]/;

/** A name of something (network, station): 1 to 128 printable characters. */
export const nameText = z
  .string()
  .min(1)
  .max(128)
  .refine((text) => !UNPRINTABLE.test(text), { message: 'String should hold printable UTF-8 only' });

/** The name of a network that is written to: '/' parts network from station in keys. */
export const networkText = nameText.refine((text) => !text.includes('/') && text === text.trim(), {
  message: "String should name a network, without '/' and without white space at its ends",
});
