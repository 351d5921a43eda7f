import { readConfiguration, SETTINGS } from '../../../schemas/configuration.ts';
import { HalcyonError } from '../../../schemas/errors.ts';
import type { Environment } from '../../../schemas/settings.ts';
import { givenByPeople, nearestSetting, noSetting, unknownSettings } from '../../../schemas/unknown-settings.ts';
import { type Finding, ok, warning, wrong } from '../installation/finding.ts';
import type { Check } from '../installation/installation.ts';

const WHAT = 'settings';
/** So many letters apart a name is taken for a slip; shorter names of others lie closer together by chance. */
const SLIP = 2;
const SHORTEST_SLIP = 8;
const NAMES = Object.values(SETTINGS).map(({ name }) => name);

/** Values that are wrong, and names that nobody reads. */
export const settings: Check = {
  what: WHAT,
  look: async ({ environment }) => {
    const found = [...wrongValues(environment), ...strangeNames(environment)];
    if (found.length > 0) return found;
    const given = NAMES.filter((name) => (environment[name] ?? '') !== '').length;
    return [ok(WHAT, `${given} of ${NAMES.length} given, all of them readable`)];
  },
};

function wrongValues(environment: Environment): Finding[] {
  try {
    readConfiguration(environment);
    return [];
  } catch (error) {
    if (!(error instanceof HalcyonError)) throw error;
    return error.problems.map(({ msg }) => wrong(WHAT, msg, 'docs/configuration.md has all of them'));
  }
}

/** Names that begin as ours do and are none, and names of others that lie next to one of ours. */
function strangeNames(environment: Environment): Finding[] {
  const unknown = new Map(unknownSettings(environment).map(({ name, remedy }) => [name, remedy]));
  return givenByPeople(environment).flatMap((name) => {
    const remedy = unknown.get(name);
    if (remedy !== undefined) return [warning(WHAT, noSetting(name), remedy)];
    const { nearest, apart } = nearestSetting(name);
    // A letter more or less of a name that is in no dictionary of others.
    const slip = name.length >= SHORTEST_SLIP && apart <= SLIP && (environment[nearest] ?? '') === '';
    return slip ? [warning(WHAT, `${name} is given, which Halcyon does not read`, `${nearest} may be meant`)] : [];
  });
}
