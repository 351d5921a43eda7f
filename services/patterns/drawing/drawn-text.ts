/** Characters that XML 1.0 cannot hold, not even as a reference (section 2.2 of the recommendation). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const NO_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Text that may stand in XML, in attributes too: nothing of it is markup. */
export function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replace(NO_XML, '\ufffd')
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** At most `most` characters of a text, with an ellipsis where it was longer. No character is cut in two. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const kept = text.slice(0, most - 1);
  return `${kept.isWellFormed() ? kept : kept.slice(0, -1)}…`;
}

/**
 * A text in lines of at most `width` characters, broken at blanks where there are some, at most `most` lines of it.
 * White space of any kind counts as one blank.
 */
export function linesOf(text: string, width: number, most: number): string[] {
  const lines: string[] = [];
  // What comes behind the last line is not looked at, however long it is.
  for (const word of shortened(text.trim().replace(/\s+/g, ' '), (width + 1) * most).split(' ')) {
    const pieces = word.match(new RegExp(`.{1,${width}}`, 'gsu')) ?? [''];
    for (const piece of pieces) {
      const last = lines.at(-1);
      if (last !== undefined && last.length + 1 + piece.length <= width) lines[lines.length - 1] = `${last} ${piece}`;
      else lines.push(piece);
    }
  }
  return lines.length <= most ? lines : [...lines.slice(0, most - 1), shortened(`${lines[most - 1]}…`, width)];
}
