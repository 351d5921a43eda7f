import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { FAULT_KINDS, type Fault } from '../../../../schemas/fault.ts';
import { packageFile } from '../../../../schemas/package-root.ts';
import { worstSentence } from '../../../../services/duty/report/worst-sentence.ts';
import type { WorstStation } from '../../../../services/duty/report/worst-stations.ts';
import { someFault } from '../../answers/some-fault.ts';
import { someStation } from '../../api/some-records.ts';

/** What is said of the longest fault of a station. */
function longest(fields: Partial<Fault>): string {
  const worst = {
    ...{ station: someStation(), lost: 0.5, missing: 0.1, failed: 0.4, variable: 'bar', silentSince: null },
    fault: someFault({ start: Date.UTC(2026, 2, 1), ...fields }),
  } as const satisfies WorstStation;
  return worstSentence(worst).split('Longest fault: ')[1];
}

describe('the sentence on a station that lost much', () => {
  // It said "stuck of +6.0 hPa of barometric pressure" and "clock of outdoor temperature".
  it('says in English what was wrong with which sensor', () => {
    assert.equal(
      longest({ variable: 'bar', kind: 'stuck', offset: 6 }),
      'barometric pressure stuck (+6.0 hPa) since 2026-03-01T00:00:00Z, still open.',
    );
    assert.equal(
      longest({ variable: 'temp_out', kind: 'clock', offset: null, end: Date.UTC(2026, 2, 2) }),
      'outdoor temperature of another time since 2026-03-01T00:00:00Z, until 2026-03-02T00:00:00Z.',
    );
  });

  it('has the words of the pages for each kind', () => {
    const file = packageFile('services', 'web', 'client', 'messages', 'en.json');
    const { fault } = JSON.parse(readFileSync(file, 'utf8')) as { fault: Readonly<Record<string, string>> };
    for (const kind of FAULT_KINDS) {
      assert.ok(
        longest({ variable: 'bar', kind, offset: null }).startsWith(`barometric pressure ${fault[kind]} since`),
        kind,
      );
    }
  });
});
