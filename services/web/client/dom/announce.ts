/** How long a text stays in the live region [ms]: long enough to be read, short enough that the same text is news again. */
const STAYS_MS = 10_000;

/** Says something to whoever does not see the page: the live region of index.html reads it out when nothing else is said. */
export function announce(text: string): void {
  const region = document.querySelector('#announcements');
  if (region === null) return;
  const line = document.createElement('p');
  line.textContent = text;
  region.append(line);
  setTimeout(() => line.remove(), STAYS_MS);
}
