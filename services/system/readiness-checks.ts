import type { EventLog } from '../../ingest/log/event-log.ts';
import { logAnswers } from '../pipeline/log-answers.ts';
import { checked, notNeeded, type ReadinessCheck } from '../telemetry/readiness-check.ts';
import { absent } from './absent.ts';
import { servesCatalogue, worksWithoutTimeSeries } from './chosen-parts.ts';
import type { OpenedParts } from './opened-parts.ts';
import type { AssemblyOptions } from './system-options.ts';

/** What tells how everything is that a process rests on, each time that it is asked. */
export function readinessChecks(
  options: Pick<AssemblyOptions, 'configuration' | 'parts' | 'opened'>,
  { pipeline, log, catalogue, audit, access, datasets }: OpenedParts,
): () => Promise<Record<string, ReadinessCheck>> {
  const { configuration, parts, opened } = options;
  const ofStore = (check: ReadinessCheck) => (worksWithoutTimeSeries(parts) ? notNeeded(check) : check);
  const ofCatalogue = (check: ReadinessCheck) => (servesCatalogue(parts) ? check : notNeeded(check));
  // Streams and alerts wait for the log while it is away, reads do not.
  const tellsFromLog = pipeline === null && parts.has('detection') && configuration.kafkaBrokers.length > 0;
  // Whether access can be controlled is asked by itself: that may go on without the catalogue for a while.
  const accessControl = access.check;
  return async () => ({
    ...(await pipeline?.checks()),
    ...(opened !== null && { time_series: ofStore(await checked(async () => `ClickHouse ${await opened.check()}`)) }),
    ...(catalogue !== null && {
      catalogue: ofCatalogue(
        await checked(async () => {
          const { product, version } = await catalogue.check();
          return `${product} ${version}`;
        }),
      ),
    }),
    ...(accessControl !== null && { access_control: await checked(accessControl) }),
    ...(tellsFromLog && {
      log: notNeeded(await checked(async () => logAnswers((await log()) ?? absent<EventLog>('log')))),
    }),
    ...(await datasets.checks()),
    ...(audit !== null && { audit: notNeeded(audit.check()) }),
  });
}
