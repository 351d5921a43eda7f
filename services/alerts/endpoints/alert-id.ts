import { z } from 'zod';
import { HalcyonError } from '../../../schemas/errors.ts';
import { givenId } from '../../../schemas/reports/given-id.ts';

/** The path of one alert, rule or silence. */
export const idPath = z.object({ id: givenId });

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The id of a path.
 *
 * @param what in words: `alert`
 * @throws HalcyonError `not_found` for what is none, without asking for it
 */
export function idOf(path: { readonly id: string }, what: string): string {
  if (!UUID.test(path.id)) throw missing(what);
  return path.id;
}

/** There is none of an id. */
export function missing(what: string): HalcyonError {
  return new HalcyonError('not_found', `there is no ${what} of this id`);
}
