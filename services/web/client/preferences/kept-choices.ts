import { type Choices, readChoices } from './preferences.ts';

/** Where the choices are kept, in the browser. */
const KEPT_AS = 'halcyon-display';

/** What the reader has chosen in this browser. */
export function keptChoices(): Choices {
  try {
    return readChoices(localStorage.getItem(KEPT_AS));
  } catch {
    return readChoices(null);
  }
}

/** Keeps choices in this browser for the next time that the pages are loaded. */
export function keepChoices(choices: Choices): void {
  try {
    localStorage.setItem(KEPT_AS, JSON.stringify(choices));
  } catch {
    // Where nothing may be kept the pages stay as the browser has them.
  }
}
