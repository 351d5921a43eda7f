import type { DeadLetter } from '../../../schemas/dead-letter.ts';
import type { RawItem } from '../../raw-item.ts';
import { csvItemOf } from '../csv/csv-items.ts';
import { jsonItemOf } from './json-items.ts';

/** The item a dead letter was made of, to be submitted again. Those of BUFR make items by `bufrLetterItems`. */
export function rawItemOf(letter: DeadLetter): RawItem {
  const body = Buffer.from(letter.body, 'base64');
  const place = placeOf(letter.source);
  return letter.mediaType.startsWith('text/csv')
    ? csvItemOf(letter.mediaType, letter.context, body, place)
    : jsonItemOf(body, place);
}

function placeOf(source: string): string {
  const at = source.indexOf(':');
  return at < 0 ? '' : source.slice(at + 1);
}
