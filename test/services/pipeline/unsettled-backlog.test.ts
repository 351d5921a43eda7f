import assert from 'node:assert/strict';
import { linesTo, SILENT } from '../../../schemas/logger.ts';
import type { Observation } from '../../../schemas/observation.ts';
import { timeOfSlot } from '../../../schemas/time.ts';
import { UnsettledBacklog } from '../../../services/pipeline/unsettled-backlog.ts';
import { observation } from '../stores/records.ts';

const SLOT = 2_900_000;
const STATIONS = 1_500;
const all = (slots: number) => ({ network: 'n', from: timeOfSlot(SLOT), to: timeOfSlot(SLOT + slots - 1) });

/** Observations of whole slots in the order of time, as the store gives them. */
function* slotsFrom(from: number, to: number): Generator<Observation[]> {
  for (let time = timeOfSlot(Math.ceil(from / 600_000)); time <= to; time += 600_000) {
    yield Array.from({ length: STATIONS }, (_, k) => observation('n', `s${k}`, time));
  }
}

/** A partition that notes what it takes. */
class Taking {
  readonly taken: Observation[] = [];
  readonly sizes: number[] = [];
  /** Networks of which all is judged, and how many had been taken by then. */
  readonly judged: string[] = [];
  onTake: () => void = () => {};
  readonly onJudged = async (network: string) => {
    this.judged.push(`${network} after ${this.taken.length}`);
  };
  readonly partition = {
    take: async (some: readonly Observation[]) => {
      this.taken.push(...some);
      this.sizes.push(some.length);
      this.onTake();
    },
  };
}

describe('the backlog of what was not settled', () => {
  it('is judged in the order of time, in batches that let others have their turn', async () => {
    const taking = new Taking();
    const store = {
      readObservations: async function* (_network: string, from: number, to: number) {
        yield* slotsFrom(from, to);
      },
    };
    const backlog = new UnsettledBacklog({ store, onJudged: taking.onJudged, logger: SILENT });
    const judging = backlog.judge(taking.partition, [all(3)]);
    assert.match(backlog.detail ?? '', /not settled: from 2025-02-.*Z to 2025-02-.*Z/);
    assert.equal(await judging, true);
    assert.equal(backlog.detail, null);
    const expected = [...slotsFrom(timeOfSlot(SLOT), timeOfSlot(SLOT + 2))].flat();
    assert.deepEqual(taking.taken, expected);
    assert.deepEqual(taking.judged, [`n after ${expected.length}`]);
    assert.ok(Math.max(...taking.sizes) <= 1_000);
  });

  it('goes on behind the last whole slot where the store breaks off, and says so', async () => {
    const taking = new Taking();
    const asked: number[] = [];
    const store = {
      readObservations: async function* (_network: string, from: number, to: number) {
        asked.push(from);
        for (const slot of slotsFrom(from, to)) {
          yield slot;
          if (asked.length === 1) throw new Error('the store is away');
        }
      },
    };
    const said: string[] = [];
    const backlog = new UnsettledBacklog({
      store,
      onJudged: taking.onJudged,
      logger: linesTo((line) => said.push(line)),
    });
    assert.equal(await backlog.judge(taking.partition, [all(2)]), true);
    assert.deepEqual(said, ['n: what was not settled waits to be judged again: the store is away']);
    assert.deepEqual(asked, [timeOfSlot(SLOT), timeOfSlot(SLOT) + 300_000]);
    assert.equal(taking.taken.length, 2 * STATIONS);
  }).timeout(10_000);

  it('ends after the batch at hand where it is stopped, and says that it is not through', async () => {
    const taking = new Taking();
    const store = {
      readObservations: async function* (_network: string, from: number, to: number) {
        yield* slotsFrom(from, to);
      },
    };
    const backlog = new UnsettledBacklog({ store, onJudged: taking.onJudged, logger: SILENT });
    let stopped: Promise<void> | undefined;
    taking.onTake = () => {
      stopped ??= backlog.stop();
    };
    assert.equal(await backlog.judge(taking.partition, [all(50), all(50)]), false);
    await stopped;
    assert.equal(taking.sizes.length, 1);
    assert.deepEqual(taking.judged, []);
  });

  // A store of 100,000 stations looked for twenty seconds before it gave the first.
  it('ends at once where it is stopped while the store is looking', async () => {
    const taking = new Taking();
    let found = () => {};
    const store = {
      readObservations: async function* (_network: string, from: number, to: number) {
        await new Promise<void>((resolve) => {
          found = resolve;
        });
        yield* slotsFrom(from, to);
      },
    };
    const backlog = new UnsettledBacklog({ store, onJudged: taking.onJudged, logger: SILENT });
    const judging = backlog.judge(taking.partition, [all(2)]);
    await backlog.stop();
    assert.equal(await judging, false);
    assert.notEqual(backlog.detail, null);
    found();
    await new Promise(setImmediate);
    assert.equal(taking.sizes.length, 0);
  });
});
