import { z } from 'zod';
import type { DeadLetter } from '../../../schemas/dead-letter.ts';
import type { RawItem } from '../../raw-item.ts';
import type { SourceForm } from '../../validation/source-form.ts';
import type { BufrDecoder } from '../bufr/bufr-decoder.ts';
import { bufrItems } from './bufr-items.ts';
import { BUFR_TYPE, NOTHING, OTHERWISE } from './bufr-media-type.ts';
import type { Otherwise } from './observed-properties.ts';

const otherwiseShape = z.object({
  station: z.string().nullable(),
  position: z.object({ latitude: z.unknown(), longitude: z.unknown(), elevation: z.unknown().optional() }).nullable(),
  form: z.custom<SourceForm>((form) => typeof form === 'object' && form !== null),
});

/** True for a dead letter that holds a BUFR message. */
export function isBufrLetter({ mediaType }: Pick<DeadLetter, 'mediaType'>): boolean {
  return mediaType === BUFR_TYPE || mediaType.startsWith(`${BUFR_TYPE};`);
}

/**
 * The items of a BUFR message that was kept, one for each report, as its feed would have made them.
 *
 * @param decoder a text says why there is none
 * @returns a text says why there are none
 */
export async function bufrLetterItems(
  letter: DeadLetter,
  decoder: BufrDecoder | string,
  signal: AbortSignal,
): Promise<readonly RawItem[] | string> {
  const body = Buffer.from(letter.body, 'base64');
  const place = letter.source.slice(letter.source.indexOf(':') + 1);
  const items = await bufrItems(body, place, otherwiseOf(letter.mediaType), decoder, signal);
  if (items === null) return 'interrupted';
  const [unread] = items.filter(({ fields }) => fields === null);
  if (unread !== undefined) return unread.unreadable ?? '';
  return items.length > 0 ? items : 'the BUFR message has no observation: every value is missing';
}

function otherwiseOf(mediaType: string): Otherwise {
  const at = mediaType.indexOf(OTHERWISE);
  if (at < 0) return NOTHING;
  return otherwiseShape.parse(JSON.parse(decodeURIComponent(mediaType.slice(at + OTHERWISE.length))));
}
