import { HalcyonError } from '../../schemas/errors.ts';
import { type FormatName, mediaTypeOf } from './format.ts';

/** What a request says of the format that it wants. */
interface Wish {
  readonly query: { readonly format?: FormatName | undefined };
  readonly accepted: (types: readonly string[]) => string | null;
}

/**
 * The format that a request asks for: `format` wins over `Accept`.
 *
 * @param formats those that the list has, by preference
 * @throws HalcyonError `not_acceptable` where it asks for none of them
 */
export function chosenFormat<F extends FormatName>(formats: readonly F[], { query, accepted }: Wish): F {
  const types = formats.map(mediaTypeOf);
  const there = formats.map((format, i) => `${format}: ${types[i]}`).join(', ');
  const { format: asked } = query;
  if (asked !== undefined) {
    const format = formats.find((one) => one === asked);
    if (format !== undefined) return format;
    throw new HalcyonError('not_acceptable', `this list has no format ${asked}; it has ${there}`);
  }
  const type = accepted(types);
  if (type !== null) return formats[types.indexOf(type)];
  throw new HalcyonError('not_acceptable', `Accept names no format of this list; it has ${there}`);
}
