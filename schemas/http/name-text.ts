import { z } from 'zod';

// biome-ignore lint/suspicious/noControlCharactersInRegex: names with control characters are what it looks for
const UNPRINTABLE = /[\u0000-\u001f\u007f\ufffd]/;

/** A name of something (network, station): 1 to 128 printable characters. */
export const nameText = z
  .string()
  .min(1)
  .max(128)
  .refine((text) => !UNPRINTABLE.test(text), { message: 'String should hold printable UTF-8 only' })
  .meta({ override: { pattern: '^[^\\u0000-\\u001f\\u007f\\ufffd]*$' } });

/** The name of a network, and of a station in it. */
export const networkName = nameText.meta({ examples: ['north'] });
export const stationName = nameText.meta({ examples: ['a'] });

/** The name of a network that is written to: '/' parts network from station in keys. */
export const networkText = nameText
  .refine((text) => !text.includes('/') && text === text.trim(), {
    message: "String should name a network, without '/' and without white space at its ends",
  })
  .meta({
    override: {
      pattern:
        '^[^\\s/\\u0000-\\u001f\\u007f\\ufeff\\ufffd]([^/\\u0000-\\u001f\\u007f\\ufffd]*[^\\s/\\u0000-\\u001f\\u007f\\ufeff\\ufffd])?$',
    },
    examples: ['north'],
  });
