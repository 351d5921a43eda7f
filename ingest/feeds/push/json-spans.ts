/** Where a value stands in a text: from its first byte to behind its last. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;

/** Span of the only value of a JSON text that is known to be valid. */
export function valueSpan(json: Uint8Array): Span {
  const start = skipSpace(json, 0);
  return { start, end: valueEnd(json, start) };
}

/** Spans of the elements of the array that begins at `span.start` of a JSON text that is known to be valid. */
export function elementSpans(json: Uint8Array, span: Span): Span[] {
  const spans: Span[] = [];
  let at = skipSpace(json, span.start + 1);
  while (at < span.end - 1) {
    const end = valueEnd(json, at);
    spans.push({ start: at, end });
    at = skipSpace(json, end);
    if (json[at] === COMMA) at = skipSpace(json, at + 1);
  }
  return spans;
}

/** Span of the last member of that name of the object that begins at `span.start`; undefined where there is none. */
export function memberSpan(json: Buffer, span: Span, name: string): Span | undefined {
  let found: Span | undefined;
  let at = skipSpace(json, span.start + 1);
  while (at < span.end - 1) {
    const keyEnd = valueEnd(json, at);
    const key: unknown = JSON.parse(json.toString('utf8', at, keyEnd));
    at = skipSpace(json, keyEnd);
    if (json[at] === COLON) at = skipSpace(json, at + 1);
    const end = valueEnd(json, at);
    if (key === name) found = { start: at, end };
    at = skipSpace(json, end);
    if (json[at] === COMMA) at = skipSpace(json, at + 1);
  }
  return found;
}

/** Behind the value that begins at a place. */
function valueEnd(json: Uint8Array, start: number): number {
  let depth = 0;
  let at = start;
  while (at < json.length) {
    const byte = json[at];
    if (byte === QUOTE) {
      at += 1;
      while (json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1;
      at += 1;
      if (depth === 0) return at;
    } else if (opens(byte)) {
      depth += 1;
      at += 1;
    } else if (closes(byte)) {
      if (depth === 0) return at;
      depth -= 1;
      at += 1;
      if (depth === 0) return at;
    } else if (depth === 0 && (byte === COMMA || isSpace(byte))) {
      return at;
    } else at += 1;
  }
  return at;
}

function skipSpace(json: Uint8Array, at: number): number {
  let place = at;
  while (place < json.length && isSpace(json[place])) place += 1;
  return place;
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

function opens(byte: number): boolean {
  return byte === 0x5b || byte === 0x7b;
}

function closes(byte: number): boolean {
  return byte === 0x5d || byte === 0x7d;
}
