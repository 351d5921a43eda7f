import type { Problem } from '../../schemas/errors.ts';
import type { Station } from '../../schemas/station.ts';
import { noIdentifier, noNetwork, readIdentifier, readNetwork } from './identifier.ts';
import { readRegistration } from './position.ts';
import { shown } from './refusal.ts';

/**
 * Reads the registration of a station: `id` (or `station_id`), `network`, `name` (or `station_name`), `latitude`,
 * `longitude`, `elevation`, `pressure_level`, `rain_interval`, `manufacturer`, `model`, `retired`. It is whole: what is not
 * given has its default, whatever an earlier registration said. Other fields are left alone.
 *
 * @param network of a registration that names none
 * @param updated ms since the epoch
 * @param loc where the registration stood, for the problems
 */
export function readStation(
  given: unknown,
  network: string,
  updated: number,
  loc: readonly (string | number)[],
): Station | Problem[] {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    const msg = `a station is ${shown(given)}, should be an object with id, latitude and longitude`;
    return [{ loc, msg, type: 'invalid_station' }];
  }
  const fields = given as Readonly<Record<string, unknown>>;
  const problems: Problem[] = [];
  const named = fields['network'];
  const inNetwork = named === undefined || named === null || named === '' ? network : readNetwork(named);
  if (inNetwork === undefined) problems.push({ loc: [...loc, 'network'], msg: noNetwork(named), type: 'invalid_id' });

  const idField = fields['id'] === undefined && fields['station_id'] !== undefined ? 'station_id' : 'id';
  const id = readIdentifier(fields[idField]);
  if (id === undefined) {
    problems.push({ loc: [...loc, idField], msg: noIdentifier(idField, fields[idField]), type: 'invalid_id' });
  }
  const registration = readRegistration(fields, id ?? '');
  if (Array.isArray(registration)) {
    for (const { field, message } of registration) {
      problems.push({ loc: [...loc, field], msg: message, type: 'invalid_position' });
    }
  }
  const retired = readRetired(fields['retired']);
  if (retired === undefined) {
    const msg = `retired is ${shown(fields['retired'])}, should be true or false`;
    problems.push({ loc: [...loc, 'retired'], msg, type: 'invalid_value' });
  }
  if (problems.length > 0 || inNetwork === undefined || id === undefined || Array.isArray(registration)) {
    return problems;
  }
  return { network: inNetwork, id, ...registration, retired: retired ?? false, updated };
}

/** CSV has no booleans, so their texts count too. */
function readRetired(given: unknown): boolean | undefined {
  if (given === undefined || given === null || given === '') return false;
  if (typeof given === 'boolean') return given;
  return given === 'true' ? true : given === 'false' ? false : undefined;
}
