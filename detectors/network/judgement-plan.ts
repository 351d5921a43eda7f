import { type JudgementConfiguration, judgementIdentity } from '../../schemas/judgement-configuration.ts';
import { SLOTS_PER_HOUR } from '../../schemas/time.ts';
import { BASELINE_VERSION } from '../baselines/baseline-book.ts';
import { RESOLUTION_SLOTS } from '../checks/flat-line.ts';
import { CHECKS } from '../checks/registry.ts';
import { BEFORE_WINDOW } from '../exemptions/back-where-it-stood.ts';
import { temporalMethod } from '../methods/registry.ts';
import type { TemporalMethod } from '../methods/temporal-method.ts';
import { thresholdOf } from '../methods/threshold.ts';
import { spatialMethod } from '../spatial/registry.ts';
import type { SpatialMethod } from '../spatial/spatial-method.ts';
import { LONGEST_COUNT_GAP } from '../windows/rain-count.ts';
import { DENSE_AGAIN_SLOTS, FAULT_SLOTS } from '../windows/window-store.ts';

/** A configuration with the pieces it names: what both stages work by. */
export interface JudgementPlan {
  readonly configuration: JudgementConfiguration;
  /** Score beyond which the method flags: what was asked for, or the method's default. */
  readonly threshold: number;
  /** Identity of the judgement, part of every anomaly's id. */
  readonly identity: string;
  readonly method: TemporalMethod;
  readonly spatial: SpatialMethod;
  /**
   * Which departure of a station's baseline is the least that the method flags: the floor, or less of it where neighbours
   * are asked about a forecast. The middle of a window is too far from most values for that.
   */
  readonly flagsFrom: 'floor' | 'asked';
  /** The same of the change since the report before, where that judges in place of the method. */
  readonly stepFlagsFrom: 'floor' | 'asked';
  readonly windowSlots: number;
  /** Slots before a candidate's that its verification looks at, of the variable itself. */
  readonly verifiedSlots: number;
  /** Slots of each station that must be held for every judgement of a slot that is not settled. */
  readonly capacity: number;
  /** Newest slots of a station of which every report is held, also beside the slots: what may be judged again rests on them. */
  readonly recentSlots: number;
  /** Slots of stored reports that enter the windows at once: what they hold beside what is not final. */
  readonly filledSlots: number;
  /** Slots before the first that is judged from which on reports are read: rain by counts needs the count before. */
  readonly warmSlots: number;
  /** Slots before one that its judgement, its verification and its sensor's faults look at. */
  readonly lookBackSlots: number;
}

/**
 * Finds the method, the checks and the verification of a configuration.
 *
 * @throws HalcyonError `invalid_parameter` where this version does not have one of them or the threshold is none of the method's
 */
export function planJudgement(configuration: JudgementConfiguration): JudgementPlan {
  const method = temporalMethod(configuration.temporalMethod);
  const threshold = thresholdOf(method.specification, configuration.threshold);
  const spatial = spatialMethod(configuration.spatialMethod);
  const versions: Record<string, number> = {
    [configuration.temporalMethod]: method.specification.version,
    baseline: BASELINE_VERSION,
  };
  if (configuration.spatialVerify) versions[configuration.spatialMethod] = spatial.specification.version;
  for (const name of configuration.checks) versions[name] = CHECKS.get(name)?.version ?? 0;
  const windowSlots = configuration.windowHours * SLOTS_PER_HOUR;
  const { latenessSlots, hindsightSlots } = configuration;
  const { slotsBefore } = spatial.specification;
  const middle = method.specification.expectation === 'middle';
  const flatSlots = configuration.checks.includes('flat_line') ? RESOLUTION_SLOTS : 0;
  const verifiedSlots = Math.max(slotsBefore, flatSlots, middle ? windowSlots + BEFORE_WINDOW : 0);
  const lookBackSlots = Math.max(windowSlots, verifiedSlots, FAULT_SLOTS);
  // Whoever goes on from these windows judges again what is not settled; an unsettled candidate looks back from as far.
  // Reports may be ahead of the clock by the hindsight, one slot is being filled, and one waits to be settled until the next begins.
  const capacity = latenessSlots + hindsightSlots + lookBackSlots + hindsightSlots + 3;
  return {
    configuration,
    threshold,
    identity: judgementIdentity({ ...configuration, threshold }, versions),
    method,
    spatial,
    stepFlagsFrom: configuration.spatialVerify ? 'asked' : 'floor',
    flagsFrom: middle || !configuration.spatialVerify ? 'floor' : 'asked',
    windowSlots,
    verifiedSlots,
    capacity,
    recentSlots: latenessSlots + hindsightSlots + DENSE_AGAIN_SLOTS + 1,
    filledSlots: capacity - latenessSlots - hindsightSlots - 1,
    warmSlots: capacity + LONGEST_COUNT_GAP,
    lookBackSlots,
  };
}

/**
 * Slot up to which every verdict is settled. What a verdict looks at last, HINDSIGHT after its own slot, may still come while
 * the network is at LATENESS after that.
 *
 * @param watermark newest slot that the network has reached
 */
export function settledBy({ configuration }: JudgementPlan, watermark: number): number {
  return watermark - configuration.latenessSlots - configuration.hindsightSlots - 1;
}
