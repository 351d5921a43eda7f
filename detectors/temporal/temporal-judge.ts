import { rainCountOf, rainIntervalOf } from '../../ingest/validation/rain-fields.ts';
import type { Candidate } from '../../schemas/anomaly.ts';
import type { Baseline } from '../../schemas/baseline.ts';
import type { Judgement, VariableJudgement } from '../../schemas/judgement.ts';
import type { JudgementTrace } from '../../schemas/judgement-trace.ts';
import type { Observation, Values } from '../../schemas/observation.ts';
import { SLOT_MS, slotOf, timeOfSlot } from '../../schemas/time.ts';
import { VARIABLE_INDEX, VARIABLES, type Variable } from '../../schemas/variables.ts';
import type { WindowReport } from '../../schemas/window-report.ts';
import type { BaselineBook } from '../baselines/baseline-book.ts';
import { TypicalSteps } from '../baselines/typical-steps.ts';
import { grossRangeReason } from '../checks/range-words.ts';
import type { QuestionThreads } from '../methods/packed-questions.ts';
import type { JudgementPlan } from '../network/judgement-plan.ts';
import type { NetworkStations } from '../network/network-stations.ts';
import { JudgedSettings } from '../rules/judged-settings.ts';
import { sevenDigits } from '../windows/seven-digits.ts';
import type { PutResult, WindowStore } from '../windows/window-store.ts';
import { DueReports } from './due-reports.ts';
import { ALL_LATE, NOT_SELECTED } from './fixed-judgements.ts';
import { ForeseenAnswers } from './foreseen-answers.ts';
import { BeyondLimits, StandingCandidates } from './noted-values.ts';
import { type Beyond, type Flagged, raisedCandidate, WITHIN, withdrawnCandidate } from './raised-candidate.ts';
import { ValueJudge } from './value-judge.ts';
import { ValueQuestions } from './value-questions.ts';

/** What a step found. */
export interface Findings {
  readonly judgements: readonly Judgement[];
  readonly candidates: readonly Candidate[];
  /** Places in `candidates` whose `actual` came from the 32-bit window: a late neighbour in time made an older value new. */
  readonly toRecall: readonly number[];
}

const RAIN = VARIABLE_INDEX.rain;
/** Stations whose baselines learn on with each observation: all of them do before half of a slot's have come. */
const TAUGHT_BY_EACH = 2;
/** Stations below which asking threads takes longer. */
const FEWEST_FORESEEN = 50;

/**
 * The temporal judgement of one network: keeps the windows, judges each value of every report against its station's recent
 * past and raises candidates. What it says of a report is a function of the window before its slot and of the reports just
 * before it: late, corrected and doubled reports lead to the same in any order, and an earlier candidate that no longer holds
 * is taken back.
 */
export class TemporalJudge {
  readonly #plan: JudgementPlan;
  readonly #stations: NetworkStations;
  readonly #windows: WindowStore;
  readonly #baselines: BaselineBook;
  readonly #steps: TypicalSteps;
  readonly #now: () => number;
  readonly #questions: ValueQuestions;
  readonly #values: ValueJudge;
  readonly #foreseen: ForeseenAnswers | null;
  readonly #settings: JudgedSettings;
  readonly #selected: readonly boolean[];
  readonly #due: DueReports;
  /** Records of this step by station, to report values as they came. */
  readonly #records = new Map<number, Observation[]>();
  readonly #standing = new StandingCandidates();
  /** What the report that is judged reads, as windows hold it. */
  readonly #report = new Float64Array(VARIABLES.length);
  readonly #beyond = new BeyondLimits();
  /** Observations since the last findings. */
  #accepted = 0;
  /** Newest slot that an observation was taken in for. */
  #newestTaken = Number.NEGATIVE_INFINITY;
  #judgements: Judgement[] = [];
  #watermark = Number.NEGATIVE_INFINITY;
  #inherited = Number.NEGATIVE_INFINITY;

