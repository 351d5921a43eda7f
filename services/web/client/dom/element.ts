/** What may stand in an element: text is always text, never HTML. */
export type Child = Node | string | number | null | undefined | false;

/** Attributes by name; `on` holds listeners, false and null leave an attribute out, true sets it without a value. */
export interface Attributes {
  readonly on?: Readonly<Record<string, (event: Event) => void>>;
  readonly [name: string]: unknown;
}

/** An element with its attributes and what stands in it. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  apply(made, attributes);
  fill(made, children);
  return made;
}

/** The same in SVG's name space. */
export function drawing<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): SVGElementTagNameMap[K] {
  const made = document.createElementNS('http://www.w3.org/2000/svg', tag);
  apply(made, attributes);
  fill(made, children);
  return made;
}

/** Puts other children in the place of those that an element has. */
export function refill(parent: Element, ...children: readonly Child[]): void {
  parent.replaceChildren();
  fill(parent, children);
}

function apply(made: Element, { on = {}, ...attributes }: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    made.setAttribute(name, value === true ? '' : String(value));
  }
  for (const [type, listener] of Object.entries(on)) made.addEventListener(type, listener);
}

function fill(parent: Element, children: readonly Child[]): void {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    parent.append(typeof child === 'number' ? String(child) : child);
  }
}
