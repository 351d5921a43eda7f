import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readReports } from '../../../../ingest/read-reports.ts';
import type { Observation } from '../../../../schemas/observation.ts';
import type { ReportColumns } from '../../../../schemas/report-columns.ts';
import { byVariable } from '../../../../schemas/variables.ts';
import { PassingReports } from '../../../../services/alerts/preview/passing-reports.ts';

const MINUTE = 60_000;
const SLOT = 10 * MINUTE;

/** Batches of whole slots, the reports of each in any order and up to five minutes off its centre. */
const batches = fc.array(
  fc.array(fc.record({ station: fc.constantFrom('a', 'b', 'c'), off: fc.integer({ min: -4, max: 4 }) }), {
    maxLength: 6,
  }),
  { maxLength: 20 },
);
/** How far each stretch begins and ends after the one before [min]. */
const steps = fc.array(fc.tuple(fc.nat(40), fc.nat(40)), { minLength: 1, maxLength: 8 });

function observation(station: string, time: number): Observation {
  const values = byVariable((_, v) => (v === 0 ? time : null));
  return { network: 'n', station, time, values, extras: {}, original: {}, source: '', received: 0 };
}

async function rowsOf(read: AsyncIterable<ReportColumns>): Promise<unknown[]> {
  const rows: unknown[] = [];
  for await (const { length, ids, station, time, values } of read) {
    for (let row = 0; row < length; row++) rows.push([ids[station[row]], time[row], values[0][row], values[1][row]]);
  }
  return rows;
}

describe('reports that pass by', () => {
  it('are those of each stretch, as if it were read by itself, and are read once', async () => {
    await fc.assert(
      fc.asyncProperty(batches, steps, async (given, moves) => {
        const all = given.map((batch, slot) =>
          batch.map(({ station, off }) => observation(station, slot * SLOT + off * MINUTE)),
        );
        let read = 0;
        const source = {
          read: async function* (_: string, from: number, to: number) {
            read += 1;
            for (const batch of all) yield batch.filter(({ time }) => time >= from && time <= to);
          },
        };
        const passing = new PassingReports(
          readReports(source, 'n', Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY),
        );
        let [from, to] = [0, 0];
        for (const [later, longer] of moves) {
          from += later * MINUTE;
          to = Math.max(to, from) + longer * MINUTE;
          const found = await rowsOf(passing.between(from, to));
          assert.equal(read, 1);
          assert.deepEqual(found, await rowsOf(readReports(source, 'n', from, to)));
          read = 1;
        }
        await passing.close();
      }),
    );
  });

  it('end the read where nobody wants more, and say what the source throws', async () => {
    let ended = false;
    async function* endless(): AsyncGenerator<Observation[]> {
      try {
        for (let slot = 0; slot < 2; slot++) yield [observation('a', slot * SLOT)];
        throw new Error('no more');
      } finally {
        ended = true;
      }
    }
    const passing = new PassingReports(readReports({ read: endless }, 'n', 0, 9 * SLOT));
    assert.equal((await rowsOf(passing.between(0, SLOT - 1))).length, 1);
    await assert.rejects(rowsOf(passing.between(0, 9 * SLOT)), /no more/);
    await passing.close();
    assert.ok(ended);
  });
});
