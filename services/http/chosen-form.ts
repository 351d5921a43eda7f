import { HalcyonError } from '../../schemas/errors.ts';
import { type FormName, mediaTypeOf } from './form.ts';

/** What a request says of the form that it wants. */
interface Wish {
  readonly query: { readonly format?: FormName | undefined };
  readonly accepted: (types: readonly string[]) => string | null;
}

/**
 * The form that a request asks for: `format` wins over `Accept`.
 *
 * @param forms those that the list has, by preference
 * @throws HalcyonError `not_acceptable` where it asks for none of them
 */
export function chosenForm<F extends FormName>(forms: readonly F[], { query, accepted }: Wish): F {
  const types = forms.map(mediaTypeOf);
  const there = forms.map((form, i) => `${form}: ${types[i]}`).join(', ');
  const { format } = query;
  if (format !== undefined) {
    const form = forms.find((one) => one === format);
    if (form !== undefined) return form;
    throw new HalcyonError('not_acceptable', `this list has no form ${format}; it has ${there}`);
  }
  const type = accepted(types);
  if (type !== null) return forms[types.indexOf(type)];
  throw new HalcyonError('not_acceptable', `Accept names no form of this list; it has ${there}`);
}
