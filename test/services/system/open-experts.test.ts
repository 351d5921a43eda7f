import assert from 'node:assert/strict';
import { SILENT } from '../../../schemas/logger.ts';
import { newFaultWord } from '../../../services/experts/new-rule.ts';
import { RULE_COLUMNS, ruleCells } from '../../../services/experts/rule-rows.ts';
import type { Catalogue } from '../../../services/stores/catalogue.ts';
import { openExperts } from '../../../services/system/open-experts.ts';
import { someFault } from '../answers/some-fault.ts';

const fault = someFault({ end: null, anomalyIds: ['a'] });
const word = newFaultWord(
  fault,
  { classification: 'normal', start: fault.start, end: null },
  { by: 'ann', reason: 'calm air', at: 1 },
);

describe('the register of rules of a process', () => {
  it('has the anomalies that a fault which is called none has by now', async () => {
    const cells = ruleCells(word);
    const row = Object.fromEntries(RULE_COLUMNS.map((name, k) => [name, cells[k]]));
    const { rules } = openExperts({
      parts: new Set(['detection']),
      catalogue: { query: async () => [row] } as unknown as Catalogue,
      store: { faultAnomalies: async () => new Map([[fault.id, ['a', 'b']]]) },
      log: async () => null,
      onChange: () => undefined,
      logger: SILENT,
    });
    const [rule] = await rules.rules({ inForce: true });
    assert.deepEqual(rule.fault?.anomalyIds, ['a', 'b']);
  });
});
