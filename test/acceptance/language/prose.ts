/** What a page says in words: without code, front matter, figures and addresses. */
export interface Prose {
  readonly headings: readonly string[];
  /** In the order of the page. A cell of a table is one where it has six words or more. */
  readonly sentences: readonly string[];
  /** Everything that is read, cells and headings too, to look for words in. */
  readonly text: string;
}

/** Words from which on a cell of a table is read as sentences: below are names and figures. */
const CELL_WORDS = 6;

/** Stands for a piece of code in a sentence: one word, whatever its length. */
const CODE = 'CODE';

/** Reads the prose of a page in Markdown. */
export function proseOf(markdown: string): Prose {
  const lines = markdown
    .replace(/^---\n[\s\S]*?\n---\n/, '')
    .replace(/^ *```[\s\S]*?^ *```$/gm, '')
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/!\[([^\]]*)\]\([^)]*\)/g, '')
    .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replace(/``?[^`]+``?/g, CODE)
    .replace(/<https?:[^>]*>/g, CODE)
    .split('\n');
  const headings: string[] = [];
  const paragraphs: string[] = [];
  let open: string[] = [];
  const close = () => {
    if (open.length > 0) paragraphs.push(open.join(' '));
    open = [];
  };
  for (const line of lines) {
    const heading = /^#+ (.*)$/.exec(line)?.[1];
    if (heading !== undefined) {
      close();
      headings.push(heading);
    } else if (/^\s*\|/.test(line)) {
      close();
      for (const cell of line.split(/(?<!\\)\|/)) if (wordsOf(cell).length >= CELL_WORDS) paragraphs.push(cell);
    } else if (line.trim() === '') {
      close();
    } else {
      const item = /^\s*(?:[-*]|\d+\.) (.*)$/.exec(line)?.[1];
      if (item !== undefined) close();
      open.push(item ?? line);
    }
  }
  close();
  return { headings, sentences: paragraphs.flatMap(sentencesOf), text: lines.join('\n') };
}

/** Words of a text: what has a letter or a digit in it. */
export function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => /[\p{Letter}\p{Number}]/u.test(word));
}

/** True for a heading that is a clause: it begins with a question word ("How-to" is not one), or has a finite verb. */
export function isClause(heading: string): boolean {
  return (
    /^(?:what|how(?!-to\b)|who|whom|whose|where|when|why|which)\b/i.test(heading) ||
    /\b(?:is|are|was|were|be|has|have|had|holds?|does|do|did|can|cannot|goes|comes|says|means?|takes|makes|needs|stands|counts|knows|happens|belongs?|becomes?|cannot|must|may|will)\b/i.test(
      heading,
    )
  );
}

/** The sentences of a paragraph. A dot of an abbreviation or a number ends none. */
function sentencesOf(paragraph: string): string[] {
  return paragraph
    .replace(/(?<!\w)[*_]{1,2}(?=\S)|(?<=\S)[*_]{1,2}(?!\w)/g, '')
    .split(/(?<=(?<!\b(?:No|e\.g|i\.e|vol|cf|etc))[.!?][)"]?)\s+(?=[\p{Lu}\d"(])/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => wordsOf(sentence).length > 1);
}

/** The texts of a source in TypeScript that people may read: its literals with a blank in them; what a template inserts is left out. */
export function textsOf(source: string): string[] {
  const tokens = source.matchAll(
    /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g,
  );
  return Array.from(tokens, ([, single, double, template]) => {
    const text = single ?? double ?? template?.replace(/\$\{[^}]*\}/g, CODE) ?? '';
    return text.replace(/``?[^`]+``?/g, CODE);
  }).filter((text) => text.trim().includes(' '));
}
