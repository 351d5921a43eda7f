import { element, refill } from '../dom/element.ts';
import { problemWords } from '../dom/problem-line.ts';
import { message } from '../messages/message.ts';
import type { Context } from '../shell/context.ts';
import {
  EDGE_TYPES,
  NODE_TYPES,
  nameOf,
  node,
  type Pattern,
  type PatternEdge,
  type PatternNode,
  renamed,
  withoutNode,
} from './pattern-graph.ts';
import { patternPicture, type WrongPlaces } from './pattern-picture.ts';
import { problemPlace } from './problem-place.ts';

/** So long nobody has changed anything before a pattern is validated [ms]. */
const STILL_MS = 350;

const NOTHING_WRONG: WrongPlaces = { nodes: new Set(), edges: new Set() };

/** A pattern as lists of nodes and edges beside its picture; what the validation says stands at the node or edge that it is of. */
export class PatternEditor {
  readonly root: HTMLElement;
  readonly #context: Context;
  readonly #picture = element('div', {
    class: 'pattern-frame',
    tabindex: '0',
    role: 'group',
    'aria-label': message('patterns.one'),
  });
  readonly #nodes = element('ol', { class: 'pattern-rows' });
  readonly #edges = element('ol', { class: 'pattern-rows' });
  readonly #state = element('p', { class: 'soft', role: 'status' });
  readonly #whole = element('ul', { class: 'problem', hidden: true });
  readonly #json = element('textarea', { name: 'json', rows: 10, spellcheck: 'false' });
  readonly #jsonProblem = element('p', { class: 'problem', role: 'alert', hidden: true });
  #pattern: Pattern;
  #wrong: WrongPlaces = NOTHING_WRONG;
  #waiting: ReturnType<typeof setTimeout> | undefined;

  constructor(context: Context, pattern: Pattern) {
    this.#context = context;
    this.#pattern = pattern;
    const add = (label: string, click: () => void) =>
      element('p', {}, element('button', { type: 'button', on: { click } }, label));
    this.root = element(
      'div',
      { class: 'pattern-editor' },
      this.#picture,
      this.#state,
      this.#whole,
      element('h3', {}, message('patterns.nodes')),
      this.#nodes,
      add(message('patterns.add_node'), () => this.#addNode()),
      element('h3', {}, message('patterns.edges')),
      this.#edges,
      add(message('patterns.add_edge'), () => this.#addEdge()),
      element(
        'details',
        {},
        // As it opens: what is typed at once is not replaced.
        element('summary', { on: { click: () => this.#showJson() } }, message('patterns.json')),
        element('label', { class: 'field' }, message('patterns.json_text'), this.#json),
        this.#jsonProblem,
        add(message('patterns.json_take'), () => this.#takeJson()),
      ),
    );
    context.left.addEventListener('abort', () => clearTimeout(this.#waiting));
    this.#showRows();
    this.#show([]);
    void this.#validate();
  }

  get pattern(): Pattern {
    return this.#pattern;
  }

  #change(pattern: Pattern): void {
    this.#pattern = pattern;
    this.#draw();
    clearTimeout(this.#waiting);
    this.#state.textContent = message('patterns.validating');
    this.#waiting = setTimeout(() => void this.#validate(), STILL_MS);
  }

  /** The pattern has other nodes or edges. */
  #rebuild(pattern: Pattern): void {
    this.#change(pattern);
    this.#showRows();
    this.#show([]);
  }

  async #validate(): Promise<void> {
    const { api, left } = this.#context;
    const pattern = this.#pattern;
    try {
      const { errors } = await api.send<{ errors: string[] }>('POST', '/api/v1/aps/validate?edges=typed', pattern);
      // Somebody may have gone on meanwhile.
      if (left.aborted || pattern !== this.#pattern) return;
      this.#show(errors);
      this.#state.textContent =
        errors.length === 0 ? message('patterns.valid') : message('patterns.invalid', { n: errors.length });
    } catch (error) {
      if (left.aborted || pattern !== this.#pattern) return;
      this.#state.textContent = problemWords(error);
    }
  }

  /** Shows the picture, and what is wrong at its place. */
  #show(errors: readonly string[]): void {
    const placed = errors.map((text) => ({ text, place: problemPlace(text, this.#pattern) }));
    const at = (kind: 'node' | 'edge', index: number) =>
      placed.filter(({ place }) => place?.kind === kind && place.index === index).map(({ text }) => text);
    const sets = { nodes: new Set<number>(), edges: new Set<number>() };
    for (const [kind, rows, wrong] of [
      ['node', this.#nodes, sets.nodes],
      ['edge', this.#edges, sets.edges],
    ] as const) {
      for (const [k, row] of [...rows.children].entries()) {
        const found = at(kind, k);
        if (found.length > 0) wrong.add(k);
        const line = row.querySelector<HTMLElement>('.problem');
        if (line === null) continue;
        line.textContent = found.join(' ');
        line.hidden = found.length === 0;
      }
    }
    const whole = placed.filter(({ place }) => place === null);
    this.#whole.hidden = whole.length === 0;
    refill(this.#whole, ...whole.map(({ text }) => element('li', {}, text)));
    this.#wrong = sets;
    this.#draw();
  }

  #draw(): void {
    const choose = (k: number) => this.#nodes.children[k]?.querySelector('input')?.focus();
    refill(this.#picture, patternPicture(this.#pattern, this.#wrong, choose));
  }

  #showRows(): void {
    refill(this.#nodes, ...this.#pattern.nodes.map((one, k) => this.#nodeRow(one, k)));
    this.#showEdges();
  }

  #showEdges(): void {
    refill(this.#edges, ...this.#pattern.edges.map((edge, k) => this.#edgeRow(edge, k)));
  }

  #nodeRow(one: PatternNode, k: number): HTMLElement {
    const n = k + 1;
    const put = (changed: PatternNode) =>
      this.#change({ ...this.#pattern, nodes: this.#pattern.nodes.with(k, changed) });
    const type = choice(message('patterns.type_of', { n }), NODE_TYPES, one.labels[0] ?? '', (value) => {
      const now = this.#pattern.nodes[k];
      put({ ...now, labels: [value, ...now.labels.slice(1)] });
    });
    const name = element('input', {
      type: 'text',
      'aria-label': message('patterns.name_of', { n }),
      placeholder: message('datasets.name'),
      value: nameOf(one),
      on: { input: () => put(renamed(this.#pattern.nodes[k], name.value)) },
    });
    // It has the other name at its edges too.
    name.addEventListener('change', () => {
      this.#showEdges();
      this.#change(this.#pattern);
    });
    const remove = () => this.#rebuild(withoutNode(this.#pattern, one.id));
    return row(type, name, removal(message('patterns.remove_node', { n }), remove));
  }

  #edgeRow(edge: PatternEdge, k: number): HTMLElement {
    const n = k + 1;
    const put = (changed: Partial<PatternEdge>) =>
      this.#change({
        ...this.#pattern,
        edges: this.#pattern.edges.with(k, { ...this.#pattern.edges[k], ...changed }),
      });
    const ends = this.#pattern.nodes.map((one, at) => [one.id, `${at + 1} ${nameOf(one) || one.labels[0]}`] as const);
    const end = (side: 'from' | 'to', label: string) =>
      choice(label, ends, edge[side], (value) => put({ [side]: value }));
    const remove = () =>
      this.#rebuild({ ...this.#pattern, edges: this.#pattern.edges.filter((_, other) => other !== k) });
    return row(
      end('from', message('patterns.from_of', { n })),
      choice(message('patterns.edge_type_of', { n }), EDGE_TYPES, edge.labels[0] ?? '', (value) =>
        put({ labels: [value, ...edge.labels.slice(1)] }),
      ),
      end('to', message('patterns.to_of', { n })),
      removal(message('patterns.remove_edge', { n }), remove),
    );
  }

  #addNode(): void {
    this.#rebuild({ ...this.#pattern, nodes: [...this.#pattern.nodes, node('sc:Dataset')] });
    this.#nodes.lastElementChild?.querySelector('select')?.focus();
  }

  #addEdge(): void {
    const { nodes, edges } = this.#pattern;
    const [first] = nodes;
    const last = nodes.at(-1);
    if (first === undefined || last === undefined) return;
    this.#rebuild({ ...this.#pattern, edges: [...edges, { from: first.id, to: last.id, labels: ['input'] }] });
    this.#edges.lastElementChild?.querySelector('select')?.focus();
  }

  #showJson(): void {
    this.#json.value = JSON.stringify(this.#pattern, null, 2);
  }

  #takeJson(): void {
    try {
      const { nodes, edges, ...rest } = JSON.parse(this.#json.value) as Partial<Pattern>;
      if (!isList(nodes, ['id']) || !isList(edges, ['from', 'to'])) throw new Error(message('patterns.json_wrong'));
      this.#jsonProblem.hidden = true;
      this.#rebuild({ ...rest, nodes, edges });
    } catch (error) {
      this.#jsonProblem.textContent = problemWords(error);
      this.#jsonProblem.hidden = false;
    }
  }
}

/** True for a list of objects that have labels and some texts. */
function isList<T extends PatternNode | PatternEdge>(
  list: readonly T[] | undefined,
  texts: readonly string[],
): list is T[] {
  return (
    Array.isArray(list) &&
    list.every((one: unknown) => {
      const { labels, ...fields } = Object(one) as Readonly<Record<string, unknown>>;
      return Array.isArray(labels) && texts.every((name) => typeof fields[name] === 'string');
    })
  );
}

function row(...fields: readonly HTMLElement[]): HTMLElement {
  return element(
    'li',
    {},
    element('div', { class: 'row' }, ...fields),
    element('p', { class: 'problem', hidden: true }),
  );
}

function removal(label: string, click: () => void): HTMLElement {
  return element('button', { type: 'button', class: 'icon', 'aria-label': label, on: { click } }, '×');
}

/** A choice among some values, and that which is there already. */
function choice(
  label: string,
  options: readonly (string | readonly [value: string, text: string])[],
  chosen: string,
  onChange: (value: string) => void,
): HTMLSelectElement {
  const pairs = options.map((option) => (typeof option === 'string' ? ([option, option] as const) : option));
  const all = pairs.some(([value]) => value === chosen) ? pairs : [[chosen, chosen] as const, ...pairs];
  const select = element(
    'select',
    { 'aria-label': label, on: { change: () => onChange(select.value) } },
    ...all.map(([value, text]) => element('option', { value, selected: value === chosen }, text)),
  );
  return select;
}
