import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Baseline } from '../schemas/baseline.ts';
import { type Fault, faultId } from '../schemas/fault.ts';
import type { NowAnswer } from '../schemas/http/answers/now-answer.ts';
import type { StatesAnswer } from '../schemas/http/answers/states-answer.ts';
import { dayOfSlot, SLOT_MS, SLOTS_PER_DAY, timeOfSlot } from '../schemas/time.ts';
import { byVariable } from '../schemas/variables.ts';
import { askEndpoint } from '../services/cli/commands/records/ask-endpoint.ts';
import { listStates } from '../services/detection/endpoints/list-states.ts';
import { KeptStates } from '../services/detection/kept-states.ts';
import { SilentSensors } from '../services/detection/silent-sensors.ts';
import { getNow } from '../services/duty/endpoints/get-now.ts';
import { KeptReadings } from '../services/duty/kept-readings.ts';
import type { Endpoint } from '../services/http/endpoint.ts';
import { openCatalogue } from '../services/stores/opening/open-catalogue.ts';
import { openTimeSeries } from '../services/stores/opening/open-time-series.ts';
import type { Figure } from './figure.ts';
import { MadeHistory, madeStation, NETWORK } from './made-history.ts';

const STATIONS = 100_000;
const OPEN_FAULTS = 2_000;
/** A day: the course of a sensor under a fault. */
const COURSE_SLOTS = 145;
/** A part of it for the stations that have no fault: as much as is looked back for where some report each hour. */
const RECENT_SLOTS = 19;
/** Stations that report the whole day: those under a fault, and their neighbours. */
const WHOLE_DAY = 2_400;
const NEWEST_SLOT = 2_900_000;
const NEIGHBOURS = 8;
/** Between the first question and the next of another person [ms]. */
const LATER_MS = 1_000;
/** After this nothing that was read is kept [ms]. */
const FORGOTTEN_MS = 120_000;
const ROWS = 1_000;
/** Boxes of the lattice of stations, as a map asks for them [degrees]. */
const PART = '5,35,11,36.4';
const SMALL_PART = '5,35.5,5.4,35.8';

/** A thermometer that has been wrong for eight hours. */
function faultOf(index: number): Fault {
  const start = timeOfSlot(NEWEST_SLOT - 48 - (index % 40));
  const station = madeStation(index);
  const neighbors = Array.from({ length: NEIGHBOURS }, (_, k) => madeStation((index + k + 1) % WHOLE_DAY));
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

/** The baseline of a station that reports each hour: for its sake all are looked back for three hours. */
function hourlyBaseline(): Baseline {
  return {
    ...{
      network: NETWORK,
      station: madeStation(STATIONS - 1),
      day: dayOfSlot(NEWEST_SLOT),
      version: 'hourly',
      days: 1,
    },
    ...{ stepSpread: byVariable(() => null), ownDay: byVariable(() => null), ownLevels: byVariable(() => []) },
    ...{ cadence: 6, resolution: byVariable(() => null) },
  };
}

/**
 * How long the page of what is wrong now waits for its first rows, with a hundred thousand stations of which two thousand
 * thermometers are wrong: the first to ask, who asks a second later, and the page of rows that follows; and the map, which asks
 * for groups of the whole network, then for single stations. Each is asked as HTTP asks it, and written as JSON.
 */
export async function nowPage(): Promise<Figure[]> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'halcyon-now-page-'));
  try {
    await MadeHistory.in(dataFolder, async (history) => {
      await history.stations(STATIONS);
      await history.reports(WHOLE_DAY, NEWEST_SLOT - COURSE_SLOTS + 1, NEWEST_SLOT - RECENT_SLOTS);
      for (let slot = NEWEST_SLOT - RECENT_SLOTS + 1; slot <= NEWEST_SLOT; slot++)
        await history.reports(STATIONS, slot, slot);
      await history.baselines(STATIONS, NEWEST_SLOT - 2 * SLOTS_PER_DAY, NEWEST_SLOT);
    });
    return await askedOf(dataFolder);
  } finally {
    await rm(dataFolder, { recursive: true, force: true });
  }
}

async function askedOf(dataFolder: string): Promise<Figure[]> {
  const store = await openTimeSeries({ dataFolder, role: 'system' });
  const catalogue = await openCatalogue({ dataFolder });
  try {
    const faults = Array.from({ length: OPEN_FAULTS }, (_, index) => faultOf(index));
    await store.insertFaults(
      faults.map((fault) => ({ kind: 'fault', network: NETWORK, station: fault.station, fault, values: [] })),
    );
    let clock = timeOfSlot(NEWEST_SLOT) + SLOT_MS / 2;
    const now = () => clock;
    const silences = new SilentSensors();
    const readings = new KeptReadings(now, silences);
    const parts = {
      store,
      experts: { rules: async () => [] },
      alerts: { catalogue },
      readings,
      states: new KeptStates(now, silences),
      now,
    };
    const figures: Figure[] = [];
    let cursor: string | null = null;
    const measured = async <T>(
      query: Readonly<Record<string, string>>,
      endpoint: Endpoint<typeof parts>,
      name: (body: T) => string,
    ) => {
      const started = performance.now();
      const before = process.cpuUsage();
      const signal = new AbortController().signal;
      const body = (await askEndpoint(endpoint, { query: { network: NETWORK, ...query } }, parts, signal)) as T;
      const { length } = JSON.stringify(body);
      const { user, system } = process.cpuUsage(before);
      const what = `${name(body)}, ${STATIONS} stations`;
      figures.push({ name: what, value: performance.now() - started, unit: 'ms', goal: '' });
      figures.push({ name: `${what}, CPU of the service`, value: (user + system) / 1000, unit: 'ms', goal: '' });
      figures.push({ name: `${what}, size`, value: length / 1e6, unit: 'MB', goal: '' });
    };
    const ask = (name: string, query: Readonly<Record<string, string>>) =>
      measured<NowAnswer>(query, getNow, ({ faults: rows, counts, next_cursors: next }) => {
        cursor = next.open;
        return `now, ${name}: ${rows.length} of ${counts.groups.open} faults`;
      });
    const look = (name: string, query: Readonly<Record<string, string>>) =>
      measured<StatesAnswer>(query, listStates, ({ states, view }) => {
        return `map, ${name}: ${view?.groups.length ?? 0} groups and ${states.length} stations`;
      });
    // A process that has just started compiles what it runs.
    await ask('first after the start', { limit: '100' });
    clock += FORGOTTEN_MS;
    await ask('first to ask', { limit: '100' });
    clock += LATER_MS;
    await ask('a second later', { limit: '100' });
    await ask('many rows', { limit: String(ROWS) });
    await ask('the rows after them', { limit: String(ROWS), cursor: cursor ?? '' });
    await look('first after the start', { zoom: '5' });
    clock += FORGOTTEN_MS;
    await look('the whole', { zoom: '5' });
    clock += LATER_MS;
    await look('a part a second later', { zoom: '8', box: PART });
    await look('single stations a second later', { zoom: '12', box: SMALL_PART });
    clock += FORGOTTEN_MS;
    await store.insertBaselines([hourlyBaseline()]);
    await ask('first to ask where one station reports each hour', { limit: '100' });
    return figures;
  } finally {
    await catalogue.close();
    await store.close();
  }
}
