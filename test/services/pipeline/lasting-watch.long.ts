import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { planJudgement, settledBy } from '../../../detectors/network/judgement-plan.ts';
import { replay } from '../../../detectors/replay/replay.ts';
import { RuleBook } from '../../../detectors/rules/rule-book.ts';
import { HalcyonError } from '../../../schemas/errors.ts';
import { type Fault, type FaultVersion, isFaultOfDays } from '../../../schemas/fault.ts';
import { linesTo } from '../../../schemas/logger.ts';
import type { Observation, Values } from '../../../schemas/observation.ts';
import { SLOTS_PER_DAY, slotOf, timeOfSlot } from '../../../schemas/time.ts';
import { LastingWatch } from '../../../services/pipeline/lasting-watch.ts';
import { type OpenedTimeSeries, openTimeSeries } from '../../../services/stores/opening/open-time-series.ts';
import { StoreSource } from '../../../services/stores/store-source.ts';
import { DAYS, FIRST, history, isBetween, SEVEN, sentAgain, weather } from '../../detectors/faults/two-weeks.ts';
import { configuration } from '../../detectors/stages/live-judgement.ts';
import { MemorySource } from '../../detectors/stages/small-network.ts';
import { baseline, faultVersion } from '../stores/records.ts';

const PLAN = planJudgement(configuration);
const END = FIRST + DAYS * SLOTS_PER_DAY - 1;
/** Several faults of days at once: a barometer, an anemometer, a thermometer in degF, then another clock. */
function changed(values: Values, slot: number): Values {
  const day = (slot - FIRST) / SLOTS_PER_DAY;
  if (day < 8) {
    const [bar, wind_speed] = [(values.bar ?? 0) + 1.5, 0.42 * (values.wind_speed ?? 0)];
    return { ...values, bar, wind_speed, temp_out: 1.8 * (values.temp_out ?? 0) + 32 };
  }
  return { ...values, ...weather(slot - 6, () => 0.5) };
}

/** Without the time at which they are told. */
const untimed = (faults: readonly Fault[]) =>
  faults.map(({ judged, ...rest }) => rest).sort((a, b) => (a.id < b.id ? -1 : 1));

