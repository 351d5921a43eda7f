import type { VariableLimits } from '../../schemas/limits.ts';
import { SLOT_MS } from '../../schemas/time.ts';
import { judgedValue, VARIABLES, type Variable } from '../../schemas/variables.ts';
import { DOCUMENTED_FLOORS } from '../baselines/documented-floors.ts';
import { TypicalSteps } from '../baselines/typical-steps.ts';
import { FLAT_RUN_SLOTS, type FlatLineLimits, flatLineLimits, ownResolution } from '../checks/flat-line.ts';
import { stepGoesBeside, stepStandsFor } from '../checks/step.ts';
import { COMPARED } from '../neighbours/asked-neighbours.ts';
import type { Neighbour } from '../neighbours/spatial-question.ts';
import { History } from '../network/history.ts';
import type { JudgementPlan } from '../network/judgement-plan.ts';
import type { NetworkState } from '../network/network-states.ts';
import { JudgedSettings } from '../rules/judged-settings.ts';
import { NOTICED_FLOORS } from '../verification/candidate-decisions.ts';
import { FEWEST_REPORTS } from '../windows/still-runs.ts';
import { type FlaggedBeyond, flaggedBeyond } from './flagged-beyond.ts';

/** How an unchanged value comes to count as stuck, unit of the variable. */
interface FlatLineRule {
  /** Unchanged for so many slots, in so many equal reports at least. */
  readonly slots: number;
  readonly reports: number;
  /** What two neighbours or more must show, and what one alone must. */
  readonly ofMany: FlatLineLimits;
  readonly ofFew: FlatLineLimits;
}

/** What holds for one variable of a station, in the variable's unit. */
export interface VariableThresholds {
  readonly variable: Variable;
  /** False where the configuration leaves the variable out: no method and no check looks at it. */
  readonly judged: boolean;
  /** Rain as mm in ten minutes; null where the check `gross_range` is off. */
  readonly grossRange: VariableLimits | null;
  /** A departure worth noticing, above 0: what is documented, or more where the station was learnt to need it, or what is set. */
  readonly floor: number;
  readonly floorFrom: 'documented' | 'learnt' | 'expert';
  /** Score beyond which the method flags. */
  readonly threshold: number;
  /** Nothing nearer to the expectation is flagged: the floor, or less where the neighbours are asked about a forecast. */
  readonly asksFrom: number;
  /** Usual change between two reports (one sigma), and the days of history it rests on, 0 to 30. */
  readonly usualStep: number;
  readonly days: number;
  /** Where an hourly station usually stands in these three hours of the day: median of its means; null where that is not known. */
  readonly usualLevel: number | null;
  /** What the method expects at the slot and the values beyond which it flags; null where there is too little history. */
  readonly method: FlaggedBeyond | null;
  /** Change from the report just before beyond which the check `step` flags; null where it does not look. */
  readonly step: number | null;
  /** null where the check `flat_line` is off or never looks at the variable. */
  readonly flatLine: FlatLineRule | null;
  /** Step to which the station's recent values are rounded; 0 where they do not tell. */
  readonly resolution: number;
  /** A departure that is called weather is reported from here on. */
  readonly weatherFrom: number;
}

/** What a value of a station has to do to be flagged at a slot, and who is asked about it then. */
export interface StationThresholds {
  readonly slot: number;
  /** Between two reports, as the method reads the window [ms]; a slot where fewer than two are known. */
  readonly cadence: number;
  /** Version of the baseline in force; null without history. */
  readonly baseline: string | null;
  /** In the order of VARIABLES. */
  readonly variables: readonly VariableThresholds[];
  /** Those a verdict may ask, nearest first. */
  readonly neighbours: readonly Neighbour[];
  /** How many of them are compared: the nearest that reported the variable. */
  readonly compared: number;
}

/**
 * The effective thresholds of a station: what the judgement goes by for a report of a slot, by the judgement's own code, from
 * the same windows and baselines.
 *
 * @param state of the station's network: its windows hold the window before the slot, its baselines the slot's day
 * @param station index in the network
 */
export function stationThresholds(
  plan: JudgementPlan,
  state: NetworkState,
  station: number,
  slot: number,
): StationThresholds {
  const { windows, baselines, stations } = state;
  const settings = new JudgedSettings(stations, plan.configuration.temporalMethod);
  const steps = new TypicalSteps(baselines, plan.windowSlots);
  const { checks, variables: judged } = plan.configuration;
  const history = new History(windows, plan.windowSlots);
  const cadence = history.cadence(station, slot);
  const { expectation } = plan.method.specification;
  const variables = VARIABLES.map((variable, v): VariableThresholds => {
    const { method } = plan;
    const interval = variable === 'rain' ? (stations.registered[station]?.rainInterval ?? null) : null;
    const limits = stations.limitsOf(station, v, slot, interval);
    const [low, high] = [limits.failLow, judgedValue(variable, limits.failHigh)];
    const set = settings.at(station, v, slot);
    const threshold = set?.threshold ?? plan.threshold;
    const learnt = steps.floor(station, v, slot);
    const floor = set?.floor ?? learnt;
    const before = history.before(station, v, slot, cadence);
    const flagsFrom = stepStandsFor(method.specification, before.length) ? plan.stepFlagsFrom : plan.flagsFrom;
    const asksFrom = set?.floor ?? steps[flagsFrom](station, v, slot, cadence);
    const question = { history: before, cadence, variable, floor: asksFrom, threshold };
    return {
      variable,
      judged: judged.includes(variable),
      grossRange: checks.includes('gross_range') ? limits : null,
      floor,
      floorFrom: typeof set?.floor === 'number' ? 'expert' : learnt > DOCUMENTED_FLOORS[v] ? 'learnt' : 'documented',
      threshold,
      asksFrom,
      usualStep: steps.spread(station, v, slot),
      days: baselines.days(station, v, slot),
      usualLevel: baselines.levels.usual(station, v, slot),
      method: flaggedBeyond(method, question, low, high),
      step: checks.includes('step') && stepGoesBeside(expectation, before.length) ? asksFrom : null,
      flatLine: checks.includes('flat_line') ? flatLineRule(variable) : null,
      resolution: ownResolution(windows, station, variable, slot),
      weatherFrom: NOTICED_FLOORS * floor,
    };
  });
  return {
    slot,
    cadence: cadence * SLOT_MS,
    baseline: baselines.version(station, slot),
    variables,
    neighbours: stations.neighbours.of(station),
    compared: COMPARED,
  };
}

function flatLineRule(variable: Variable): FlatLineRule | null {
  const ofMany = flatLineLimits(variable, COMPARED);
  const ofFew = flatLineLimits(variable, 1);
  if (ofMany === null || ofFew === null) return null;
  return { slots: FLAT_RUN_SLOTS, reports: FEWEST_REPORTS, ofMany, ofFew };
}
