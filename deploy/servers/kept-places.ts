import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HalcyonError } from '../../schemas/errors.ts';
import { type BrokerPorts, freeBrokerPorts } from './kafka-server.ts';
import { freePort } from './server-process.ts';

/** Where the servers of a folder listen, and their password: the same at every start, so that settings stay right. */
export interface KeptPlaces {
  readonly brokers: readonly BrokerPorts[];
  readonly registry: number;
  readonly postgres: number;
  readonly timeSeries: number;
  readonly s3: number;
  readonly password: string;
}

const FILE = 'servers.json';

/**
 * The places that a folder keeps, made where it keeps none. A port that somebody else has taken meanwhile is changed.
 *
 * @param brokers how many are wanted; undefined: as many as there were, 1 at first
 * @throws HalcyonError `invalid_parameter` where the folder holds another number of brokers
 */
export async function keptPlaces(folder: string, brokers: number | undefined): Promise<KeptPlaces> {
  const before = placesBefore(folder);
  const count = brokers ?? before?.brokers.length ?? 1;
  if (before !== null && before.brokers.length !== count) {
    throw new HalcyonError(
      'invalid_parameter',
      `${folder} holds the data of ${before.brokers.length} broker(s), --brokers asks for ${count}: leave it out, or choose another --folder`,
    );
  }
  const ports: BrokerPorts[] = [];
  while (ports.length < count) ports.push(await freeBrokerPorts(before?.brokers[ports.length]));
  const places: KeptPlaces = {
    brokers: ports,
    registry: await freePort(before?.registry),
    postgres: await freePort(before?.postgres),
    timeSeries: await freePort(before?.timeSeries),
    s3: await freePort(before?.s3),
    password: before?.password ?? randomBytes(16).toString('hex'),
  };
  writeFileSync(join(folder, FILE), `${JSON.stringify(places, null, 2)}\n`, { mode: 0o600 });
  return places;
}

function placesBefore(folder: string): KeptPlaces | null {
  const path = join(folder, FILE);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return null;
  }
  try {
    return JSON.parse(text) as KeptPlaces;
  } catch (cause) {
    throw new HalcyonError('invalid_parameter', `${path} cannot be read: choose another --folder, or remove this one`, {
      cause,
    });
  }
}
