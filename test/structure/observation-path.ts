import assert from 'node:assert/strict';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { calmReports, calmStations, timeAt } from '../integration/calm-network.ts';
import { freshDataFolder } from '../integration/data-folders.ts';
import { inSteps } from '../integration/in-steps.ts';
import { RunningSystem } from '../integration/running-system.ts';
import { StreamClient } from '../integration/stream-client.ts';
import { until } from '../until.ts';
import { type CalledFiles, type Calls, filesBeyond } from './called-files.ts';
import { FLOORS } from './source-imports.ts';

/** The files that one observation takes, by what is found in it. */
export interface ObservationPath {
  /** Of one in which nothing is found. */
  readonly good: readonly string[];
  /** Of one with a value that is flagged, until its verdict is stored and told. */
  readonly flagged: readonly string[];
}

const NETWORK = 'north';
const STATIONS = 4;
/** Slot before which all is pushed at once; a spike in it has loaded what only a flagged value needs. */
const GOOD = 74;
/** Slots of a flagged value each, so far apart that none is in doubt for the one before. */
const [FLAGGED, FLAGGED_AGAIN] = [GOOD + 1, GOOD + 21];
const SPIKES = { 's2@51': 15, [`s1@${FLAGGED}`]: 15, [`s3@${FLAGGED_AGAIN}`]: 15 };
/** Times that are looked at in which nothing is pushed: what runs in them is not of the observation. */
const IDLE_TIMES = 3;
const IDLE_MS = 1_000;
const STORED_MS = 60_000;

/**
 * Measures which files of the project run in a whole system in one process from the push of one observation until its
 * verdict is stored and the stream has told of it. Each is pushed several times: what runs by chance meanwhile is left out.
 * The engine of the store is a process of its own: it is asked past the project's code, and its files are not counted, nor
 * are those of threads.
 */
export async function measureObservationPath(called: CalledFiles): Promise<ObservationPath> {
  const folder = await freshDataFolder();
  const system = await new RunningSystem(folder, timeAt(0)).start();
  const push = async (first: number, last: number, stations: readonly string[] | null = null) => {
    system.clock = timeAt(last) + 1000;
    const reports = calmReports(STATIONS, first, last, SPIKES);
    await system.pushJudged(
      NETWORK,
      reports.filter(({ station_id }) => stations?.includes(station_id) ?? true),
    );
  };
  await called.start();
  try {
    await system.send('POST', `/api/v1/stations?network=${NETWORK}`, calmStations(STATIONS));
    const client = await StreamClient.connect(system.url);
    await inSteps(0, GOOD - 1, push);
    const taken = async (station: string, slot: number, table: string, event: string): Promise<string[]> => {
      system.clock = timeAt(slot) + 1000;
      const [report] = calmReports(STATIONS, slot, slot, SPIKES).filter(({ station_id }) => station_id === station);
      const idle = await callsWhenIdle(called);
      const heard = client.heard.events.length;
      const [item] = await system.push(NETWORK, [report]);
      assert.equal(item.status, 'accepted');
      await until('its verdict is stored', () => isStored(folder, table, station, timeAt(slot)), STORED_MS);
      const told = () => client.heard.events.slice(heard).some(({ name }) => name === event);
      await until(`the stream tells of the ${event}`, told, STORED_MS);
      return filesBeyond(await called.take(), idle);
    };
    const good = [
      await taken('s1', GOOD, 'judgements', 'observation'),
      await taken('s0', GOOD, 'judgements', 'observation'),
      await taken('s3', GOOD, 'judgements', 'observation'),
    ];
    await push(GOOD, GOOD, ['s2']);
    const flagged = [await taken('s1', FLAGGED, 'anomalies', 'anomaly')];
    await push(FLAGGED, FLAGGED, ['s0', 's2', 's3']);
    await inSteps(FLAGGED + 1, FLAGGED_AGAIN - 1, push);
    flagged.push(await taken('s3', FLAGGED_AGAIN, 'anomalies', 'anomaly'));
    await client.leave();
    assert.deepEqual(system.failures, []);
    return { good: inAll(good), flagged: inAll(flagged) };
  } finally {
    await called.stop();
    await system.stop();
  }
}

/** What is called in times in which nothing is pushed; what came before is still at work in the first, which is left out. */
async function callsWhenIdle(called: CalledFiles): Promise<Calls[]> {
  const times: Calls[] = [];
  for (let time = 0; time <= IDLE_TIMES; time++) {
    await sleep(IDLE_MS);
    times.push(await called.take());
  }
  return times.slice(1);
}

/** The files of the four floors that are in every list. */
function inAll([first, ...others]: readonly (readonly string[])[]): string[] {
  const ofFloors = first.filter((path) => FLOORS.some((floor) => path.startsWith(`${floor}/`)));
  return ofFloors.filter((path) => others.every((files) => files.includes(path)));
}

/** True where a table has a row of the time; the engine is asked on its socket, without a line of the project in between. */
async function isStored(folder: string, table: string, station: string, time: number): Promise<boolean> {
  const at = `station = '${station}' AND time = fromUnixTimestamp64Milli(${time}, 'UTC')`;
  const statement = `SELECT count() FROM ${table} WHERE ${at}`;
  const text = await new Promise<string>((resolve, reject) => {
    const options = { socketPath: join(folder, 'engine.sock'), path: '/?database=halcyon', method: 'POST' };
    const asked = request(options, (answer) => {
      let said = '';
      answer.setEncoding('utf8').on('data', (piece: string) => {
        said += piece;
      });
      answer.on('end', () => (answer.statusCode === 200 ? resolve(said.trim()) : reject(new Error(said))));
    });
    asked.on('error', reject);
    asked.end(statement);
  });
  return text !== '0';
}
