import { distance } from 'fastest-levenshtein';
import { SETTINGS } from './configuration.ts';
import type { Environment } from './settings.ts';

/** A name of the environment that begins as Halcyon's settings do, and is none. */
export interface UnknownSetting {
  readonly name: string;
  /** The setting that may be meant, or where all of them are. */
  readonly remedy: string;
}

const OWN = 'HALCYON_';
/** What a name of ours may differ by and still be meant; of a short one, half of it. */
const MEANT = 4;
const NAMES = Object.values(SETTINGS).map(({ name }) => name);

/** What benchmarks, trials and the quality run of the project take; the commands that they start have it too. */
const OF_TEST_RUNS: readonly string[] = [
  'HALCYON_PEERS_STREAM',
  'HALCYON_PICTURES',
  'HALCYON_QUALITY_DATA',
  'HALCYON_QUALITY_HARNESS',
  'HALCYON_RESILIENCE_CLOCK',
];
/** What Kubernetes and links of Docker give the processes beside a service named halcyon. */
const OF_SERVICE_LINKS = /_SERVICE_(HOST|PORT)(_|$)|_PORT_\d+_(TCP|UDP|SCTP)(_|$)/;
const ADDRESS_OF_LINK = /^(tcp|udp|sctp):\/\//;

/** The settings that are given and that nobody reads. */
export function unknownSettings(environment: Environment): UnknownSetting[] {
  return givenByPeople(environment).flatMap((name) => {
    if (!name.startsWith(OWN)) return [];
    const meant = meantBy(name);
    return [{ name, remedy: meant === null ? 'docs/configuration.md has all there are' : `${meant} may be meant` }];
  });
}

/** The names of an environment that somebody may have set for us and that no setting has. What has an empty value is not given. */
export function givenByPeople(environment: Environment): string[] {
  const known = new Set([...NAMES, ...OF_TEST_RUNS]);
  return Object.entries(environment).flatMap(([name, value = '']) => {
    const isOfLinks = OF_SERVICE_LINKS.test(name) || ADDRESS_OF_LINK.test(value);
    return value === '' || known.has(name) || isOfLinks ? [] : [name];
  });
}

/** The setting that may be meant by a name of ours. Some settings have no prefix, such as PORT. */
function meantBy(name: string): string | null {
  const rest = name.slice(OWN.length);
  if (NAMES.some((one) => one === rest)) return rest;
  const { nearest, apart } = nearestSetting(name);
  return apart <= Math.min(MEANT, rest.length / 2) ? nearest : null;
}

/** The sentences in which a command warns of them. */
export function unknownSettingWarnings(environment: Environment): string[] {
  return unknownSettings(environment).map(({ name, remedy }) => `${noSetting(name)}; ${remedy}`);
}

/** What is wrong with a name that no setting has. */
export function noSetting(name: string): string {
  return `${name} is given, and no setting has this name`;
}

/** The setting whose name is nearest to another, and how many letters apart they are. */
export function nearestSetting(name: string): { readonly nearest: string; readonly apart: number } {
  const nearest = NAMES.reduce((best, one) => (distance(one, name) < distance(best, name) ? one : best));
  return { nearest, apart: distance(nearest, name) };
}
