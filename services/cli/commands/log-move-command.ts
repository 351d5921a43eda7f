import { planJudgement } from '../../../detectors/network/judgement-plan.ts';
import { openTwoLogs } from '../../../ingest/log/kafka/two-logs.ts';
import { liveJudgement, readConfiguration } from '../../../schemas/configuration.ts';
import { HalcyonError } from '../../../schemas/errors.ts';
import { linesTo } from '../../../schemas/logger.ts';
import { printable } from '../../../schemas/printable.ts';
import { moveLog } from '../../pipeline/move/move-log.ts';
import { partsAtWork } from '../../pipeline/move/parts-at-work.ts';
import { kafkaSettings } from '../../system/kafka-configuration.ts';
import type { CommandIo } from '../frame/command-frame.ts';
import { withStore } from '../frame/with-store.ts';

/** Parts that may begin on the new log before the move: they judge and store nothing. */
const MAY_BEGIN: readonly string[] = ['feed', 'detection'];

/** `halcyon log move --from PREFIX`: the work on that log goes on in the one that the settings name. */
export async function logMoveCommand({ from: prefix }: { readonly from: string }, io: CommandIo): Promise<number> {
  const configuration = readConfiguration(io.environment);
  const settings = kafkaSettings(configuration);
  if (settings === null) {
    throw new HalcyonError(
      'invalid_configuration',
      'the log is embedded: there is nothing to move; KAFKA_BROKERS and SCHEMA_REGISTRY_URL should name brokers and registry',
    );
  }
  if (prefix === settings.prefix) {
    throw new HalcyonError(
      'invalid_parameter',
      `--from is the log of the settings itself: HALCYON_KAFKA_PREFIX should be that of the new one, not ${JSON.stringify(prefix)}`,
    );
  }
  const say = (line: string) => io.stderr.write(`${printable(line)}\n`);
  const logs = await openTwoLogs(settings, prefix, io.now, linesTo(say));
  try {
    return await withStore(io, async (store) => {
      const { stations, rules, candidates, networks } = await moveLog({
        from: logs.from,
        to: logs.to,
        store,
        plan: planJudgement(liveJudgement(configuration)),
        workersFrom: async () => partsAtWork(await logs.readersFrom()),
        workersTo: async () => partsAtWork(await logs.readersTo()).filter((part) => !MAY_BEGIN.includes(part)),
        close: () => logs.mark(),
        signal: io.signal,
      });
      const names = `${JSON.stringify(prefix)} into ${JSON.stringify(settings.prefix)}`;
      io.stdout.write(`log ${names}: ${networks} networks, ${candidates} candidates whose verdicts are open, `);
      io.stdout.write(`${stations} records of stations, ${rules} of rules; ${JSON.stringify(prefix)} is closed\n`);
      return 0;
    });
  } finally {
    await logs.close();
  }
}
