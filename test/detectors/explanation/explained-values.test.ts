import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { explainValue } from '../../../detectors/explanation/explain-value.ts';
import { explanationLines } from '../../../detectors/explanation/explanation-lines.ts';
import { liveJudgement, readConfiguration } from '../../../schemas/configuration.ts';
import { qartodFlag } from '../../../schemas/quality-flags/qartod.ts';
import { evidenceOfValue } from '../../../schemas/quality-flags/value-evidence.ts';
import { timeOfSlot } from '../../../schemas/time.ts';
import { VARIABLES } from '../../../schemas/variables.ts';
import { CaseSource, slotOfHour } from '../golden/case-source.ts';
import { type GoldenCase, goldenCase } from '../golden/golden-case.ts';

/** A value of a golden case, and what its explanation says: texts that its lines hold, in their order, and the last line. */
const explained = z.strictObject({
  what: z.string(),
  golden: z.string(),
  station: z.string(),
  variable: z.enum(VARIABLES),
  hour: z.number(),
  says: z.array(z.string()),
  verdict: z.string(),
});

const CASES = z
  .array(explained)
  .parse(JSON.parse(readFileSync(new URL('explained-values.json', import.meta.url), 'utf8')));

function goldenOf(name: string): GoldenCase {
  const file = new URL(`../golden/cases/${name}.json`, import.meta.url);
  return goldenCase.parse(JSON.parse(readFileSync(file, 'utf8')));
}

describe('the explanation of a value', () => {
  for (const { what, golden: name, station, variable, hour, says, verdict } of CASES) {
    it(`says why it was judged so: ${what}`, async () => {
      const golden = goldenOf(name);
      const source = new CaseSource(golden);
      const time = timeOfSlot(slotOfHour(hour));
      const given = Object.fromEntries(Object.entries(golden.configuration).filter(([, value]) => value !== undefined));
      let report = null;
      for await (const batch of source.read('golden', time, time)) {
        report = batch.find((observation) => observation.station === station) ?? report;
      }
      assert.ok(report !== null, `${station} reports in hour ${hour}`);
      const configuration = { ...liveJudgement(readConfiguration({})), ...given };
      const { last } = await source.extent();
      const it = await explainValue(source, { network: 'golden', report, variable, configuration, last });
      const evidence = evidenceOfValue(
        it.judgement,
        it.verdict ?? undefined,
        it.underFault ?? undefined,
        it.isSettled,
        report.values[variable] !== null,
      );
      const lines = explanationLines(it, qartodFlag(evidence));
      const text = lines.join('\n');
      assert.equal(lines.at(-1), verdict, text);
      let from = 0;
      for (const part of says) {
        const at = text.indexOf(part, from);
        assert.ok(at >= 0, `'${part}' is not said, or not there:\n${text}`);
        from = at + part.length;
      }
    });
  }
});
