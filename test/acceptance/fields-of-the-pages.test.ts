import assert from 'node:assert/strict';
import { ERRORS, type ErrorCode } from '../../schemas/errors.ts';
import { alertAnswerShape } from '../../schemas/http/answers/alert-answer.ts';
import { alertRuleShape } from '../../schemas/http/answers/alert-rule-answer.ts';
import { networkReportShape } from '../../schemas/http/answers/network-report-answer.ts';
import { nowShape } from '../../schemas/http/answers/now-answer.ts';
import { rulePreviewShape } from '../../schemas/http/answers/rule-preview-answer.ts';
import { statesAnswerShape } from '../../schemas/http/answers/states-answer.ts';
import { thresholdsAnswerShape } from '../../schemas/http/answers/thresholds-answer.ts';
import { shortTermReportShape } from '../../schemas/reports/report.ts';
import { reportedEpisodeShape } from '../../schemas/reports/reported-episode.ts';
import { readPage, sectionOf } from './markdown-page.ts';

interface Shape {
  readonly shape: object;
}

const report = shortTermReportShape.shape;

/** Sections that say every field of an object, by page and anchor. */
const WHOLE: readonly (readonly [page: string, anchor: string, object: Shape])[] = [
  ['docs/report.md', 'metadata', report.metadata],
  ['docs/report.md', 'summary', report.summary],
  ['docs/report.md', 'anomalies', report.anomalies.element],
  ['docs/report.md', 'faults-extra', report.faults.element],
  ['docs/report.md', 'weather-extra', report.weather.element],
  ['docs/report.md', 'not_judged-extra', report.not_judged.element],
  ['docs/report.md', 'outages-extra', report.outages.element],
  ['docs/episodes.md', 'fields', reportedEpisodeShape],
];

/** Sections whose tables name fields of some objects, not all of them. */
const SOME: readonly (readonly [page: string, anchor: string, objects: readonly Shape[]])[] = [
  [
    'docs/http.md',
    'judgement-limits-of-a-station',
    [thresholdsAnswerShape, thresholdsAnswerShape.shape.variables.element],
  ],
  ['docs/http.md', 'present-faults', [nowShape.shape.faults.element]],
  ['docs/http.md', 'report', [networkReportShape]],
  ['docs/alerts.md', 'rules', [alertRuleShape, rulePreviewShape]],
  ['docs/alerts.md', 'alert-fields', [alertAnswerShape]],
];

/** Errors that no answer over HTTP has: a command or a start ends with them. */
const OF_COMMANDS: readonly ErrorCode[] = ['cannot_write', 'invalid_configuration'];

describe('the tables of fields on the pages', () => {
  for (const [page, anchor, { shape }] of WHOLE) {
    it(`${page}#${anchor} has every field, and no other`, () => {
      const section = sectionOf(readPage(page), anchor);
      const told = new Set(Array.from(section.matchAll(/`(\w+)[^`\n]*`/g), ([, name]) => name));
      assert.deepEqual(
        Object.keys(shape).filter((name) => !told.has(name)),
        [],
      );
      assertFields(section, [{ shape }]);
    });
  }

  for (const [page, anchor, objects] of SOME) {
    it(`${page}#${anchor} names fields that there are`, () => assertFields(sectionOf(readPage(page), anchor), objects));
  }

  it('docs/http.md has the states of a map', () => {
    const section = sectionOf(readPage('docs/http.md'), 'states');
    const state = statesAnswerShape.shape.states.element;
    for (const name of Object.keys(state.shape).filter(
      (one) => !['latitude', 'longitude', 'elevation'].includes(one),
    )) {
      assert.ok(section.includes(`\`${name}\``), name);
    }
  });

  it('docs/http.md has every error that an answer can have, with its status', () => {
    const section = sectionOf(readPage('docs/http.md'), 'errors');
    const told = new Map<string, number>();
    for (const [, status, codes] of section.matchAll(/^\| (\d{3}) +\| ([^|]+)\|/gm)) {
      for (const [, code] of codes.matchAll(/`(\w+)`/g)) told.set(code, Number(status));
    }
    const given = Object.entries(ERRORS).filter(([code]) => !OF_COMMANDS.includes(code as ErrorCode));
    assert.deepEqual([...told].sort(), given.map(([code, { status }]) => [code, status]).sort());
  });
});

/** Fields that tables of a section name in their first cells are those of one of the objects. */
function assertFields(section: string, objects: readonly Shape[]): void {
  const named = firstCells(section).flatMap((cell) => Array.from(cell.matchAll(/`(\w+)[^`]*`/g), ([, name]) => name));
  assert.ok(named.length > 0 || !section.includes('| field'), 'fields are found');
  for (const name of named) {
    assert.ok(
      objects.some(({ shape }) => name in shape),
      `${name} is no field`,
    );
  }
}

/** First cells of the rows of a section's tables of fields. */
function firstCells(section: string): string[] {
  const tables = section.matchAll(/^\| field +\|.*\n\|[ -|]*\n((?:\|.*\n)*)/gm);
  return Array.from(tables).flatMap(([, rows]) => rows.split('\n').map((row) => row.split('|')[1] ?? ''));
}
