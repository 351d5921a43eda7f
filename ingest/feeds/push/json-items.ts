import { isUtf8 } from 'node:buffer';
import { HalcyonError } from '../../../schemas/errors.ts';
import { lineAndColumn } from '../../../schemas/json/place-in-text.ts';
import { repeatedKeyOf } from '../../../schemas/json/repeated-key.ts';
import type { RawItem } from '../../raw-item.ts';
import { shown } from '../../validation/refusal.ts';
import { jsonErrorAt } from './json-position.ts';
import { elementSpans, memberSpan, type Span, valueSpan } from './json-spans.ts';

const JSON_TYPE = 'application/json';

/** What one JSON value says as an observation. */
function jsonItem(value: unknown, body: Uint8Array, place: string): RawItem {
  const source = { body, mediaType: JSON_TYPE, context: '', place };
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return { fields: value as Record<string, unknown>, ...source };
  }
  return { fields: null, unreadable: `an observation is ${shown(value)}, should be a JSON object`, ...source };
}

/** The item of bytes that should hold one JSON object. */
export function jsonItemOf(body: Buffer, place: string): RawItem {
  const source = { fields: null, body, mediaType: JSON_TYPE, context: '', place };
  if (!isUtf8(body)) return { ...source, unreadable: 'the bytes are no UTF-8 text' };
  const text = body.toString('utf8');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ...source, unreadable: `it is no JSON: ${wrongAt(text)}` };
  }
  const repeated = repeatedKeyOf(value, text);
  return repeated === null ? jsonItem(value, body, place) : { ...source, unreadable: `it ${repeated}` };
}

/**
 * The items of a JSON body: one observation, a list of them, or `{"observations": [...]}`.
 *
 * @throws HalcyonError `invalid_parameter` with the place where it stops being JSON or has a key again, or what else it should be
 */
export function jsonItems(body: Buffer): RawItem[] {
  if (!isUtf8(body)) throw new HalcyonError('invalid_parameter', 'the body is no UTF-8 text, JSON should be UTF-8');
  const text = body.toString('utf8');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new HalcyonError('invalid_parameter', `the body is no JSON: ${wrongAt(text)}`, { cause });
  }
  const repeated = repeatedKeyOf(value, text);
  if (repeated !== null) throw new HalcyonError('invalid_parameter', `the body ${repeated}`);
  const whole = valueSpan(body);
  if (Array.isArray(value)) return listItems(value, body, whole);
  if (typeof value === 'object' && value !== null && Object.hasOwn(value, 'observations')) {
    return wrappedItems(value as Record<string, unknown>, body, whole);
  }
  if (typeof value === 'object' && value !== null) return [jsonItem(value, body, '')];
  throw new HalcyonError(
    'invalid_parameter',
    `the body is ${shown(value)}, should be an observation, a list of observations or {"observations": [...]}`,
  );
}

function wrappedItems(value: Record<string, unknown>, body: Buffer, whole: Span): RawItem[] {
  const others = Object.keys(value).filter((name) => name !== 'observations');
  if (others.length > 0) {
    throw new HalcyonError(
      'invalid_parameter',
      `the body has ${others.slice(0, 5).map(shown).join(', ')} beside observations: it belongs into each observation`,
    );
  }
  const list = value['observations'];
  const span = memberSpan(body, whole, 'observations');
  if (!Array.isArray(list) || span === undefined) {
    throw new HalcyonError('invalid_parameter', `observations is ${shown(list)}, should be a list`);
  }
  return listItems(list, body, span);
}

function listItems(list: readonly unknown[], body: Buffer, span: Span): RawItem[] {
  const spans = elementSpans(body, span);
  return list.map((value, index) => jsonItem(value, body.subarray(spans[index].start, spans[index].end), ''));
}

/** Where and how a text that is no JSON goes wrong. */
export function wrongAt(text: string): string {
  const at = jsonErrorAt(text);
  if (text.trim() === '') return 'it is empty';
  const { line, column } = lineAndColumn(text, at);
  if (at >= text.length) return `it ends too soon, at line ${line}, column ${column}`;
  return `unexpected ${shown(String.fromCodePoint(text.codePointAt(at) ?? 0))} at line ${line}, column ${column}`;
}
