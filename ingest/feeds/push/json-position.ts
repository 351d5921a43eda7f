const SPACE = /[ \t\n\r]*/y;
// Any character but quotation marks, backslashes and the controls below the space (RFC 8259 section 7); it may be DEL.
const STRING = /"(?:[\u0020\u0021\u0023-\u005b\u005d-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/** Where a text stops being JSON (RFC 8259), as an index into it; its length where it ends too soon, -1 where it is JSON. */
export function jsonErrorAt(text: string): number {
  const closers: string[] = [];
  let at = after(SPACE, text, 0);
  for (;;) {
    // A value is expected here.
    const opener = text[at];
    if (opener === '{' || opener === '[') {
      const closer = opener === '{' ? '}' : ']';
      at = after(SPACE, text, at + 1);
      if (text[at] !== closer) {
        closers.push(closer);
        if (closer === '}') {
          const key = keyEnd(text, at);
          if (key.wrong >= 0) return key.wrong;
          at = key.end;
        }
        continue;
      }
      at += 1;
    } else {
      const end = opener === '"' ? after(STRING, text, at) : after(SCALAR, text, at);
      if (end === at) return opener === '"' ? badCharacter(text, at) : at;
      at = end;
    }
    // A value has ended: what follows closes, or parts it from the next.
    at = after(SPACE, text, at);
    while (closers.length > 0 && text[at] === closers[closers.length - 1]) {
      closers.pop();
      at = after(SPACE, text, at + 1);
    }
    if (closers.length === 0) return at === text.length ? -1 : at;
    if (text[at] !== ',') return at;
    at = after(SPACE, text, at + 1);
    if (closers[closers.length - 1] === '}') {
      const key = keyEnd(text, at);
      if (key.wrong >= 0) return key.wrong;
      at = key.end;
    }
  }
}

/** Where the value of a member begins; `wrong` is -1 where its name and colon are in order. */
function keyEnd(text: string, at: number): { end: number; wrong: number } {
  if (text[at] !== '"') return { end: at, wrong: at };
  const name = after(STRING, text, at);
  if (name === at) return { end: at, wrong: badCharacter(text, at) };
  const colon = after(SPACE, text, name);
  if (text[colon] !== ':') return { end: at, wrong: colon };
  return { end: after(SPACE, text, colon + 1), wrong: -1 };
}

/** The place inside a string that is no valid JSON string where it breaks. */
function badCharacter(text: string, at: number): number {
  for (let index = at + 1; index < text.length; index += 1) {
    if (text.charCodeAt(index) < 32) return index;
    if (text[index] !== '\\') continue;
    if (!/^(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/.test(text.slice(index + 1, index + 6))) return index;
    index += 1;
  }
  return text.length;
}

/** Index behind what the sticky pattern finds at a place; the place itself where it finds nothing. */
function after(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  return match === null ? at : at + match[0].length;
}
