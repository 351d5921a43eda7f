/** An element of index.html. @throws Error where the page has none */
export function found(selector: string): HTMLElement {
  const place = document.querySelector<HTMLElement>(selector);
  if (place === null) throw new Error(`index.html has no ${selector}`);
  return place;
}
