import { BASELINE_DAYS, BASELINE_VERSION } from '../../../detectors/baselines/baseline-book.ts';
import { type BaselineBlock, GAPS } from '../../../detectors/baselines/baseline-pages.ts';
import { SKETCH_BINS } from '../../../detectors/baselines/step-sketch.ts';
import type { LevelRows } from '../../../detectors/baselines/usual-levels.ts';
import type { JudgementPlan } from '../../../detectors/network/judgement-plan.ts';
import type { KeptProgress, KeptStations } from '../../../detectors/network/kept-stations.ts';
import type { WindowRows } from '../../../detectors/windows/window-rows.ts';
import { VARIABLES } from '../../../schemas/variables.ts';
import type { StorePosition } from '../../stores/time-series-store.ts';
import type { Frame } from './snapshot-frames.ts';

/** Raised whenever what is written means something else. */
export const SNAPSHOT_FORMAT = 3;

/** A network of a snapshot. */
export interface KeptNetwork extends KeptProgress {
  readonly network: string;
  /** How many stations it had. */
  readonly stations: number;
}

/** The first frame of a snapshot: what all of it goes by. */
export interface SnapshotHead {
  readonly format: number;
  /** As `layoutOf` has it. */
  readonly layout: string;
  /** Everything that was stored by then is in the windows. */
  readonly position: StorePosition;
  /** When that was, ms since the epoch. */
  readonly taken: number;
  readonly networks: readonly KeptNetwork[];
}

interface BlockHead {
  readonly network: string;
  readonly ids: readonly string[];
  readonly windows: boolean;
  readonly learnt: boolean;
  readonly levels: boolean;
}

type Learnt = [
  sketch: Uint8Array,
  days: Uint8Array,
  last: Float32Array,
  lastSlot: Int32Array,
  equal: Uint8Array,
  still: Uint8Array,
  gaps: Uint8Array,
  left: Uint8Array,
  different: Uint8Array,
  spreads: Float32Array,
];
type Levels = [rows: Int32Array, days: Int16Array, today: Float32Array];
type Held = [
  values: Float32Array,
  offsets: Int32Array,
  newest: Int32Array,
  counts: Float64Array,
  intervals: Uint8Array,
  dense: Uint8Array,
];

/** What decides how windows and baselines lie in memory, and what they are of: a snapshot is of use where it is the same. */
export function layoutOf({ capacity, configuration: { latenessSlots, hindsightSlots } }: JudgementPlan): string {
  const baseline = { version: BASELINE_VERSION, days: BASELINE_DAYS, bins: SKETCH_BINS, gaps: GAPS };
  return JSON.stringify({ variables: VARIABLES, capacity, latenessSlots, hindsightSlots, baseline });
}

/** The frame of some stations. */
export function frameOf(network: string, { ids, windows, taught: { taught, learnt, levels } }: KeptStations): Frame {
  const has = { windows: windows !== null, learnt: learnt !== null, levels: levels !== null };
  const head: BlockHead = { network, ids, ...has };
  const held = windows === null ? [] : heldArrays(windows);
  const standing = levels === null ? [] : levelArrays(levels);
  return { head, arrays: [taught, ...held, ...standing, ...(learnt === null ? [] : learntArrays(learnt))] };
}

/** The stations of a frame, and their network. */
export function stationsOf({ head, arrays }: Frame): { readonly network: string; readonly kept: KeptStations } {
  const { network, ids, windows, learnt, levels } = head as BlockHead;
  const behindWindows = windows ? 7 : 1;
  const behindLevels = behindWindows + (levels ? 3 : 0);
  return {
    network,
    kept: {
      ids,
      windows: windows ? windowRows(arrays.slice(1, behindWindows) as Held) : null,
      taught: {
        taught: arrays[0] as Int32Array,
        learnt: learnt ? learntRows(arrays.slice(behindLevels) as Learnt) : null,
        levels: levels ? levelRows(arrays.slice(behindWindows, behindLevels) as Levels) : null,
      },
    },
  };
}

function heldArrays({ values, offsets, newest, counts, intervals, dense }: WindowRows): Held {
  return [values, offsets, newest, counts, intervals, dense];
}

function windowRows([values, offsets, newest, counts, intervals, dense]: Held): WindowRows {
  return { values, offsets, newest, counts, intervals, dense };
}

function levelArrays({ rows, days, today }: LevelRows): Levels {
  return [rows, days, today];
}

function levelRows([rows, days, today]: Levels): LevelRows {
  return { rows, days, today };
}

function learntArrays(of: BaselineBlock): Learnt {
  const { sketch, days, last, lastSlot, equal, still, gaps, left, different, spreads } = of;
  return [sketch, days, last, lastSlot, equal, still, gaps, left, different, spreads];
}

function learntRows(arrays: Learnt): BaselineBlock {
  const [sketch, days, last, lastSlot, equal, still, gaps, left, different, spreads] = arrays;
  return { sketch, days, last, lastSlot, equal, still, gaps, left, different, spreads };
}