  /**
   * @param scored whether values that pass are to have their score; where not, it may be null
   * @param threads that answer ahead of `findings` what `foresee` asks; null where there are none
   * @param trace is told how values are judged; null where nobody asks
   */
  constructor(
    plan: JudgementPlan,
    stations: NetworkStations,
    windows: WindowStore,
    baselines: BaselineBook,
    now: () => number,
    scored: boolean,
    threads: QuestionThreads | null = null,
    trace: JudgementTrace | null = null,
  ) {
    this.#plan = plan;
    this.#stations = stations;
    this.#windows = windows;
    this.#baselines = baselines;
    this.#steps = new TypicalSteps(baselines, plan.windowSlots);
    this.#now = now;
    this.#due = new DueReports(windows);
    this.#settings = new JudgedSettings(stations, plan.configuration.temporalMethod);
    const [settings, steps] = [this.#settings, this.#steps];
    const judged = { plan, windows, baselines, steps, settings };
    this.#questions = new ValueQuestions(judged);
    // What cannot be told to pass is too little to be handed out.
    const foresees = threads !== null && (scored || plan.method.surelyPasses === undefined);
    this.#foreseen = foresees ? new ForeseenAnswers(threads) : null;
    const [questions, foreseen] = [this.#questions, this.#foreseen];
    this.#values = new ValueJudge({ ...judged, stations, questions, foreseen, scored, trace });
    this.#selected = VARIABLES.map((variable) => plan.configuration.variables.includes(variable));
  }

  /** Newest slot the network has reached; -Infinity before the first. */
  get watermark(): number {
    return this.#watermark;
  }

  /** True where an observation of that slot still belongs into the windows. */
  inTime(slot: number): boolean {
    return slot >= this.#watermark - this.#plan.configuration.latenessSlots;
  }

  /** Takes an observation into the windows without judging it: history before what is asked. */
  warm(observation: Observation): void {
    const slot = slotOf(observation.time);
    const station = this.#stations.indexOf(observation.station);
    if (this.inTime(slot)) this.#put(station, slot, observation);
  }

  /**
   * Stored reports of a station are in the windows: these say only that a value is beyond the limits, the reports what it is.
   *
   * @param until slot that the network has reached: what is too old to be judged again is not kept
   */
  filled(station: number, reports: readonly WindowReport[], until: number): void {
    const first = timeOfSlot(until - this.#plan.configuration.latenessSlots) - SLOT_MS / 2;
    for (let k = reports.length - 1; k >= 0 && reports[k].time >= first; k--) {
      const { time, values } = reports[k];
      this.#noteBeyond(station, slotOf(time), time, values);
    }
  }

  /**
   * What a predecessor found up to a slot is not known here: where nothing stands there now, it is taken back, whether or
   * not there was anything. But a value that comes for the first time, after all that it is judged against, a predecessor
   * either has not judged or has judged alike.
   */
  inherit(slot: number): void {
    this.#inherited = Math.max(this.#inherited, slot);
  }

  /** Takes in an observation to be judged at the next `findings`. One that comes too late is marked so. */
  accept(observation: Observation): void {
    const slot = slotOf(observation.time);
    if (!this.inTime(slot)) {
      this.#markLate(observation, slot);
      return;
    }
    const station = this.#stations.indexOf(observation.station);
    const { time } = observation;
    const held = slot <= this.#inherited && this.#windows.readReport(station, slot, time, this.#report);
    const result = this.#put(station, slot, observation);
    if (result === 'too_old') this.#markLate(observation, slot);
    if (held && result !== 'same') this.#due.replaces(station, time);
    // What came before, in the windows already though nobody has judged it, changes what is judged after it all the same.
    if (result === 'stored' || (result === 'same' && slot <= this.#inherited)) this.#due.came(station, time, true);
    else if (result === 'beside') this.#due.came(station, time, false);
    else if (result === 'same') this.#due.cameAgain(station, time);
    const records = this.#records.get(station);
    this.#newestTaken = Math.max(this.#newestTaken, slot);
    this.#accepted++;
    if (records === undefined) this.#records.set(station, [observation]);
    else records.push(observation);
  }

  /** Has threads answer what `findings` is about to ask, where there are threads and enough to ask. */
  async foresee(): Promise<void> {
    const foreseen = this.#foreseen;
    if (foreseen === null || this.#due.count < FEWEST_FORESEEN) return;
    for (const station of this.#due.stations) {
      for (const time of this.#due.of(station, this.#newestJudged(station))) {
        const slot = slotOf(time);
        if (!this.#windows.readReport(station, slot, time, this.#report)) continue;
        const cadence = this.#questions.cadence(station, slot);
        for (let v = 0; v < VARIABLES.length; v++) {
          const value = this.#report[v];
          if (this.#selected[v] && Number.isFinite(value)) {
            foreseen.ask(this.#questions.about(station, v, slot, cadence, value));
          }
        }
      }
    }
    await foreseen.arrived();
  }

  /** Judges everything that is new since the last call, later values of a station with changed history too. */
  findings(): Findings {
    // What was judged before a rule for it came to be known, of reports ahead of the clock, is judged again.
    for (const { station: id, firstSlot } of this.#settings.news()) {
      const first = Math.max(firstSlot, this.#watermark - this.#plan.configuration.latenessSlots);
      this.#due.allFrom(this.#stations.indexOf(id), first);
    }
    const judgements = this.#judgements;
    const candidates: Candidate[] = [];
    const toRecall: number[] = [];
    for (const station of this.#due.stations) {
      for (const time of this.#due.of(station, this.#newestJudged(station))) {
        this.#judge(station, time, judgements, candidates, toRecall);
      }
    }
    this.#baselines.teachSome(TAUGHT_BY_EACH * this.#accepted);
    this.#accepted = 0;
    this.#due.clear();
    this.#records.clear();
    this.#foreseen?.forget();
    this.#judgements = [];
    return { judgements, candidates, toRecall };
  }

  /**
   * The network has reached a slot: what lies further back than the lateness is final. Findings are to be taken before.
   *
   * @returns the baselines of a day that has begun
   */
  advance(slot: number): Baseline[] {
    if (slot <= this.#watermark) return [];
    const baselines = this.#baselines.advance(slot, this.#stations.ids);
    this.#watermark = slot;
    const first = slot - this.#plan.configuration.latenessSlots;
    this.#standing.forgetBefore(first);
    this.#beyond.forgetBefore(first);
    return baselines;
  }

  /** Newest slot of a station to be judged: what the store had ahead of the log is in the windows, but judged when it comes. */
  #newestJudged(station: number): number {
    return Math.min(this.#windows.newest(station), Math.max(this.#watermark, this.#newestTaken));
  }

  #markLate({ station, time, received }: Observation, slot: number): void {
    this.#judgements.push(this.#judgement(station, slot, time, ALL_LATE, received));
  }

  #put(station: number, slot: number, { time, values, original }: Observation): PutResult {
    const result = this.#windows.put(station, slot, time, values, rainCountOf(original), rainIntervalOf(original));
    if (result !== 'too_old') this.#noteBeyond(station, slot, time, values);
    return result;
  }

  /** Keeps what of a report in the windows is beyond the limits. */
  #noteBeyond(station: number, slot: number, time: number, values: Values): void {
    if (!this.#windows.readReport(station, slot, time, this.#report)) return;
    this.#beyond.note(station, slot, time, values, this.#report);
  }

  /**
   * The value of the report that is judged. Rain is what fell in ten minutes by counts, as exact as they came, or by amounts
   * that add up; all else as it came where that is at hand.
   */
  #actual(station: number, v: number, slot: number, time: number, record: Observation | undefined): number {
    if (v === RAIN) {
      const inSlot = this.#windows.timeAt(station, slot) === time;
      const counted = inSlot ? this.#windows.countedRain(station, slot) : Number.NaN;
      if (!Number.isNaN(counted)) return counted;
      if (this.#windows.dense(station) !== null) return sevenDigits(this.#report[v]);
    }
    return record?.values[VARIABLES[v]] ?? this.#report[v];
  }

  #judge(station: number, time: number, judgements: Judgement[], candidates: Candidate[], toRecall: number[]): void {
    const slot = slotOf(time);
    if (!this.#windows.readReport(station, slot, time, this.#report)) return;
    const record = this.#records.get(station)?.findLast((observation) => observation.time === time);
    this.#values.begin(station, slot, time, this.#report);
    const variables = {} as Record<Variable, VariableJudgement>;
    for (let v = 0; v < VARIABLES.length; v++) {
      if (!this.#selected[v]) {
        variables[VARIABLES[v]] = NOT_SELECTED;
        continue;
      }
      variables[VARIABLES[v]] = this.#values.judge(v);
      const { raised } = this.#values;
      if (raised === null) this.#withdraw(station, v, slot, time, candidates);
      else if (this.#stands(station, v, slot, time, raised.inputs)) {
        const beyond = this.#beyond.at(station, v, slot, time);
        const actual = beyond ?? this.#actual(station, v, slot, time, record);
        if (record === undefined && beyond === undefined) toRecall.push(candidates.length);
        const flagged = this.#flagged(station, v, slot, time, actual);
        const usual = this.#settings.usual(station, slot, this.#steps.usual(station, slot));
        const limits = this.#beyondLimits(station, v, slot, actual, rainIntervalOf(record?.original ?? {}));
        candidates.push(raisedCandidate(flagged, raised, usual, this.#report, limits));
      }
    }
    judgements.push(this.#judgement(this.#stations.ids[station], slot, time, variables, record?.received ?? null));
  }

  #judgement(
    station: string,
    slot: number,
    time: number,
    variables: Record<Variable, VariableJudgement>,
    received: number | null,
  ): Judgement {
    const { network } = this.#stations;
    const configuration = this.#plan.identity;
    return { network, station, slot, time, configuration, variables, judged: this.#now(), received };
  }

  /** What is wrong with a value by its limits, for its candidate. */
  #beyondLimits(station: number, v: number, slot: number, actual: number, interval: number | null): Beyond {
    if (!this.#plan.configuration.checks.includes('gross_range')) return WITHIN;
    const fails = this.#report[v] === Number.POSITIVE_INFINITY;
    const limits = this.#stations.limitsOf(station, v, slot, fails ? interval : null);
    const beyond = grossRangeReason(VARIABLES[v], actual, limits, this.#stations.registered[station]);
    return beyond === '' ? WITHIN : { beyond, suspect: !fails };
  }

  /** Notes that a candidate stands; false where the very same was raised before. */
  #stands(station: number, v: number, slot: number, time: number, inputs: string): boolean {
    const same = this.#standing.inputsOf(station, v, slot, time) === inputs;
    if (same && !this.#due.isRepeated(station, time)) return false;
    this.#standing.put(station, v, slot, time, inputs);
    return true;
  }

  #withdraw(station: number, v: number, slot: number, time: number, candidates: Candidate[]): void {
    const inputs = this.#standing.inputsOf(station, v, slot, time);
    // A predecessor may have raised what is not known here, of other content or against another history.
    const elsewhere = slot <= this.#inherited && this.#due.hasChanged(station, time);
    if (inputs === undefined && !elsewhere) return;
    this.#standing.remove(station, v, slot, time);
    const value = this.#report[v];
    const flagged = this.#flagged(station, v, slot, time, Number.isFinite(value) ? value : 0);
    candidates.push(withdrawnCandidate(flagged, this.#plan.method.specification.name, inputs ?? ''));
  }

  #flagged(station: number, v: number, slot: number, time: number, actual: number): Flagged {
    const { network, ids } = this.#stations;
    return { network, station: ids[station], variable: VARIABLES[v], slot, time, actual };
  }
}
