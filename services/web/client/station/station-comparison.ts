import type { Variable } from '../../../../schemas/variables.ts';
import type { ObservationAnswer } from '../api/answers.ts';
import { element, refill } from '../dom/element.ts';
import { problemLine } from '../dom/problem-line.ts';
import { registeredStations } from '../map/registered-stations.ts';
import { message } from '../messages/message.ts';
import { isOffered } from '../session/allowed.ts';
import type { Context } from '../shell/context.ts';
import { HOUR_MS } from '../time/moments.ts';
import { CompareCard, comparedAtFirst } from './compare-card.ts';
import type { ComparisonMode } from './comparison.ts';
import { neighboursOf, type Stretch } from './station-data.ts';
import { type MarkedStretch, openStretchVerdict } from './stretch-form.ts';
import type { KnownStretch } from './stretch-verdict.ts';

/** What a comparison is of. */
export interface ComparisonDependencies {
  readonly context: Context;
  /** What is shown now, and what is known of it. */
  readonly stretch: () => Stretch;
  readonly known: () => KnownStretch;
  /** Something else is to be shown, or was said. */
  readonly onChange: () => void;
}

/** Neighbours beside a station, and verdicts on stretches of it: a part of its page. */
export class StationComparison {
  /** Begins it, and ends it. */
  readonly button: HTMLButtonElement;
  readonly root = element('div');
  readonly #dependencies: ComparisonDependencies;
  readonly #place = element('div');
  readonly #said = element('p', { class: 'card row', role: 'status', hidden: true });
  #card: CompareCard | null = null;
  #neighbours: readonly (readonly ObservationAnswer[])[] = [];

  constructor(dependencies: ComparisonDependencies) {
    this.#dependencies = dependencies;
    this.button = element(
      'button',
      { type: 'button', 'aria-pressed': 'false', on: { click: () => void this.toggle() } },
      message('compare.title'),
    );
    this.root.append(this.#place, this.#said);
  }

  /** What the charts show beside the station; null where it is not compared. */
  get shown(): {
    readonly neighbours: readonly (readonly ObservationAnswer[])[];
    readonly mode: ComparisonMode;
  } | null {
    return this.#card === null ? null : { neighbours: this.#neighbours, mode: this.#card.compared.mode };
  }

  /** What charts shade, in words; null where they do not. */
  get key(): string | null {
    const n = this.#neighbours.filter((observations) => observations.length > 0).length;
    return this.#card === null ? null : message('compare.key', { n });
  }

  /** Reads what the neighbours reported in a stretch. */
  async load(stretch: Stretch): Promise<void> {
    const { api, left } = this.#dependencies.context;
    const neighbours = await neighboursOf(api, stretch, this.#card?.compared.stations ?? [], left);
    if (stretch === this.#dependencies.stretch()) this.#neighbours = neighbours;
  }

  /** Adds what is compared to the query of an address. */
  keep(query: URLSearchParams): void {
    if (this.#card === null) return;
    const { stations, mode } = this.#card.compared;
    query.set('compare', stations.join(','));
    if (mode === 'measured') query.set('as', mode);
  }

  /** Gives the verdict on what is dragged over a chart; null where nobody may, or nothing is compared. */
  markOf(variable: Variable): ((from: number, to: number) => void) | null {
    if (this.#card === null || !isOffered(this.#dependencies.context.roles, 'curator')) return null;
    return (from, to) => this.#giveVerdict({ variable, from, to });
  }

  /** Shows the neighbours beside the station, or leaves them out again. */
  async toggle(): Promise<void> {
    const { context, stretch, onChange } = this.#dependencies;
    if (this.#card !== null) {
      this.#card = null;
      this.#neighbours = [];
      refill(this.#place);
    } else {
      const { left, roles } = context;
      this.button.setAttribute('aria-busy', 'true');
      const [compared, stations] = await Promise.all([
        comparedAtFirst(context, stretch(), new URLSearchParams(window.location.search)),
        registeredStations(context, stretch().network).catch(() => []),
      ]);
      this.button.removeAttribute('aria-busy');
      if (left.aborted) return;
      const lastHour = () => {
        const { to } = stretch();
        this.#giveVerdict({ variable: 'temp_out', from: to - HOUR_MS, to });
      };
      const onVerdict = isOffered(roles, 'curator') ? lastHour : null;
      this.#card = new CompareCard({ context, stretch, onChange, onVerdict }, stations, compared);
      refill(this.#place, this.#card.root);
    }
    this.button.setAttribute('aria-pressed', String(this.#card !== null));
    onChange();
  }

  #giveVerdict(marked: MarkedStretch): void {
    const { context, stretch, known, onChange } = this.#dependencies;
    openStretchVerdict(context.api, stretch(), marked, known(), (given) => {
      const undo = async () => {
        try {
          await given.undo();
          this.#said.hidden = true;
        } catch (error) {
          refill(this.#said, problemLine(error));
        }
        onChange();
      };
      const button = element('button', { type: 'button', on: { click: () => void undo() } }, message('calendar.undo'));
      refill(this.#said, element('span', {}, message('compare.given')), button);
      this.#said.hidden = false;
      onChange();
    });
  }
}
