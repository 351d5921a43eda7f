import type { ValueUnderFault } from '../../schemas/assessment.ts';
import type { Fault } from '../../schemas/fault.ts';
import { FLAG } from '../../schemas/judgement.ts';
import type { FaultStep, JudgedStep, JudgementStep, JudgementTrace, Tell } from '../../schemas/judgement-trace.ts';
import type { Variable } from '../../schemas/variables.ts';

/** Which value is traced; the time of its report in ms since the epoch. */
export interface TracedPlace {
  readonly station: string;
  readonly variable: Variable;
  readonly time: number;
}

/** A look at the candidate. */
interface Look {
  readonly known: number;
  readonly steps: JudgementStep[];
}

/**
 * Gathers the steps of the judgement of one value. A value that is judged again, or a candidate that is looked at again, is
 * told of once: by the last judgement, and by the look that knows most.
 */
export class TracedValue implements JudgementTrace {
  readonly #place: TracedPlace;
  #temporal: JudgementStep[] = [];
  #isJudged = false;
  readonly #looks: Look[] = [];
  /** The step by which a value turned out to be the return from a fault; it comes after all looks. */
  readonly #after: JudgementStep[] = [];
  /** By the id of the fault. */
  readonly #faults = new Map<string, FaultStep>();

  constructor(place: TracedPlace) {
    this.#place = place;
  }

  tellOf(station: string, variable: Variable, time: number): Tell | null {
    const place = this.#place;
    return time === place.time && variable === place.variable && station === place.station ? this.#take : null;
  }

  /** The steps of the temporal judgement, in order. */
  get temporal(): readonly JudgementStep[] {
    return this.#temporal;
  }

  /** How the value was judged by its station's past; null where it was not looked at. */
  get judged(): JudgedStep | null {
    return this.#temporal.find((step) => step.step === 'judged') ?? null;
  }

  /** The steps of the look at the candidate that knew most, in order. */
  get spatial(): readonly JudgementStep[] {
    const [first] = this.#looks;
    if (first === undefined) return [];
    const most = this.#looks.reduce((best, look) => (look.known >= best.known ? look : best), first);
    return [...most.steps, ...this.#after];
  }

  /** What some faults of hours say of the value, those that say that it is wrong. */
  under(faults: readonly Fault[]): ValueUnderFault[] {
    return faults.flatMap(({ id }) => {
      const said = this.#faults.get(id);
      if (said === undefined || said.flag === FLAG.pass) return [];
      const { faultId, flag, estimate, uncertainty } = said;
      return [{ faultId, flag, estimate, uncertainty }];
    });
  }

  readonly #take = (step: JudgementStep): void => {
    if (step.step === 'fault') this.#faults.set(step.faultId, step);
    else if (step.step === 'look') this.#looks.push({ known: step.known, steps: [step] });
    else if (step.step === 'rule' && step.rule === 'returns_from_fault') this.#after.splice(0, 1, step);
    else if (step.step === 'rule' || step.step === 'verification') this.#looks.at(-1)?.steps.push(step);
    else {
      if (this.#isJudged) this.#temporal = [];
      this.#isJudged = step.step === 'judged';
      this.#temporal.push(step);
    }
  };
}
