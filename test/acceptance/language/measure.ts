import { isClause, type Prose, wordsOf } from './prose.ts';
import { type FoundWord, unusedWordsIn } from './unused-words.ts';

/** Words that a sentence has at most. */
export const LONGEST = 25;

/** How a page is written. */
export interface LanguageFigures {
  readonly sentences: number;
  /** Words a sentence on average; 0 without a sentence. */
  readonly average: number;
  /** Share of the sentences with more than LONGEST words, 0 to 1. */
  readonly long: number;
  readonly headings: number;
  readonly clauses: readonly string[];
  readonly unused: readonly FoundWord[];
}

/** Measures the prose of one page, or of several taken together. */
export function measureLanguage(pages: readonly Prose[]): LanguageFigures {
  const headings = pages.flatMap((page) => page.headings);
  const lengths = pages.flatMap((page) => page.sentences.map((sentence) => wordsOf(sentence).length));
  const words = lengths.reduce((sum, length) => sum + length, 0);
  return {
    sentences: lengths.length,
    average: lengths.length === 0 ? 0 : words / lengths.length,
    long: lengths.length === 0 ? 0 : lengths.filter((length) => length > LONGEST).length / lengths.length,
    headings: headings.length,
    clauses: headings.filter(isClause),
    unused: pages.flatMap((page) => unusedWordsIn(page.text)),
  };
}

/**
 * Draws without putting back.
 *
 * @param random numbers from 0 up to, but without, 1
 * @returns at most `count` of the items, in their order
 */
export function sampleOf<T>(items: readonly T[], count: number, random: () => number): T[] {
  const left = items.map((_, index) => index);
  const drawn = Array.from({ length: Math.min(count, items.length) }, () => {
    return left.splice(Math.floor(random() * left.length), 1)[0];
  });
  return drawn.sort((a, b) => a - b).map((index) => items[index]);
}
