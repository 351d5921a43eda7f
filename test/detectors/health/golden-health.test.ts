import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { type CheckedStation, checkHealth } from '../../../detectors/health/health-check.ts';
import { type HealthIssue, worstOf } from '../../../detectors/health/health-issue.ts';
import { timeOfSlot } from '../../../schemas/time.ts';
import type { Variable } from '../../../schemas/variables.ts';
import { CaseSource, slotOfHour } from '../golden/case-source.ts';
import { type HealthCase, healthCase } from './health-case.ts';

const FOLDER = new URL('./cases/', import.meta.url);

type Expectation = HealthCase['expect'][number];

function checked(golden: HealthCase) {
  const hours = golden.days * 24;
  const source = new CaseSource({ ...golden, hours, configuration: {}, expect: [], elsewhere: 'nothing' });
  return checkHealth(source, {
    network: 'golden',
    end: timeOfSlot(slotOfHour(hours)),
    days: golden.days,
    station: null,
    variables: golden.variables,
  });
}

function within(value: number, bounds: [number, number] | undefined, what: string): void {
  if (bounds !== undefined)
    assert.ok(value >= bounds[0] && value <= bounds[1], `${what} is ${value}, not in ${bounds}`);
}

function saysEach(issues: readonly HealthIssue[], parts: readonly string[], what: string): void {
  const texts = issues.map(({ text }) => text);
  assert.equal(texts.length, parts.length, `${what}: ${texts.join('; ')}`);
  for (const [at, part] of parts.entries())
    assert.ok(texts[at].includes(part), `${what}: '${texts[at]}' has no '${part}'`);
}

function holds({ station, findings }: CheckedStation, expected: Expectation): void {
  const all = [...findings.issues, ...[...findings.variables.values()].flatMap(({ issues }) => issues)];
  assert.equal(findings.status, expected.status, `${station.id}: ${all.map(({ text }) => text).join('; ')}`);
  assert.equal(findings.cadence, expected.cadence, station.id);
  within(findings.completeness, expected.completeness, `completeness of ${station.id}`);
  saysEach(findings.issues, expected.issues, station.id);
  for (const [name, sensor] of Object.entries(expected.sensors)) {
    if (sensor === undefined) continue;
    const found = findings.variables.get(name as Variable);
    assert.ok(found !== undefined, `${name} is checked`);
    assert.equal(worstOf(found.issues.map(({ severity }) => severity)), sensor.severity, `${station.id} ${name}`);
    saysEach(found.issues, sensor.issues, `${station.id} ${name}`);
    within(found.zeroRatio, sensor.zeroRatio, 'zero ratio');
    within(found.nullRatio, sensor.nullRatio, 'null ratio');
    within(found.variance, sensor.variance, 'variance');
  }
}

describe('golden cases of the health check', () => {
  for (const file of readdirSync(FOLDER).sort()) {
    const golden = healthCase.parse(JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')));
    it(`${file.replace('.json', '')}: ${golden.title}`, async () => {
      const { stations } = await checked(golden);
      const named = golden.expect.flatMap((one) => one.stations);
      for (const expected of golden.expect) {
        const concerned = stations.filter(({ station: { id } }) =>
          expected.stations === 'others' ? !named.includes(id) : expected.stations.includes(id),
        );
        assert.ok(concerned.length > 0, 'the case has the stations it names');
        for (const one of concerned) holds(one, expected);
      }
    });
  }
});
