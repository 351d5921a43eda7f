import { setTimeout as sleep } from 'node:timers/promises';
import { type Configuration, readConfiguration, SETTINGS } from '../../schemas/configuration.ts';
import { HalcyonError, messageOf } from '../../schemas/errors.ts';
import type { Environment } from '../../schemas/settings.ts';
import { CHECKS } from './checks/registry.ts';
import { type Finding, wrong } from './installation/finding.ts';
import type { Check, Installation } from './installation/installation.ts';
import { LookedAtStore } from './opened-store.ts';
import { secretsOf, withoutSecrets } from './secrets.ts';

/** Longest that one check may take [ms]. */
const CHECK_MS = 60_000;

/**
 * Looks at an installation by every check, in their order. Settings that are wrong are named by a check of their own; the
 * others go by the defaults in their place.
 *
 * @param now current time, ms since the epoch
 * @returns what was found, without any secret of the settings
 */
export async function examine(environment: Environment, now: () => number): Promise<Finding[]> {
  const configuration = readableConfiguration(environment);
  const store = new LookedAtStore(configuration);
  const installation: Installation = { configuration, environment, now, store: () => store.opened() };
  try {
    const found = await Promise.all(CHECKS.map((check) => looked(check, installation)));
    const secrets = await secretsOf(configuration);
    return found.flat().map((finding) => withoutSecrets(finding, secrets));
  } finally {
    await store.close();
  }
}

/** The settings, those that are wrong left out. */
function readableConfiguration(environment: Environment): Configuration {
  const sound = { ...environment };
  for (const row of Object.values(SETTINGS)) {
    const given = environment[row.name];
    if (given !== undefined && given !== '' && row.read(given) === undefined) delete sound[row.name];
  }
  return readConfiguration(sound);
}

/** A check that fails has found that. */
async function looked(check: Check, installation: Installation): Promise<readonly Finding[]> {
  const late = sleep(CHECK_MS, null, { ref: false });
  try {
    const found = await Promise.race([check.look(installation), late]);
    const again = 'see what holds it up, and do it again';
    return found ?? [wrong(check.what, `no answer within ${CHECK_MS / 1000} s`, again)];
  } catch (error) {
    const remedy = error instanceof HalcyonError ? '' : 'this was not expected; please report it';
    return [wrong(check.what, messageOf(error), remedy)];
  }
}
