import type { RegisteringIntake } from '../../ingest/intake.ts';
import { readStation } from '../../ingest/validation/station-fields.ts';
import { HalcyonError } from '../../schemas/errors.ts';
import type { Station } from '../../schemas/station.ts';
import { NamedStations } from '../stations/named-stations.ts';

/**
 * Registers stations, all or none, in the order given.
 *
 * @param network of registrations that name none
 * @throws HalcyonError `invalid_parameter` with a problem for each thing refused; nothing is registered then
 */
export async function registerAll(
  intake: RegisteringIntake,
  network: string,
  registrations: readonly unknown[],
): Promise<Station[]> {
  const named = new NamedStations();
  const problems = registrations.flatMap((registration, index) => {
    const station = readStation(registration, network, 0, ['body', index]);
    return Array.isArray(station) ? station : named.add(station, ['body', index]);
  });
  if (problems.length > 0) {
    const said = problems.map((problem) => problem.msg).join('; ');
    throw new HalcyonError('invalid_parameter', said, { problems });
  }
  const results = await intake.registerStations(network, registrations);
  return results.flatMap((result) => (result.status === 'registered' ? [result.station] : []));
}
