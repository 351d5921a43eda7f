import { setTimeout as sleep } from 'node:timers/promises';
import { demoNetwork } from '../../ingest/feeds/demo/demo-network.ts';
import { ReportSchedule } from '../../ingest/feeds/demo/report-schedule.ts';
import { LogIntake } from '../../ingest/intake/log-intake.ts';
import { StationDirectory } from '../../ingest/intake/station-directory.ts';
import { KafkaLog } from '../../ingest/log/kafka/kafka-log.ts';
import type { KafkaSettings } from '../../ingest/log/kafka/kafka-settings.ts';
import type { RawItem } from '../../ingest/raw-item.ts';
import { linesTo } from '../../schemas/logger.ts';
import { newStation } from '../../schemas/station.ts';
import { isoOf, SLOT_MS, timeOfSlot } from '../../schemas/time.ts';

/*
 * The process of the load: stations of the demonstration report through the intake at a rate that it is told, one station
 * after the other, slot after slot. Some reports carry a spike; how long it takes until its verdict is on the log is told.
 */

/** What it is told first. */
export interface LoadPlace {
  readonly settings: KafkaSettings;
  readonly network: string;
  readonly stations: number;
  /** Slot that it begins with. */
  readonly slot: number;
}

/** What it is told then: reports a second, 0 to pause; null ends it. */
export interface LoadOrder {
  readonly rate: number | null;
}

/** What it tells every second. */
export interface LoadReport {
  /** Observations taken by the log so far. */
  readonly sent: number;
  /** Time from the submission of a spike to its verdict on the log [ms], since the last report. */
  readonly latencies: readonly number[];
}

/** Every so many-th report carries a spike. */
const SPIKE_EVERY = 997;
const SPIKE = 20;
/** How often reports are sent [ms]. */
const STEP_MS = 50;

async function run({ settings, network, stations, slot: first }: LoadPlace): Promise<void> {
  const demo = demoNetwork({ stations, seed: 1 });
  const schedule = new ReportSchedule(stations, 1);
  const directory = new StationDirectory();
  for (let i = 0; i < stations; i++) directory.put(newStation({ ...demo.station(i), network, updated: 1 }));
  const log = await KafkaLog.open({ settings, logger: linesTo((line) => console.error(line)), now: Date.now });
  const intake = new LogIntake({ log, stations: directory, now: Date.now, hindsightMs: 6 * SLOT_MS });
  const asked = new Map<string, number>();
  let latencies: number[] = [];
  await log.subscribe({ group: 'bench', topic: 'anomalies', read: 'new' }, async ({ records }) => {
    for (const { value } of records) {
      const at = asked.get(`${value.station}@${value.slot}`);
      if (at === undefined) continue;
      asked.delete(`${value.station}@${value.slot}`);
      latencies.push(Date.now() - at);
    }
  });
  let rate: number | null = 0;
  let due = 0;
  let sent = 0;
  let slot = first;
  let place = 0;
  process.on('message', (order: LoadOrder) => {
    ({ rate } = order);
    due = 0;
  });
  setInterval(() => {
    process.send?.({ sent, latencies } satisfies LoadReport);
    latencies = [];
  }, 1_000);
  const next = (): RawItem | null => {
    const index = schedule.station(place);
    const at = slot;
    place = (place + 1) % stations;
    if (place === 0) slot++;
    const values = demo.observe(index, at);
    if (values === null) return null;
    const id = demo.id(index);
    if ((sent + place) % SPIKE_EVERY === 0 && values.temp_out !== null) {
      values.temp_out += SPIKE;
      asked.set(`${id}@${at}`, Date.now());
    }
    const fields = { station_id: id, time: isoOf(timeOfSlot(at)), ...values };
    return { fields, body: Buffer.alloc(0), mediaType: 'application/json', context: '', place: '' };
  };
  process.send?.({ sent, latencies } satisfies LoadReport);
  let last = Date.now();
  // Another loop sets the rate.
  while ((rate as number | null) !== null) {
    const now = Date.now();
    due += ((rate ?? 0) * (now - last)) / 1000;
    last = now;
    const items: RawItem[] = [];
    for (; due >= 1; due--) {
      const item = next();
      if (item !== null) items.push(item);
    }
    if (items.length > 0) {
      const results = await intake.submit(network, 'bench', items);
      const refused = results.find(({ status }) => status === 'dead_letter');
      if (refused?.status === 'dead_letter') throw new Error(refused.detail);
      sent += items.length;
    }
    await sleep(Math.max(0, STEP_MS - (Date.now() - now)));
  }
  await log.close();
  process.exit(0);
}

process.once('message', (place: LoadPlace) => {
  run(place).catch((error: unknown) => {
    console.error(error);
    process.exit(1);
  });
});
process.once('disconnect', () => process.exit(0));
