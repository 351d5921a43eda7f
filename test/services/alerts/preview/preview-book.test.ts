import assert from 'node:assert/strict';
import fc from 'fast-check';
import { PreviewBook } from '../../../../services/alerts/preview/preview-book.ts';
import type { NewAlert } from '../../../../services/alerts/records/alert-book.ts';
import type { AlertRule } from '../../../../services/alerts/rules/alert-rule.ts';
import { someRule } from '../played-verdicts.ts';

const NETWORKS = ['n', 'm'];
const EPISODES = ['silent/a', 'silent/b', 'outage/missing'];
const RULE: AlertRule = {
  ...someRule({}),
  ...{ created: 0, createdBy: '', updated: 0, updatedBy: '' },
  ...{ id: 'preview', since: 0, deleted: false },
};

/** What becomes of a book, each step with numbers that choose among what there is. */
const steps = fc.array(
  fc.record({
    what: fc.constantFrom('add', 'add', 'describe', 'resolve', 'reopen', 'anomaly'),
    which: fc.nat(9),
    episode: fc.nat(EPISODES.length - 1),
    network: fc.nat(NETWORKS.length - 1),
    last: fc.nat(5),
  }),
  { maxLength: 40 },
);
type Step = typeof steps extends fc.Arbitrary<readonly (infer S)[]> ? S : never;

function alertOf({ episode, network, last, which }: Step, id: string): NewAlert {
  const classification = episode === 2 ? 'outage' : 'silent';
  const said = which < 5 ? null : { id: `fault ${which}` };
  return {
    ...{
      id,
      rule: 'preview',
      ruleName: '',
      network: NETWORKS[network],
      stations: ['a'],
      variables: [],
      classification,
    },
    ...{ severity: 'warning', episode: EPISODES[episode], fault: said, first: 0, last, summary: '', opened: 0 },
    ...{ silenced: false },
  } as unknown as NewAlert;
}

describe('the alerts of a preview', () => {
  it('are found as by a look at all of them, whatever became of them', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const book = new PreviewBook(RULE, []);
        const owners = new Map<string, string>();
        for (const [k, step] of all.entries()) {
          const id = `alert ${step.which % Math.max(1, book.alerts.length)}`;
          if (step.what === 'add') await book.add(alertOf(step, `alert ${book.alerts.length}`));
          else if (step.what === 'describe') await book.describe(id, alertOf(step, id));
          else if (step.what === 'resolve') await book.setState(id, 'resolved', '', k);
          else if (step.what === 'reopen') await book.reopen(id, k);
          else {
            const anomaly = `anomaly ${step.last}`;
            await book.addAnomalies({ id }, [{ id: anomaly } as never]);
            if (!owners.has(anomaly)) owners.set(anomaly, id);
          }
          await assertFound(book, owners, step);
        }
      }),
    );
  });
});

async function assertFound(book: PreviewBook, owners: ReadonlyMap<string, string>, step: Step): Promise<void> {
  const { alerts } = book;
  const [network, name, from] = [NETWORKS[step.network], EPISODES[step.episode], step.last];
  assert.deepEqual(
    book.unresolved(['silent']),
    alerts.filter(({ state, classification }) => state !== 'resolved' && classification === 'silent'),
  );
  const isOfCondition = (alert: (typeof alerts)[number]) =>
    alert.network === network && alert.episode === name && alert.last >= from;
  assert.equal(await book.alertOfCondition('', { network, name, from }), alerts.findLast(isOfCondition) ?? null);
  const fault = `fault ${step.which}`;
  assert.equal(await book.alertOfFault('', fault), alerts.find((alert) => alert.fault?.id === fault) ?? null);
  const some = [`anomaly ${step.last}`, 'anomaly 1'];
  const ids = some.map((id) => owners.get(id));
  assert.equal(await book.alertWithAnomaly('', some), alerts.find(({ id }) => ids.includes(id)) ?? null);
  assert.equal(await book.alertWithAnomaly('', []), null);
}
