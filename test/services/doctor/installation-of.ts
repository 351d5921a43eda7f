import { readConfiguration } from '../../../schemas/configuration.ts';
import type { Environment } from '../../../schemas/settings.ts';
import type { Finding } from '../../../services/doctor/installation/finding.ts';
import type { Check } from '../../../services/doctor/installation/installation.ts';
import { LookedAtStore } from '../../../services/doctor/opened-store.ts';

/** The clock of the checks, ms since the epoch: certificates that a test makes are good then. */
export const NOW = Date.now();

/** What one check finds of an installation, as lines: `wrong listening: ...; what to do`. */
export async function foundBy(check: Check, environment: Environment, now = () => NOW): Promise<string[]> {
  const configuration = readConfiguration(environment);
  const store = new LookedAtStore(configuration);
  try {
    const found = await check.look({ configuration, environment, now, store: () => store.opened() });
    return found.map(lineOf);
  } finally {
    await store.close();
  }
}

/** A finding on one line. */
export function lineOf({ gravity, what, detail, remedy }: Finding): string {
  return `${gravity} ${what}: ${detail}${remedy === '' ? '' : `; ${remedy}`}`;
}
