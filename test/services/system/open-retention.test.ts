import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { readConfiguration } from '../../../schemas/configuration.ts';
import { linesTo } from '../../../schemas/logger.ts';
import { slotOf } from '../../../schemas/time.ts';
import type { Catalogue } from '../../../services/stores/catalogue.ts';
import { openCatalogue } from '../../../services/stores/opening/open-catalogue.ts';
import { type OpenedTimeSeries, openTimeSeries } from '../../../services/stores/opening/open-time-series.ts';
import { chosenParts } from '../../../services/system/chosen-parts.ts';
import { openRetention } from '../../../services/system/open-retention.ts';
import { until } from '../../until.ts';
import { folderWithStores } from '../stores/made-folders.ts';
import {
  anomaly,
  baseline,
  DAY,
  deadLetter,
  fault,
  faultValue,
  faultVersion,
  judgement,
  observation,
  START,
  sensorCondition,
  station,
  weatherEvent,
} from '../stores/records.ts';

/** 2026-09-01: the partitions before are those of August and earlier. */
const NOW = START + 40 * DAY;

describe('retention', () => {
  let folder: string;
  let store: OpenedTimeSeries;
  let catalogue: Catalogue;
  const said: string[] = [];

  before(async () => {
    folder = await folderWithStores();
    store = await openTimeSeries({ dataFolder: folder, role: 'system' });
    catalogue = await openCatalogue({ dataFolder: folder });
    const ages = [1, 36, 45, 75, 110].map((days) => NOW - days * DAY);
    await store.insertStations([station('n', 's1')]);
    await store.insertObservations(ages.map((time) => observation('n', 's1', time)));
    await store.insertJudgements(ages.map((time) => judgement('n', 's1', time, time)));
    await store.insertAnomalies(ages.map((time, k) => anomaly('n', `a${k}`, { time })));
    const faults = ages.map((time, k) => fault('n', `f${k}`, { start: time, end: time, values: 1 }));
    await store.insertFaults([
      ...faults.map((one) => faultVersion(one, [faultValue(one.start)])),
      ...ages.map((time) => sensorCondition('n', slotOf(time))),
      // June and July: one that went on until lately, one that goes on, and one of each that was withdrawn or has ended since.
      faultVersion(fault('n', 'lately', { start: NOW - 110 * DAY, end: NOW - 59 * DAY })),
      faultVersion(fault('m', 'open', { start: NOW - 110 * DAY })),
      faultVersion(fault('l', 'withdrawn', { start: NOW - 110 * DAY, state: 'withdrawn' })),
      faultVersion(fault('k', 'ended', { start: NOW - 110 * DAY })),
    ]);
    await store.insertFaults([
      faultVersion(fault('k', 'ended', { start: NOW - 110 * DAY, end: NOW - 61 * DAY, state: 'settled' })),
    ]);
    await store.insertWeatherEvents(ages.map((time, k) => weatherEvent('n', `w${k}`, { start: time })));
    await store.insertBaselines(ages.map((time) => baseline('n', 's1', Math.floor(time / DAY), 'v')));
    await store.insertDeadLetters(ages.map((time, k) => deadLetter('n', `d${k}`, time)));
    await catalogue.query(
      `INSERT INTO alert_rules (id, definition, since, created, created_by, updated, updated_by)
       VALUES ('r', '{}', now(), now(), '', now(), '')`,
    );
    await catalogue.query(
      `INSERT INTO alerts (id, rule, network, station, severity, state, classification, variables, episode, first_time, last_time, summary, opened, checked)
       SELECT state, 'r', 'n', 's1', 'info', state, 'suspected', '{}', 'e', now(), now(), '', now(), now() FROM unnest(ARRAY['open', 'resolved']) state`,
    );
    for (const [id, alert, state, days] of [
      ['old-open', 'open', 'delivered', 100],
      ['old-resolved', 'resolved', 'delivered', 100],
      ['old-failed', 'resolved', 'failed', 100],
      ['old-pending', 'resolved', 'pending', 100],
      ['old-test', null, 'delivered', 100],
      ['new-resolved', 'resolved', 'delivered', 5],
    ] as const) {
      await catalogue.query(
        `INSERT INTO deliveries (id, alert, rule, event, channel, target, payload, created, state, due)
         VALUES ($1, $2, 'r', $1, 'webhook', '', '', $3, $4, now())`,
        [id, alert, new Date(NOW - days * DAY), state],
      );
    }
  });
  after(async () => {
    await store.close();
    await catalogue.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Removes once, as a process with these settings and parts does when it starts; of anomalies and baselines go more kinds than one. */
  async function removed(environment: Record<string, string>, only?: string): Promise<void> {
    said.length = 0;
    const end = openRetention({
      configuration: readConfiguration(environment),
      parts: chosenParts(only),
      store,
      catalogue,
      audit: null,
      now: () => NOW,
      logger: linesTo((line) => said.push(line)),
    });
    const more = { HALCYON_RETENTION_ANOMALIES: 3, HALCYON_RETENTION_BASELINES: 1 };
    const expected = Object.keys(environment).reduce(
      (sum, name) => sum + 1 + (more[name as keyof typeof more] ?? 0),
      0,
    );
    if (only === undefined) await until('it has said what it removed', () => said.length >= expected);
    await end();
  }
  const times = async () => {
    const { items } = await store.observations({ network: 'n', limit: 10 });
    return items.map((one) => (NOW - one.observation.time) / DAY);
  };
  const deliveries = async () =>
    (await catalogue.query('SELECT id FROM deliveries ORDER BY place')).map(({ id }) => id);

  it('keeps everything where nothing is said, and leaves to other parts what is theirs', async () => {
    await removed({});
    await removed({ HALCYON_RETENTION_OBSERVATIONS: '35' }, 'web');
    assert.equal((await times()).length, 5);
    assert.equal((await deliveries()).length, 6);
    assert.deepEqual(said, []);
  });

  it('removes whole months that are older, and nothing that is younger', async () => {
    // 40 days after September began it is October 11; 45 days before is in August, 36 in September.
    await removed({ HALCYON_RETENTION_OBSERVATIONS: '35' });
    assert.deepEqual(said, ['removed 3 months of observations older than 35 days']);
    assert.deepEqual(await times(), [1, 36]);
    assert.equal(
      (await store.anomalies({ limit: 10, revisions: false })).items.length,
      5,
      'each kind has its own days',
    );
    await removed({
      HALCYON_RETENTION_JUDGEMENTS: '35',
      HALCYON_RETENTION_ANOMALIES: '60',
      HALCYON_RETENTION_BASELINES: '40',
      HALCYON_RETENTION_DEAD_LETTERS: '40',
    });
    assert.equal((await store.anomalies({ limit: 10, revisions: false })).items.length, 3, 'August is kept whole');
    assert.equal((await store.weatherEvents('n', 0, NOW)).length, 3, 'as of anomalies');
    assert.equal((await store.deadLetters({ limit: 10, replayed: true })).items.length, 2);
    const days = (await store.baselines('n', 0, 100_000)).map(({ day }) => Math.floor(NOW / DAY) - day);
    assert.ok(days.includes(36) && !days.includes(110), days.join());
    assert.equal(said.length, 8, said.join('; '));
  });

  it('keeps a fault as long as an anomaly from its end on, and the month with it', async () => {
    const { items } = await store.faults({ limit: 20 });
    assert.deepEqual(items.map(({ id }) => id).sort(), ['f0', 'f1', 'f2', 'f4', 'lately', 'open']);
    assert.equal(await store.fault('withdrawn'), null);
    const values = await store.faultValues('n', 0, NOW);
    assert.deepEqual(
      values.map(({ time }) => (NOW - time) / DAY),
      [45, 36, 1],
    );
    const conditions = await Promise.all(
      [1, 36, 45].map((days) => store.sensorConditions('n', slotOf(NOW - days * DAY))),
    );
    assert.deepEqual(
      conditions.map(({ length }) => length),
      [1, 1, 0],
    );
  });

  it('removes deliveries that have come to an end, of alerts that have', async () => {
    await removed({ HALCYON_RETENTION_DELIVERIES: '30' });
    assert.deepEqual(await deliveries(), ['old-open', 'old-pending', 'new-resolved']);
    assert.deepEqual(said, ['removed 3 deliveries of alerts older than 30 days']);
  });

  it('refuses a number of days that the live judgement could not do with', () => {
    assert.throws(() => readConfiguration({ HALCYON_RETENTION_OBSERVATIONS: '7' }), /whole number from 35 to 36500/);
  });
});
