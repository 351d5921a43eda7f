import assert from 'node:assert/strict';
import { readPage } from './markdown-page.ts';

/** How many requirements of the levels 1 and 2 each section of ASVS 5.0.0 has; they are its first ones. */
const REQUIREMENTS: Readonly<Record<string, number>> = {
  '1.1': 2,
  '1.2': 9,
  '1.3': 11,
  '1.4': 3,
  '1.5': 2,
  '2.1': 3,
  '2.2': 3,
  '2.3': 4,
  '2.4': 1,
  '3.2': 2,
  '3.3': 4,
  '3.4': 6,
  '3.5': 5,
  '3.7': 2,
  '4.1': 3,
  '4.2': 1,
  '4.3': 2,
  '4.4': 4,
  '5.1': 1,
  '5.2': 3,
  '5.3': 2,
  '5.4': 3,
  '6.1': 3,
  '6.2': 12,
  '6.3': 4,
  '6.4': 4,
  '6.5': 5,
  '6.6': 3,
  '6.8': 4,
  '7.1': 3,
  '7.2': 4,
  '7.3': 2,
  '7.4': 5,
  '7.5': 2,
  '7.6': 2,
  '8.1': 2,
  '8.2': 3,
  '8.3': 1,
  '8.4': 1,
  '9.1': 3,
  '9.2': 4,
  '10.1': 2,
  '10.2': 2,
  '10.3': 4,
  '10.4': 11,
  '10.5': 5,
  '10.6': 2,
  '10.7': 3,
  '11.1': 2,
  '11.2': 3,
  '11.3': 3,
  '11.4': 4,
  '11.5': 1,
  '11.6': 1,
  '12.1': 3,
  '12.2': 2,
  '12.3': 4,
  '13.1': 1,
  '13.2': 5,
  '13.3': 2,
  '13.4': 5,
  '14.1': 2,
  '14.2': 4,
  '14.3': 3,
  '15.1': 3,
  '15.2': 3,
  '15.3': 7,
  '16.1': 1,
  '16.2': 5,
  '16.3': 4,
  '16.4': 3,
  '16.5': 3,
  '17.1': 1,
  '17.2': 4,
  '17.3': 2,
};

const VERDICTS = ['met', 'partly met', 'not met', 'not applicable'];

interface Row {
  /** Such as 6.2.1. */
  readonly requirement: string;
  readonly verdict: string;
}

/** What `1.2.1, 1.3.7-9` stands for. */
function requirementsOf(text: string): string[] {
  return text.split(', ').flatMap((part) => {
    const [, section, first, last = first] = /^(\d+\.\d+)\.(\d+)(?:-(\d+))?$/.exec(part) ?? assert.fail(part);
    return Array.from({ length: Number(last) - Number(first) + 1 }, (_, at) => `${section}.${Number(first) + at}`);
  });
}

describe('the page of ASVS', () => {
  const { text } = readPage('docs/asvs.md');
  const rows = Array.from(text.matchAll(/^\| (\d+\.[\d., -]+) \| [^|]+ \| ([^|]+) \| /gm)).flatMap(
    ([, requirements, verdict]): Row[] =>
      requirementsOf(requirements).map((requirement) => ({ requirement, verdict: verdict.trim() })),
  );

  it('has each requirement of the levels 1 and 2 once, with a verdict', () => {
    const expected = Object.entries(REQUIREMENTS).flatMap(([section, count]) =>
      requirementsOf(`${section}.1-${count}`),
    );
    assert.equal(expected.length, 253);
    assert.deepEqual(rows.map(({ requirement }) => requirement).sort(), expected.sort());
    assert.deepEqual(
      rows.filter(({ verdict }) => !VERDICTS.includes(verdict)),
      [],
    );
  });

  it('counts them as they are', () => {
    const countsOf = (chosen: readonly Row[]) =>
      VERDICTS.map((word) => chosen.filter(({ verdict }) => verdict === word).length);
    const told = Array.from(text.matchAll(/^\| (?:V(\d+) .*?|\*\*all\*\*)((?: \| (?:\*\*)?\d+(?:\*\*)?){4}) \|$/gm));
    assert.equal(told.length, 18);
    for (const [line, chapter, counts] of told) {
      const chosen =
        chapter === undefined ? rows : rows.filter(({ requirement }) => requirement.startsWith(`${chapter}.`));
      assert.deepEqual(Array.from(counts.matchAll(/\d+/g), Number), countsOf(chosen), line);
    }
  });
});
