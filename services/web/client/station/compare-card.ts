import type { ThresholdsAnswer } from '../api/answers.ts';
import { dataPath } from '../data/data-request.ts';
import { announce } from '../dom/announce.ts';
import { element } from '../dom/element.ts';
import { problemLine, problemWords } from '../dom/problem-line.ts';
import { saveFile } from '../dom/save-file.ts';
import { message } from '../messages/message.ts';
import type { Context } from '../shell/context.ts';
import { type PickedStation, StationPicker } from '../stations/station-picker.ts';
import { isoOf } from '../time/moments.ts';
import { COMPARISON_MODES, type ComparisonMode } from './comparison.ts';
import type { Stretch } from './station-data.ts';

/** Neighbours that are compared at first: the nearest that the judgement asks. */
const AT_FIRST = 8;

/** What is compared, as the address has it. */
export interface Compared {
  readonly stations: readonly string[];
  readonly mode: ComparisonMode;
}

/** What the card is told, and tells. */
export interface CompareDependencies {
  readonly context: Context;
  /** What is shown now. */
  readonly stretch: () => Stretch;
  /** Others are compared, or otherwise. */
  readonly onChange: (compared: Compared) => void;
  /** Somebody wants to give a stretch a verdict without dragging; null for whom may not. */
  readonly onVerdict: (() => void) | null;
}

/** Which neighbours a station is compared with, and what can be done with that: a file, a link, a verdict. */
export class CompareCard {
  readonly root: HTMLElement;
  readonly #dependencies: CompareDependencies;
  readonly #picker: StationPicker;
  readonly #mode: HTMLSelectElement;
  readonly #said = element('span', { class: 'soft', role: 'status' });

  constructor(dependencies: CompareDependencies, stations: readonly PickedStation[], compared: Compared) {
    this.#dependencies = dependencies;
    const { network, station: own } = dependencies.stretch();
    const others = stations.filter(({ id }) => id !== own);
    this.#picker = new StationPicker(others, compared.stations, () => this.#changed());
    this.#mode = element(
      'select',
      { name: 'mode', on: { change: () => this.#changed() } },
      ...COMPARISON_MODES.map((mode) =>
        element('option', { value: mode, selected: mode === compared.mode }, message(`compare.${mode}`)),
      ),
    );
    const { onVerdict } = dependencies;
    const button = (label: string, click: () => void) => element('button', { type: 'button', on: { click } }, label);
    // Where nobody could be read, nobody is known to be missing.
    const sought = stations.length === 0 ? [] : compared.stations;
    const unknown = sought.filter((station) => !others.some(({ id }) => id === station));
    this.root = element(
      'section',
      { class: 'card compare', 'aria-label': message('compare.title') },
      element('h2', {}, message('compare.title')),
      ...unknown.map((station) => problemLine(new Error(message('compare.unknown', { station, network })))),
      this.#picker.root,
      element('label', { class: 'field' }, message('compare.mode'), this.#mode),
      element('p', { class: 'soft' }, message(onVerdict === null ? 'compare.text' : 'compare.text_drag')),
      element(
        'div',
        { class: 'row' },
        onVerdict !== null && button(message('compare.verdict'), onVerdict),
        button(message('report.csv'), () => void this.#download()),
        window.isSecureContext && button(message('compare.link'), () => void this.#copy()),
        this.#said,
      ),
    );
  }

  get compared(): Compared {
    const mode = COMPARISON_MODES.find((one) => one === this.#mode.value) ?? 'moved';
    return { stations: this.#picker.chosen.map(({ id }) => id), mode };
  }

  #changed(): void {
    this.#dependencies.onChange(this.compared);
  }

  async #download(): Promise<void> {
    const { api, left } = this.#dependencies.context;
    const { network, station, from, to } = this.#dependencies.stretch();
    const times = { from: isoOf(from), to: isoOf(to) };
    try {
      const asked = { network, ...times, flags: true, units: 'own', format: 'csv' } as const;
      const stations = [station, ...this.compared.stations].join(',');
      const bytes = await (await api.open(dataPath({ ...asked, station: stations }), {}, left)).blob();
      const file = `${[station, times.from.slice(0, 10), times.to.slice(0, 10)].join('_').replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')}.csv`;
      saveFile(bytes, file);
      this.#said.textContent = message('report.saved', { file });
    } catch (error) {
      if (!left.aborted) this.#said.textContent = problemWords(error);
    }
  }

  async #copy(): Promise<void> {
    await navigator.clipboard.writeText(window.location.href);
    this.#said.textContent = message('data.copied');
    announce(message('data.copied'));
  }
}

/** What is compared at first: what the address says, else the nearest neighbours that the judgement asks. */
export async function comparedAtFirst(
  { api, left }: Pick<Context, 'api' | 'left'>,
  { network, station, to }: Stretch,
  query: URLSearchParams,
): Promise<Compared> {
  const mode = query.get('as') === 'measured' ? 'measured' : 'moved';
  const named = (query.get('compare') ?? '').split(',').filter(Boolean);
  if (named.length > 0) return { stations: named, mode };
  const asked = new URLSearchParams({ network, time: isoOf(to) });
  const path = `/api/v1/stations/${encodeURIComponent(station)}/thresholds?${asked}`;
  const { neighbors } = await api.get<ThresholdsAnswer>(path, left).catch(() => ({ neighbors: [] }));
  return { stations: neighbors.slice(0, AT_FIRST).map(({ station_id }) => station_id), mode };
}
