import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { planJudgement } from '../../../detectors/network/judgement-plan.ts';
import { replay } from '../../../detectors/replay/replay.ts';
import type { Anomaly } from '../../../schemas/anomaly.ts';
import type { Fault } from '../../../schemas/fault.ts';
import { SILENT } from '../../../schemas/logger.ts';
import type { Observation } from '../../../schemas/observation.ts';
import { qartodFlag } from '../../../schemas/quality-flags/qartod.ts';
import { evidenceOf } from '../../../schemas/quality-flags/value-evidence.ts';
import { isoOf, slotOf, timeOfSlot } from '../../../schemas/time.ts';
import { VARIABLES, WEATHER_VARIABLES } from '../../../schemas/variables.ts';
import { EmbeddedPipeline } from '../../../services/pipeline/embedded-pipeline.ts';
import { everyPage } from '../../../services/stores/every-page.ts';
import { openTimeSeries } from '../../../services/stores/opening/open-time-series.ts';
import type { TimeSeriesStore } from '../../../services/stores/time-series-store.ts';
import { configuration } from '../../detectors/stages/live-judgement.ts';
import { FIRST_SLOT, MemorySource, seeded, smallHistory, smallStations } from '../../detectors/stages/small-network.ts';
import { jsonItem } from '../../ingest/raw-items.ts';
import { WrongSensors } from '../../resilience/wrong-sensors.ts';
import { until } from '../../until.ts';

const NETWORK = 'small';
const PLAN = planJudgement(configuration);
const DAYS = 1.5;
const SLOTS = DAYS * 144;
/** Slots at the end in which all comes in order. */
const IN_ORDER = 24;
/** What a wrong first or second report reads, and how far it is off else. */
const WRONG = { temp_out: [99, 12], out_hum: [180, -30], wind_speed: [500, 40], bar: [200, -6] } as const;
const WRONG_NAMES = ['temp_out', 'out_hum', 'wind_speed', 'bar'] as const;

/** A report, and the slot with which it is pushed. */
interface Arrival {
  readonly at: number;
  readonly report: Observation;
}

/** Reports of which some come late and some are corrected, both up to the allowed lateness. */
function arrivalsOf(history: readonly Observation[], seed: number): Arrival[] {
  const random = seeded(seed);
  const some = (count: number) => Math.floor(random() * count);
  const arrivals: Arrival[] = [];
  for (const report of history) {
    const slot = slotOf(report.time);
    const isLast = slot >= FIRST_SLOT + SLOTS - IN_ORDER;
    const at = slot + (!isLast && random() < 0.05 ? 1 + some(configuration.latenessSlots - 1) : 0);
    if (isLast || random() > 0.04) {
      arrivals.push({ at, report });
      continue;
    }
    const name = WRONG_NAMES[some(WRONG_NAMES.length)];
    const [impossible, off] = WRONG[name];
    const value = [impossible, Math.round(((report.values[name] ?? 15) + off) * 100) / 100, null][some(3)];
    const wrong = { ...report, values: { ...report.values, [name]: value } };
    const [first, second] = random() < 0.3 ? [wrong, report] : [report, wrong];
    const then = Math.max(at, slot + some(configuration.latenessSlots + 1));
    arrivals.push({ at, report: first }, { at: then, report: second });
  }
  return arrivals.sort((a, b) => a.at - b.at);
}

async function all<T>(pages: AsyncIterable<readonly T[]>): Promise<T[]> {
  const found: T[] = [];
  for await (const page of pages) found.push(...page);
  return found;
}

/** Without the time at which it was said. */
const untimed = ({ judged: _, ...rest }: Anomaly | Fault) => rest;
const byId = (found: readonly (Anomaly | Fault)[]) => found.map(untimed).sort((a, b) => (a.id < b.id ? -1 : 1));

/** The flag of each value up to a time, with the fault that it lies under. */
async function flagsOf(store: TimeSeriesStore, to: number): Promise<string[]> {
  const items = await all(everyPage((place) => store.observations({ network: NETWORK, to, limit: 5_000, ...place })));
  return items.flatMap(({ observation: { station, time, values }, assessment }) =>
    VARIABLES.slice(0, WEATHER_VARIABLES).map((name) => {
      const flag = assessment && qartodFlag(evidenceOf(assessment, name, values[name] !== null));
      return `${station} ${isoOf(time)} ${name}: ${flag} ${assessment?.faults[name]?.faultId ?? ''}`;
    }),
  );
}

