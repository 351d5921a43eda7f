// One spatial worker of several, in a process of its own: bench/cells/run.ts starts it and reads the line of JSON that it prints.
import { planJudgement } from '../../detectors/network/judgement-plan.ts';
import { SpatialWorker } from '../../detectors/stages/spatial-worker.ts';
import { spatialNoteOf } from '../../detectors/stages/watermark-note.ts';
import { AreaPlan } from '../../ingest/log/kafka/areas/area-plan.ts';
import { partedAreas } from '../../ingest/log/kafka/areas/parted-areas.ts';
import { liveJudgement, readConfiguration } from '../../schemas/configuration.ts';
import { digestOf } from '../../schemas/key-table.ts';
import { timeOfSlot } from '../../schemas/time.ts';
import { usedBytes } from '../station-memory.ts';
import { continentOf } from './continent.ts';
import { CONTINENT, keyOf, MadeLog, madeStations } from './made-log.ts';

/** What was measured of a worker. */
export interface WorkerCost {
  /** Stations whose verdicts it gives, and stations whose windows it holds. */
  readonly own: number;
  readonly held: number;
  /** Bytes in use beyond those before the worker was there. */
  readonly bytes: number;
  /** Partitions, and observations of a slot, that it reads. */
  readonly partitions: number;
  readonly observations: number;
  /** CPU time of a slot, what making its records takes left out [s]. */
  readonly cpu: number;
  /** CPU time until the windows were ready [s]. */
  readonly startCpu: number;
}

const REACHED = 2_900_000;
/** Slots that are read from the store of each station: a window takes the same room when it is full. */
const STORED_SLOTS = 6;
const MEASURED_SLOTS = 2;

const [stations, partitions, first, end] = process.argv.slice(2, 6).map(Number);
const places = continentOf(stations, 1);
const areas = process.argv[6] === 'areas' ? await partedAreas(madeStations(places), partitions) : null;
const byArea = areas === null ? null : new AreaPlan(areas);
const byHash = (key: string) => digestOf(key) % partitions;
const stationsOf = stationsByPartition((key) => byArea?.partitionOf(key) ?? byHash(key));
const own = Array.from({ length: end - first }, (_, k) => first + k);
const before = usedBytes();
// What a process holds of the areas counts as well.
const plan = areas === null ? null : new AreaPlan(areas);
const made = new MadeLog(places, (key) => plan?.partitionOf(key) ?? byHash(key), stationsOf);
let slot = REACHED;
const worker = new SpatialWorker({
  log: made.log,
  plan: planJudgement(liveJudgement(readConfiguration({}))),
  now: () => timeOfSlot(slot),
  stations: () => made.stations(),
  history: (_network, _from, to, asked) => made.history(to - STORED_SLOTS, to, asked),
  levels: async () => null,
  sensors: async () => ({ conditions: [], told: [], verdicts: [] }),
  stored: async () => Array.from({ length: partitions }, () => 0),
  before: async () => new Map(),
});
await worker.start();
const beforeStart = process.cpuUsage();
await made.give(
  own,
  spatialNoteOf(
    new Map([[CONTINENT, REACHED]]),
    Array.from({ length: partitions }, () => 0),
  ),
);
const { user, system } = process.cpuUsage(beforeStart);
// The first slot that is verified finds the neighbours of whoever is asked about.
await made.report(++slot, own);
made.isMeasured = true;
for (let k = 0; k < MEASURED_SLOTS; k++) await made.report(++slot, own);
const cost: WorkerCost = {
  own: stationsOf.slice(first, end).reduce((sum, { length }) => sum + length, 0),
  held: worker.stations,
  bytes: usedBytes() - before,
  partitions: made.readPartitions,
  observations: made.observations / MEASURED_SLOTS,
  cpu: made.cpuUs / MEASURED_SLOTS / 1e6,
  startCpu: (user + system) / 1e6,
};
await worker.stop();
console.log(JSON.stringify(cost));

function stationsByPartition(partitionOf: (key: string) => number): Uint32Array[] {
  const of = Uint16Array.from({ length: stations }, (_, index) => partitionOf(keyOf(index)));
  const counts = new Uint32Array(partitions);
  for (const partition of of) counts[partition]++;
  const found = Array.from(counts, (count) => new Uint32Array(count));
  counts.fill(0);
  for (const [index, partition] of of.entries()) found[partition][counts[partition]++] = index;
  return found;
}
