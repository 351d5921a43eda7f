import { liveJudgement, readConfiguration } from '../../schemas/configuration.ts';
import type {
  JudgementConfiguration,
  SpatialMethodName,
  TemporalMethodName,
} from '../../schemas/judgement-configuration.ts';
import { VARIABLES, type Variable } from '../../schemas/variables.ts';
import type { FaultScores } from './fault-scores.ts';
import { InjectedHistory } from './injected-history.ts';
import { learntSpreads } from './learnt-spreads.ts';
import type { Piece } from './left-out.ts';
import { replaceForests, replaceSpreads, scaleSpreads } from './replaced-parts.ts';
import type { Part, Score, ScoringOptions } from './scoring.ts';
import { type HourRule, hourOf, stepsByHour } from './steps-by-hour.ts';
import type { TaughtForests } from './taught-forests.ts';
import type { WeatherRun } from './weather-scores.ts';

/** One injected folder judged in one way: plain JSON, so that it can be sent to a process of its own. */
export interface Run {
  readonly options: ScoringOptions;
  readonly folder: string;
  /** Stretches that are judged, of the folder's. */
  readonly segments: string;
  readonly temporalMethod: TemporalMethodName;
  readonly spatialMethod: SpatialMethodName;
  /** How many of the nearest neighbours are asked; all that are usually where it is not given. */
  readonly nearest?: number | undefined;
  readonly leftOut?: Piece | undefined;
  /** What the evidence is weighed by, where it is not as delivered. */
  readonly forests?: TaughtForests | undefined;
  /** Variables that the stations report, of those of the folder; all where it is not given. */
  readonly kept?: readonly Variable[] | undefined;
  /** Also scored by itself: what a check raised, each variable, the faults, or the weather events. */
  readonly also?: 'flat_line' | 'variables' | 'faults' | 'weather' | undefined;
  /** Stretches from which alone baselines are learnt, where it is not what came before each value. */
  readonly baselinesFrom?: string | undefined;
  /** How typical steps depend on the hour of day, where they do. */
  readonly byHour?: HourRule | undefined;
}

/** What the harness says of the verdicts at once and of the settled ones. */
export interface Verdicts<S = Score> {
  readonly first: S;
  readonly last: S;
}

/** What the harness says of a run: of all that it reported, and of what was to be scored by itself. */
export interface Scored extends Verdicts {
  readonly stuck?: Verdicts;
  readonly variables?: Readonly<Record<Variable, Verdicts>>;
  readonly faults?: Verdicts<FaultScores>;
  readonly weather?: Verdicts<WeatherRun>;
}

/** Judges and scores. Changes this process: a second run needs another one. */
export async function scoreRun(run: Run): Promise<Scored> {
  const { nearest, leftOut, forests, baselinesFrom, byHour } = run;
  let configuration: JudgementConfiguration = {
    ...liveJudgement(readConfiguration({})),
    temporalMethod: run.temporalMethod,
    spatialMethod: run.spatialMethod,
  };
  // What judges is imported when the modules that are replaced have been.
  const { leaveOut } = await import('./left-out.ts');
  const { wrapVerification } = await import('./wrapped-methods.ts');
  if (leftOut !== undefined) configuration = leaveOut(leftOut, configuration);
  if (forests !== undefined) replaceForests(forests);
  if (nearest !== undefined) {
    wrapVerification(
      ({ verify }) =>
        (question) =>
          verify({ ...question, neighbours: question.neighbours.slice(0, nearest) }),
    );
  }
  if (baselinesFrom !== undefined) {
    const spreads = await learntSpreads(new InjectedHistory(run.folder), baselinesFrom);
    replaceSpreads((station, variable) => spreads[station][variable]);
  }
  if (byHour !== undefined) {
    const ratios = await stepsByHour(new InjectedHistory(run.folder), run.segments, byHour);
    scaleSpreads((station, variable, slot) => ratios[station][variable][hourOf(slot)]);
  }
  const { Scoring } = await import('./scoring.ts');
  const scoring = new Scoring(run.options, run.folder);
  const { first, last } = await scoring.reported(run.folder, configuration, run.segments, run.kept);
  const verdicts = (part: Part = {}): Verdicts => ({
    first: scoring.score(first, part),
    last: scoring.score(last, part),
  });
  if (run.also === 'flat_line') return { ...verdicts(), stuck: verdicts({ check: 'flat_line' }) };
  if (run.also === 'faults') {
    const faults = { first: scoring.scoreFaults(first), last: scoring.scoreFaults(last) };
    return { ...verdicts(), faults };
  }
  if (run.also === 'weather') {
    const weather = { first: scoring.scoreWeather(first), last: scoring.scoreWeather(last) };
    return { ...verdicts(), weather };
  }
  if (run.also === undefined) return verdicts();
  const ofVariables = VARIABLES.map((variable) => [variable, verdicts({ variable })] as const);
  return { ...verdicts(), variables: Object.fromEntries(ofVariables) as Record<Variable, Verdicts> };
}
