import { VARIABLES } from '../../schemas/variables.ts';
import type { BaselineBook } from '../baselines/baseline-book.ts';
import type { TypicalSteps } from '../baselines/typical-steps.ts';
import { newQuestion, type Question } from '../methods/temporal-method.ts';
import { reportBefore } from '../neighbours/own-course.ts';
import { History } from '../network/history.ts';
import type { JudgementPlan } from '../network/judgement-plan.ts';
import type { JudgedSettings } from '../rules/judged-settings.ts';
import type { WindowStore } from '../windows/window-store.ts';

/** What questions are made of. */
export interface ValueQuestionsDependencies {
  readonly plan: JudgementPlan;
  readonly windows: WindowStore;
  readonly baselines: BaselineBook;
  readonly steps: TypicalSteps;
  readonly settings: JudgedSettings;
}

/** Puts the questions about values of the windows. There is one question, and its histories, that the next writes again. */
export class ValueQuestions {
  readonly #dependencies: ValueQuestionsDependencies;
  readonly #history: History;
  readonly #question = newQuestion();
  /** The last two reports before a value. */
  readonly #lastTwo = new Float64Array(2);

  constructor(dependencies: ValueQuestionsDependencies) {
    this.#dependencies = dependencies;
    this.#history = new History(dependencies.windows, dependencies.plan.windowSlots);
  }

  /** Slots between two reports of a station around a slot. */
  cadence(station: number, slot: number): number {
    return this.#history.cadence(station, slot);
  }

  /** The question about a value, by what is set or usual at the station. */
  about(station: number, v: number, slot: number, cadence: number, value: number): Question {
    const { plan, steps, settings } = this.#dependencies;
    const set = settings.at(station, v, slot);
    const question = this.#question;
    question.history = this.#history.before(station, v, slot, cadence);
    question.cadence = cadence;
    question.value = value;
    question.variable = VARIABLES[v];
    question.floor = set?.floor ?? steps[plan.flagsFrom](station, v, slot, cadence);
    question.threshold = set?.threshold ?? plan.threshold;
    return question;
  }

  /** The same question where the change since the report before judges in place of the method, whenever that report came. */
  aboutStep(station: number, v: number, slot: number, cadence: number): Question {
    const { plan, steps, settings, windows } = this.#dependencies;
    const last = reportBefore(windows, station, v, slot);
    const second = last === null ? null : reportBefore(windows, station, v, last);
    this.#lastTwo[0] = second === null ? Number.NaN : windows.value(station, v, second);
    this.#lastTwo[1] = last === null ? Number.NaN : windows.value(station, v, last);
    this.#question.history = this.#lastTwo;
    this.#question.floor = settings.at(station, v, slot)?.floor ?? steps[plan.stepFlagsFrom](station, v, slot, cadence);
    return this.#question;
  }

  /** The question what was expected where a value is impossible, as if the middle of what is possible had come. */
  aboutImpossible(station: number, v: number, slot: number, cadence: number, middle: number): Question {
    const { plan, steps, settings } = this.#dependencies;
    const question = this.#question;
    question.history = this.#history.before(station, v, slot, cadence);
    question.cadence = cadence;
    question.value = question.history.findLast((value) => !Number.isNaN(value)) ?? middle;
    question.variable = VARIABLES[v];
    question.floor = settings.at(station, v, slot)?.floor ?? steps.floor(station, v, slot);
    question.threshold = plan.threshold;
    return question;
  }
}