describe('a system that is started again and again while reports are corrected', () => {
  const stations = smallStations(6);
  const wrong = new WrongSensors(stations.map(({ id }) => id));
  const history = smallHistory(stations, DAYS, 5).map((one) => wrong.reported(one, slotOf(one.time) - FIRST_SLOT));
  const arrivals = arrivalsOf(history, 105);
  const folders: string[] = [];
  after(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });

  /** What is settled where reports arrive so. @param restarts slots after which it is started again: what is settled keeps its flags */
  async function settled(restarts: readonly number[], keepsWindows: boolean) {
    const dataFolder = mkdtempSync(join(tmpdir(), 'halcyon-restarts-'));
    folders.push(dataFolder);
    const store = await openTimeSeries({ dataFolder, role: 'system' });
    let now = timeOfSlot(FIRST_SLOT);
    const started = async () => {
      const snapshot = keepsWindows ? { path: join(dataFolder, 'windows.snapshot'), written: true } : null;
      const parts = { plan: PLAN, store, scored: true, rules: async () => [], snapshot, logger: SILENT };
      const pipeline = new EmbeddedPipeline({ ...parts, now: () => now });
      await pipeline.prepare();
      await pipeline.start();
      return pipeline;
    };
    const judged = async (pipeline: EmbeddedPipeline) => {
      await until('all is judged', async () => (await pipeline.checks()).pipeline.detail === 'judging');
      await pipeline.judgeAll(new AbortController().signal);
      for (const topic of ['judgements', 'anomalies', 'faults'] as const) await pipeline.log.flushed(topic);
    };
    let pipeline = await started();
    const places = stations.map(({ id, name, latitude, longitude }) => ({
      ...{ station_id: id, station_name: name, latitude, longitude },
    }));
    await pipeline.intake.registerStations(NETWORK, places);
    for (let slot = FIRST_SLOT; slot < FIRST_SLOT + SLOTS; slot++) {
      now = timeOfSlot(slot) + 240_000;
      const items = arrivals
        .filter(({ at }) => at === slot)
        .map(({ report: { station, time, values } }) =>
          jsonItem({ station_id: station, time: isoOf(time), ...values }),
        );
      await pipeline.intake.submit(NETWORK, 'push', items);
      if (!restarts.includes(slot - FIRST_SLOT)) continue;
      await judged(pipeline);
      const [{ slot: settledUntil }] = await store.judgedUntil();
      const before = await flagsOf(store, timeOfSlot(settledUntil));
      await pipeline.stop();
      pipeline = await started();
      await judged(pipeline);
      assert.deepEqual(await flagsOf(store, timeOfSlot(settledUntil)), before, `start ${slot - FIRST_SLOT}`);
    }
    await judged(pipeline);
    const [mark] = await store.judgedUntil();
    const of = { network: NETWORK, state: 'settled', limit: 1_000 } as const;
    const verdicts = await all(everyPage((place) => store.anomalies({ ...of, revisions: false, ...place })));
    const faults = await all(everyPage((place) => store.faults({ ...of, ...place })));
    const flags = await flagsOf(store, timeOfSlot(mark.slot));
    await pipeline.stop();
    await store.close();
    return { verdicts: byId(verdicts), faults: byId(faults), flags };
  }

  it('settles the same verdicts, faults and flags as one that runs on, and as a replay', async () => {
    const undisturbed = await settled([], false);
    assert.ok(undisturbed.verdicts.length > 20, `${undisturbed.verdicts.length} verdicts`);
    assert.ok(undisturbed.faults.length > 10, `${undisturbed.faults.length} faults`);
    const restarts = [54, 103, 113, 150];
    assert.deepEqual(await settled(restarts, true), undisturbed);
    assert.deepEqual(await settled(restarts, false), undisturbed);
    const newest = new Map(arrivals.map(({ report }) => [`${report.station} ${report.time}`, report]));
    const [start, end] = [history[0]?.time ?? 0, history.at(-1)?.time ?? 0];
    const source = new MemorySource(stations, [...newest.values()]);
    const found = await replay(source, { network: NETWORK, start, end, configuration, verdicts: 'last' });
    const those = (some: readonly (Anomaly | Fault)[]) => byId(some.filter(({ state }) => state === 'settled'));
    assert.deepEqual(
      those(found.anomalies).map(({ id }) => id),
      undisturbed.verdicts.map(({ id }) => id),
    );
    assert.deepEqual(those(found.faults), undisturbed.faults);
  }).timeout(600_000);
});
