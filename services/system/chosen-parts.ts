import type { Configuration } from '../../schemas/configuration.ts';
import { HalcyonError } from '../../schemas/errors.ts';
import { PARTS, type Part, PIPELINE_PARTS, servesMore } from '../../schemas/parts.ts';

/** Every part that this version has: what one process runs without `--only`. */
export const WHOLE: ReadonlySet<Part> = new Set(PARTS);

/**
 * The parts of a list such as `temporal,spatial`; all of them where none is given.
 *
 * @throws HalcyonError `invalid_parameter` for a name that is none
 */
export function chosenParts(only: string | undefined): ReadonlySet<Part> {
  if (only === undefined) return WHOLE;
  const names = only
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  const known: readonly string[] = PARTS;
  const expected = `should be a list of: ${PARTS.join(', ')}`;
  if (names.length === 0) throw new HalcyonError('invalid_parameter', `--only names no part, ${expected}`);
  for (const name of names) {
    if (known.includes(name)) continue;
    throw new HalcyonError('invalid_parameter', `--only names '${name}', which is no part; ${expected}`);
  }
  return new Set(names as Part[]);
}

/** Parts that do not work on the time series: identity and patterns are in the catalogue, web has files only. */
const WITHOUT_TIME_SERIES: ReadonlySet<Part> = new Set(['identity', 'patterns', 'web']);

/** True where a part works on the time series. */
export function needsTimeSeries(parts: ReadonlySet<Part>): boolean {
  return [...parts].some((part) => !WITHOUT_TIME_SERIES.has(part));
}

/** Parts that write it or answer from it; the others of the pipeline go on with what they have while it is away. */
const ON_TIME_SERIES: ReadonlySet<Part> = new Set(['sink', 'detection', 'datasets']);

/** True where a process with these parts can do its work while the time series is away. */
export function worksWithoutTimeSeries(parts: ReadonlySet<Part>): boolean {
  return ![...parts].some((part) => ON_TIME_SERIES.has(part));
}

/** Parts whose services are over the catalogue. */
const CATALOGUED: readonly Part[] = ['detection', 'identity', 'datasets', 'patterns'];

/** True where services of these parts are over the catalogue. */
export function servesCatalogue(parts: ReadonlySet<Part>): boolean {
  return CATALOGUED.some((part) => parts.has(part));
}

/** True where a process with these parts needs the catalogue: for the services over it, for the keys and revocations. */
export function needsCatalogue(parts: ReadonlySet<Part>, { auth, authIssuer }: Configuration): boolean {
  if (servesCatalogue(parts)) return true;
  return servesMore(parts) && auth === 'required' && authIssuer === '';
}

/**
 * Refuses a process that could not know whose tokens to trust.
 *
 * @throws HalcyonError `invalid_configuration`
 */
export function assertIssuer(configuration: Configuration, parts: ReadonlySet<Part>): void {
  const { auth, authIssuer, publicUrl } = configuration;
  if (auth === 'off' || authIssuer !== '' || publicUrl !== '' || parts.has('identity') || !servesMore(parts)) return;
  throw new HalcyonError(
    'invalid_configuration',
    'HALCYON_AUTH is required and the identity service runs in another process: set HALCYON_PUBLIC_URL as there, or HALCYON_AUTH_ISSUER',
  );
}

/**
 * Refuses a part of the pipeline by itself where the log is in the memory of one process.
 *
 * @throws HalcyonError `invalid_configuration`
 */
export function assertReachable(parts: ReadonlySet<Part>, { kafkaBrokers }: Configuration): void {
  if (kafkaBrokers.length > 0) return;
  const here = PIPELINE_PARTS.filter((part) => parts.has(part));
  if (here.length === 0 || here.length === PIPELINE_PARTS.length) return;
  throw new HalcyonError(
    'invalid_configuration',
    `--only leaves out ${PIPELINE_PARTS.filter((part) => !parts.has(part)).join(', ')}, but the embedded log is in the memory of one process and others cannot reach it: set KAFKA_BROKERS and SCHEMA_REGISTRY_URL, or run ${PIPELINE_PARTS.join(', ')} together`,
  );
}
