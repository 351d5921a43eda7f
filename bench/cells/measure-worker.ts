// One spatial worker of several, in a process of its own: bench/cells/run.ts starts it and reads the line of JSON that it prints.
import { planJudgement } from '../../detectors/network/judgement-plan.ts';
import { SpatialWorker } from '../../detectors/stages/spatial-worker.ts';
import { spatialNoteOf } from '../../detectors/stages/watermark-note.ts';
import { liveJudgement, readConfiguration } from '../../schemas/configuration.ts';
import { timeOfSlot } from '../../schemas/time.ts';
import { usedBytes } from '../station-memory.ts';
import { CellTree } from './cell-tree.ts';
import { continentOf } from './continent.ts';
import { CONTINENT, MadeLog } from './made-log.ts';

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
const isPlaced = process.argv[6] === 'cells';
const places = continentOf(stations, 1);
const tree = new CellTree(places, partitions);
const partitionOf = new Uint16Array(stations);
for (let k = 0; k < stations; k++) {
  partitionOf[k] = isPlaced
    ? tree.cellOf(places.latitudes[k], places.longitudes[k])
    : (Math.imul(k + 1, 0x9e3779b1) >>> 0) % partitions;
}
const own = Array.from({ length: end - first }, (_, k) => first + k);
const made = new MadeLog(places, partitionOf, partitions);
const before = usedBytes();
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
  own: partitionOf.reduce((sum, partition) => sum + (partition >= first && partition < end ? 1 : 0), 0),
  held: worker.stations,
  bytes: usedBytes() - before,
  partitions: made.readPartitions,
  observations: made.observations / MEASURED_SLOTS,
  cpu: made.cpuUs / MEASURED_SLOTS / 1e6,
  startCpu: (user + system) / 1e6,
};
await worker.stop();
console.log(JSON.stringify(cost));
