import { packagedElement } from '../../../schemas/elements/packaged-elements.ts';
import type { Observation } from '../../../schemas/observation.ts';
import { VARIABLES, WEATHER_VARIABLES } from '../../../schemas/variables.ts';

const KEPT = VARIABLES.slice(WEATHER_VARIABLES);

/** The elements beyond the five that observations have: those that this process keeps, and packaged ones among what is not judged. */
export class SeenElements {
  readonly #names = new Set<string>();
  /** Names of what is not judged that were looked at: each is looked up once. */
  readonly #looked = new Set<string>();

  note({ values, extras }: Pick<Observation, 'values' | 'extras'>): void {
    for (const name of KEPT) if (values[name] !== null) this.#names.add(name);
    for (const name in extras) {
      if (this.#looked.has(name) || typeof extras[name] !== 'number') continue;
      this.#looked.add(name);
      const element = packagedElement(name);
      if (element !== undefined) this.#names.add(element.name);
    }
  }

  /** In the order of the alphabet. */
  names(): string[] {
    return [...this.#names].sort();
  }
}
