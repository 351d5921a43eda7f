import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Fault, faultId } from '../schemas/fault.ts';
import type { NowAnswer } from '../schemas/http/answers/now-answer.ts';
import type { Observation } from '../schemas/observation.ts';
import { SLOT_MS, timeOfSlot } from '../schemas/time.ts';
import { askEndpoint } from '../services/cli/commands/records/ask-endpoint.ts';
import { getNow } from '../services/duty/endpoints/get-now.ts';
import { KeptReadings } from '../services/duty/kept-readings.ts';
import { openCatalogue } from '../services/stores/opening/open-catalogue.ts';
import { openTimeSeries } from '../services/stores/opening/open-time-series.ts';
import type { Figure } from './figure.ts';
import { NETWORK, networkOf } from './made-network.ts';

const STATIONS = 100_000;
const OPEN_FAULTS = 2_000;
/** A station that reports every ten minutes has three of them in this time. */
const RECENT_SLOTS = 3;
/** A day: the course of a sensor under a fault. */
const COURSE_SLOTS = 145;
/** Stations that report the whole day: those under a fault, and their neighbours. */
const WHOLE_DAY = 2_400;
const NEWEST_SLOT = 2_900_000;
const NEIGHBOURS = 8;
/** Between the first question and the next of another person [ms]. */
const LATER_MS = 1_000;
const ROWS = 1_000;

/** What the stations of a part of the network report in a slot. */
function reportsAt(slot: number, from: number, to: number): Observation[] {
  const time = timeOfSlot(slot);
  return Array.from({ length: to - from }, (_, k) => {
    const index = from + k;
    return {
      ...{ network: NETWORK, station: `s${index}`, time, extras: {}, original: {}, source: 'push', received: time },
      values: {
        temp_out: 10 + ((index * 7 + slot) % 15) / 10 + (index < OPEN_FAULTS ? 9 : 0),
        out_hum: 60 + ((index + slot) % 20),
        wind_speed: 5 + ((index * 3 + slot) % 70) / 10,
        bar: 1010 + ((index + slot * 5) % 30) / 10,
        rain: 0,
      },
    };
  });
}

/** A thermometer that has been wrong for eight hours. */
function faultOf(index: number): Fault {
  const start = timeOfSlot(NEWEST_SLOT - 48 - (index % 40));
  const station = `s${index}`;
  const neighbors = Array.from({ length: NEIGHBOURS }, (_, k) => `s${(index + k + 1) % WHOLE_DAY}`);
  return {
    ...{ id: faultId(NETWORK, station, 'temp_out', start, 'bench'), network: NETWORK, station, variable: 'temp_out' },
    ...{ stationName: `Station ${station}`, kind: 'level', start, end: null, named: start, known: start + SLOT_MS },
    ...{ recovered: null, offset: 9 + (index % 7), uncertainty: 1, ratio: null, minutes: null, unit: null },
    ...{
      swappedWith: null,
      ceiling: null,
      adjusted: false,
      unknownSince: null,
      values: 48,
      state: 'settled',
      certainty: 'failure',
    },
    ...{ reason: 'reads 9.0 degC above its neighbours', neighbors, anomalyIds: [], configuration: 'bench' },
    ...{ version: `v${index}`, judged: start + 2 * SLOT_MS },
  };
}

/**
 * How long the page of what is wrong now waits for its first rows, with a hundred thousand stations of which two thousand
 * thermometers are wrong: the first to ask, who asks a second later, and the page of rows that follows. Each is asked as HTTP asks
 * it, and written as JSON.
 */
export async function nowPage(): Promise<Figure[]> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'halcyon-now-page-'));
  const store = await openTimeSeries({ dataFolder, role: 'system' });
  const catalogue = await openCatalogue({ dataFolder });
  try {
    const { registered } = networkOf(STATIONS, Math.random);
    await store.insertStations(registered.filter((station) => station !== undefined));
    for (let slot = NEWEST_SLOT - COURSE_SLOTS + 1; slot <= NEWEST_SLOT; slot++) {
      const isRecent = slot > NEWEST_SLOT - RECENT_SLOTS;
      await store.insertObservations(reportsAt(slot, 0, isRecent ? STATIONS : WHOLE_DAY));
    }
    const faults = Array.from({ length: OPEN_FAULTS }, (_, index) => faultOf(index));
    await store.insertFaults(
      faults.map((fault) => ({ kind: 'fault', network: NETWORK, station: fault.station, fault, values: [] })),
    );
    let clock = timeOfSlot(NEWEST_SLOT) + SLOT_MS / 2;
    const now = () => clock;
    const readings = new KeptReadings(now);
    const parts = { store, experts: { rules: async () => [] }, alerts: { catalogue }, readings, now };
    const figures: Figure[] = [];
    let cursor: string | null = null;
    const ask = async (name: string, query: Readonly<Record<string, string>>) => {
      const started = performance.now();
      const signal = new AbortController().signal;
      const body = (await askEndpoint(getNow, { query: { network: NETWORK, ...query } }, parts, signal)) as NowAnswer;
      const { length } = JSON.stringify(body);
      const value = performance.now() - started;
      cursor = body.next_cursors.open;
      const what = `now, ${name}: ${body.faults.length} of ${body.counts.groups.open} faults, ${STATIONS} stations`;
      figures.push({ name: what, value, unit: 'ms', goal: '' });
      figures.push({ name: `${what}, size`, value: length / 1e6, unit: 'MB', goal: '' });
    };
    await ask('first to ask', { limit: '100' });
    clock += LATER_MS;
    await ask('a second later', { limit: '100' });
    await ask('many rows', { limit: String(ROWS) });
    await ask('the rows after them', { limit: String(ROWS), cursor: cursor ?? '' });
    return figures;
  } finally {
    await catalogue.close();
    await store.close();
    await rm(dataFolder, { recursive: true, force: true });
  }
}
