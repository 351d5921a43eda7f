import { deployLog } from '../../../ingest/log/kafka/deploy-log.ts';
import { readConfiguration } from '../../../schemas/configuration.ts';
import { HalcyonError } from '../../../schemas/errors.ts';
import { linesTo } from '../../../schemas/logger.ts';
import { printable } from '../../../schemas/printable.ts';
import { kafkaSettings } from '../../system/kafka-configuration.ts';
import type { CommandIo } from '../frame/command-frame.ts';

/** `halcyon log deploy`: registers the schemas and creates the topics of the log on Kafka. Safe to repeat. */
export async function logDeployCommand(io: CommandIo): Promise<number> {
  const settings = kafkaSettings(readConfiguration(io.environment));
  if (settings === null) {
    throw new HalcyonError(
      'invalid_configuration',
      'the log is embedded: there is nothing to deploy; KAFKA_BROKERS and SCHEMA_REGISTRY_URL should name brokers and registry',
    );
  }
  const say = (line: string) => io.stderr.write(`${printable(line)}\n`);
  const { created, differences } = await deployLog(settings, linesTo(say));
  io.stdout.write(`schemas registered at ${settings.registryUrl}\n`);
  io.stdout.write(created.length === 0 ? 'every topic is there\n' : `topics created: ${created.join(', ')}\n`);
  for (const line of differences) io.stdout.write(`${line}; it is left as it is\n`);
  return 0;
}
