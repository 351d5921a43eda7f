import { type Areas, partedAreas, stationsIn } from '../../../ingest/log/kafka/areas/parted-areas.ts';
import { deployLog } from '../../../ingest/log/kafka/deploy-log.ts';
import { readConfiguration } from '../../../schemas/configuration.ts';
import { HalcyonError } from '../../../schemas/errors.ts';
import { linesTo } from '../../../schemas/logger.ts';
import { printable } from '../../../schemas/printable.ts';
import { everyStation } from '../../stores/every-page.ts';
import { kafkaSettings } from '../../system/kafka-configuration.ts';
import type { CommandIo } from '../frame/command-frame.ts';
import { withStore } from '../frame/with-store.ts';

/**
 * `halcyon log deploy [--areas]`: registers the schemas, creates the topics of the log on Kafka, whose partitions are areas of
 * the registered stations where this is asked for, and alters those that are there as far as nothing is lost. Safe to repeat.
 */
export async function logDeployCommand({ areas }: { readonly areas: boolean }, io: CommandIo): Promise<number> {
  const settings = kafkaSettings(readConfiguration(io.environment));
  if (settings === null) {
    throw new HalcyonError(
      'invalid_configuration',
      'the log is embedded: there is nothing to deploy; KAFKA_BROKERS and SCHEMA_REGISTRY_URL should name brokers and registry',
    );
  }
  const say = (line: string) => io.stderr.write(`${printable(line)}\n`);
  const newAreas = (count: number) => areasOfStored(count, io);
  const { created, topics, inAreas } = await deployLog(settings, linesTo(say), areas ? newAreas : undefined);
  io.stdout.write(`schemas registered at ${settings.registryUrl}\n`);
  io.stdout.write(created.length === 0 ? 'every topic is there\n' : `topics created: ${created.join(', ')}\n`);
  if (inAreas !== null) io.stdout.write(`partitions are areas: ${inAreas} stations have theirs by where they are\n`);
  for (const line of [...topics.altered, ...topics.left]) io.stdout.write(`${line}\n`);
  return 0;
}

async function areasOfStored(count: number, io: CommandIo): Promise<Areas> {
  const areas = await withStore(io, (store) => partedAreas(everyStation(store), count));
  const stations = stationsIn(areas);
  if (stations >= count) return areas;
  throw new HalcyonError(
    'invalid_parameter',
    `the store has ${stations} stations: --areas should be of ${count} or more, one for each partition, as all that come later share the last ones`,
  );
}
