import { PLAIN_FORM } from '../../validation/source-form.ts';
import type { Otherwise } from './observed-properties.ts';

/** Media type of dead letters that hold a BUFR message. */
export const BUFR_TYPE = 'application/bufr';
/** Parameter with what the notification and the feed say beside the message: JSON, percent-encoded. */
export const OTHERWISE = ';otherwise=';
/** What is said otherwise of a message without the parameter. */
export const NOTHING: Otherwise = { station: null, position: null, form: PLAIN_FORM };

/** How to read a message again: `application/bufr`, with what is said otherwise, so that it can be replayed without its feed. */
export function bufrMediaType({ station, position, form }: Otherwise): string {
  const said = JSON.stringify({ station, position, form });
  return said === JSON.stringify(NOTHING) ? BUFR_TYPE : `${BUFR_TYPE}${OTHERWISE}${encodeURIComponent(said)}`;
}
