/** Words that the project's texts do not use, and those that they use instead. */
export interface UnusedWord {
  /** As a list shows it. */
  readonly word: string;
  readonly instead: string;
  /** Finds it in prose, without code; global. */
  readonly pattern: RegExp;
}

/** The list. A pattern leaves out what is good English or another thing: "there is none", "stands for", `floor(x)` of SQL. */
export const UNUSED_WORDS: readonly UnusedWord[] = [
  {
    word: 'stirs',
    instead: 'other stations changed too; nearby variability',
    pattern: /\bstir(?:s|red|ring)?\b/gi,
  },
  { word: 'moved with it', instead: 'show the same change', pattern: /\bmove[sd]? with (?:it|them)\b/gi },
  { word: 'usual step', instead: 'typical step (robust sigma)', pattern: /\busual steps?\b/gi },
  { word: 'floor', instead: 'smallest deviation that is judged', pattern: /(?<!['"])\bfloors?\b(?![('"-])/gi },
  { word: 'hindsight', instead: 'verification delay', pattern: /\bhindsight\b/gi },
  { word: 'lateness', instead: 'allowed lateness', pattern: /(?<!\ballowed )\blateness\b/gi },
  {
    word: 'bar',
    instead: 'exclude as a neighbour',
    pattern: /\b(?:a|each|every|no) bars?\b|\bbarred\b|\bbars? (?:keeps?|from)\b/gi,
  },
  { word: 'vouch', instead: 'count as a neighbour', pattern: /\bvouch(?:e[sd]|ing)?\b/gi },
  { word: 'teach, taught', instead: 'update, learnt from', pattern: /\b(?:teach(?:es|ing)?|taught)\b/gi },
  { word: 'echo', instead: 'rebound of the forecast', pattern: /\bechoe?s?\b/gi },
  { word: 'companions', instead: 'other variables that changed', pattern: /\bcompanions?\b/gi },
  { word: 'hindrance', instead: 'veto', pattern: /\bhindrances?\b/gi },
  { word: 'nursery', instead: 'young generation', pattern: /\bnurser(?:y|ies)\b/gi },
  {
    word: 'what people know',
    instead: 'operator notes, maintenance, overrides',
    pattern: /\bwhat people (?:know|have entered)\b/gi,
  },
  { word: 'dear', instead: 'expensive', pattern: /\bdear(?:er|est|ly)?\b/gi },
  { word: 'whence', instead: 'from', pattern: /\bwhence\b/gi },
  { word: 'to be had', instead: 'available', pattern: /\bto be had\b/gi },
  { word: 'is none', instead: 'is not one', pattern: /(?<!\bthere )\b(?:is|are|was|were) none\b/gi },
  {
    word: 'form (of a list)',
    instead: 'format',
    pattern: /\bforms? (?:of|for) (?:a |the |each |every )?lists?\b|\bin (?:every|another|which) forms?\b/gi,
  },
  { word: 'goes by', instead: 'uses', pattern: /\b(?:go|goes|going|went) by\b/gi },
  {
    word: 'stands',
    instead: 'is, applies',
    pattern: /\b(?:stands?|stood)\b(?! (?:for|out|still|alone)\b)/gi,
  },
  {
    word: 'holds',
    instead: 'is, applies',
    pattern: /\bholds(?= (?:for|by|until|where|when|live|again|now)\b)|\b(?:while|still) (?:it |the \w+ )?holds\b/gi,
  },
  { word: 'comes of', instead: 'follows from', pattern: /\b(?:come|comes|came) of\b/gi },
];

/** A word of the list that a text has, with a little of what is around it. */
export interface FoundWord {
  readonly word: string;
  readonly instead: string;
  readonly around: string;
}

/** The words of the list in a text, in its order within each word of the list. */
export function unusedWordsIn(text: string): FoundWord[] {
  return UNUSED_WORDS.flatMap(({ word, instead, pattern }) =>
    Array.from(text.matchAll(pattern), ({ index, 0: found }) => ({
      word,
      instead,
      around: text
        .slice(Math.max(0, index - 40), index + found.length + 30)
        .replace(/\s+/g, ' ')
        .trim(),
    })),
  );
}