describe('faults of days of a running system', () => {
  let folder = '';
  let store: OpenedTimeSeries;
  /** What a replay finds. */
  let faults: readonly Fault[] = [];
  const resent = (slot: number) => isBetween(slot, 5.3, 6.2);
  const observations = sentAgain(history(changed, 4, 13, SEVEN), ['s06'], SLOTS_PER_DAY, resent);

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'halcyon-lasting-'));
    store = await openTimeSeries({ dataFolder: folder, role: 'system' });
    faults = await storeAll();
  });
  after(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** A watch on the store that is settled up to a slot; what it publishes is stored at once. */
  function watchOf(published: FaultVersion[]): LastingWatch {
    const log = {
      publish: async (_topic: string, records: readonly { readonly value: FaultVersion }[]) => {
        const versions = records.map(({ value }) => value);
        published.push(...versions);
        await store.insertFaults(versions);
      },
      ends: async () => [],
      done: async () => [],
    };
    return new LastingWatch({
      log: log as never,
      store,
      plan: PLAN,
      rules: new RuleBook(),
      now: () => timeOfSlot(END),
      logger: linesTo((line) => assert.fail(line)),
    });
  }

  async function replayed(): Promise<readonly Fault[]> {
    const request = { network: 'small', start: timeOfSlot(FIRST + SLOTS_PER_DAY), end: timeOfSlot(END) };
    const source = new MemorySource(SEVEN, observations as Observation[]);
    return (await replay(source, { ...request, configuration, verdicts: 'last' })).faults;
  }

  /** Those of days that are known when all that is judged is settled. */
  const ofDays = (faults: readonly Fault[]) =>
    faults.filter(({ kind, named }) => isFaultOfDays(kind) && named <= timeOfSlot(settledBy(PLAN, END)));

  /** Stores the observations, and what judging has told of them: the faults of hours. @returns all faults of a replay */
  async function storeAll(): Promise<readonly Fault[]> {
    await store.insertStations(SEVEN);
    await store.insertObservations(observations);
    const faults = await replayed();
    const ofHours = faults.filter(({ kind }) => !isFaultOfDays(kind));
    await store.insertFaults(ofHours.map((fault) => faultVersion(fault, [])));
    return faults;
  }

  it('are those of a replay, whoever looks at each quarter of a day, with the reports under them', async () => {
    const published: FaultVersion[] = [];
    for (let slot = FIRST; slot <= settledBy(PLAN, END); slot += 31) {
      await store.insertJudgedUntil([{ network: 'small', slot }]);
      await watchOf(published).look();
    }
    await store.insertJudgedUntil([{ network: 'small', slot: settledBy(PLAN, END) }]);
    await watchOf(published).look();
    const last = [...new Map(published.map(({ fault }) => [fault.id, fault])).values()];
    assert.deepEqual(new Set(last.map(({ kind }) => kind)), new Set(['bias', 'gain', 'unit', 'clock', 'resent']));
    assert.deepEqual(untimed(last), untimed(ofDays(faults)));

    const bias = last.find(({ kind }) => kind === 'bias');
    assert.ok(bias !== undefined && bias.end !== null);
    const values = (await store.faultValues('small', bias.start, bias.end, 's03')).filter(
      ({ faultId }) => faultId === bias.id,
    );
    const reports = observations.filter(
      ({ station, time, values: { bar } }) =>
        station === 's03' && bar !== null && time >= bias.start && time <= (bias.end ?? 0),
    );
    assert.deepEqual(
      values.map(({ time, flag }) => [time, flag]),
      reports.map(({ time }) => [time, 3]),
    );
    assert.ok(Math.abs((values[0].estimate ?? 0) - ((reports[0].values.bar ?? 0) - 1.5)) < 0.3);

    // A report of some hours beside stored baselines knows what was known at its end.
    await store.insertBaselines([
      baseline('small', 's01', Math.floor((FIRST + 7 * SLOTS_PER_DAY) / SLOTS_PER_DAY), 'v'),
    ]);
    const time = timeOfSlot(FIRST + 7 * SLOTS_PER_DAY);
    const request = {
      network: 'small',
      start: time,
      end: time + 3 * 3_600_000,
      verdicts: 'last',
      configuration,
    } as const;
    const { faults: shortly } = await replay(new StoreSource(store), request);
    const then = last.filter(({ known, end }) => known < time && (end ?? time) >= time);
    assert.ok(then.length >= 2);
    assert.deepEqual(
      new Set(shortly.filter(({ kind }) => isFaultOfDays(kind)).map(({ id, end }) => `${id} ${end}`)),
      new Set(then.map(({ id }) => `${id} null`)),
    );

    const again: FaultVersion[] = [];
    await watchOf(again).look();
    assert.deepEqual(again, [], 'nothing is told twice');
  });

  it('are the same where all days are looked at in one go', async () => {
    await store.removeNetwork('small');
    await storeAll();
    const published: FaultVersion[] = [];
    await store.insertJudgedUntil([{ network: 'small', slot: settledBy(PLAN, END) }]);
    await watchOf(published).look();
    assert.deepEqual(untimed(published.map(({ fault }) => fault)), untimed(ofDays(faults)));
    assert.equal(slotOf(published[0].fault.judged), END);
  });

  it('are looked for again where the store was away, which is told once', async () => {
    const said: string[] = [];
    let [time, asked] = [0, 0];
    const away = {
      judgedUntil: async () => {
        asked++;
        if (asked < 3) throw new HalcyonError('store_unavailable', 'the store is away');
        return [];
      },
    };
    const watch = new LastingWatch({
      log: {} as never,
      store: { ...away } as never,
      plan: PLAN,
      rules: new RuleBook(),
      now: () => time,
      logger: linesTo((line) => said.push(line)),
    });
    for (; time < 60_000; time += 5_000) {
      watch.tick();
      await new Promise((resolve) => setImmediate(resolve));
    }
    await watch.stop();
    assert.equal(asked, 6, 'once in ten seconds');
    assert.deepEqual(said, ['faults of days cannot be looked for, trying again: the store is away']);
  });
});
