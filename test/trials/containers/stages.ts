import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPostgres } from '../../../deploy/servers/postgres-server.ts';
import { startRegistry } from '../../../deploy/servers/registry-server.ts';
import { type Server, together } from '../../../deploy/servers/server-process.ts';
import { startTimeSeries } from '../../../deploy/servers/time-series-server.ts';
import { PushedHistory } from '../../resilience/pushed-history.ts';
import { StoredAnswers } from '../../resilience/stored-answers.ts';
import { startBrokerContainer } from './broker-container.ts';
import { compareHistory } from './compared-history.ts';
import type { ContainerEngine } from './container-engine.ts';
import { RunningContainer, STOP_SECONDS } from './running-container.ts';
import type { TrialReport } from './trial-report.ts';

/** The processes of deploy/compose. */
const PROCESSES = ['feed', 'temporal', 'spatial', 'sink', 'identity,datasets,patterns,detection,web'] as const;
const HISTORY_SLOTS = 216;
const PACE_MS = 60;
/** How long a killed container is away [ms]. */
const AWAY_MS = 2_000;

/** Images of the trial. */
export interface StageImages {
  readonly servers: string;
  readonly broker: string;
}

/** Each process in a container of its own, beside a broker in one; the stores are servers of this machine. */
export async function tryStages(
  engine: ContainerEngine,
  images: StageImages,
  folder: string,
  report: TrialReport,
): Promise<void> {
  const password = 'of-a-trial';
  const [registry, timeSeries, postgres] = await together([
    startRegistry(join(folder, 'registry')),
    startTimeSeries(join(folder, 'time-series'), password),
    startPostgres(join(folder, 'postgres'), { password }),
  ]);
  try {
    const volume = await engine.volume(`halcyon-trial-broker-${process.pid}`);
    const broker = await startBrokerContainer(engine, images.broker, volume);
    await tryOn(engine, images.servers, report, {
      KAFKA_BROKERS: broker.address,
      SCHEMA_REGISTRY_URL: registry.url,
      HALCYON_KAFKA_PARTITIONS: '6',
      CLICKHOUSE_URL: timeSeries.url({ database: 'halcyon' }),
      POSTGRES_URL: postgres.url(),
    });
    await broker.container.stop();
  } finally {
    await Promise.allSettled([registry, timeSeries, postgres].map((server: Server) => server.stop()));
  }
}

async function tryOn(
  engine: ContainerEngine,
  image: string,
  report: TrialReport,
  environment: Readonly<Record<string, string>>,
): Promise<void> {
  const settings = Object.entries(environment).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
  const deploy = ['run', '--rm', '--network', 'host', '--read-only', '--tmpfs', '/tmp', ...settings, image];
  const deployed = await engine.tried(...deploy, 'log', 'deploy');
  report.check('log deploy makes the topics', deployed.code === 0, deployed.stderr);
  const began = performance.now();
  const processes = await Promise.all(
    PROCESSES.map((only) => RunningContainer.on(engine, { image, only, environment })),
  );
  report.say(
    `${PROCESSES.length} containers ready ${((performance.now() - began) / 1000).toFixed(1)} s after their start`,
  );
  const [feed, temporal, spatial, sink, reads] = processes;
  const history = new PushedHistory({ network: 'staged', seed: 2 });
  const answers = new StoredAnswers(reads.url, history.network);
  try {
    await history.register(feed.url);
    await history.pushSlots(feed.url, HISTORY_SLOTS);
    const took = await answers.untilJudged(history.last, 120_000);
    report.check('what is pushed to feed is read, judged, from detection', took !== null);
    const killed = async (): Promise<void> => {
      for (const process of [temporal, spatial, sink, feed]) {
        await sleep(AWAY_MS);
        const code = await process.kill();
        await sleep(AWAY_MS);
        const seconds = (await process.again()).toFixed(1);
        report.check(`kill -9 of ${process.name}; ready ${seconds} s after its next start`, code === 137, `${code}`);
      }
    };
    await history.pushWhile(feed.url, killed(), PACE_MS);
    report.say(`${history.pushed} slots pushed, ${history.resent} of them sent again`);
    await compareHistory(report, 'after kill -9 of each', history, answers);
    for (const process of processes) {
      const { code, seconds } = await process.stop();
      const how = `exit code ${code} after ${seconds.toFixed(1)} s`;
      report.check(`SIGTERM ends ${process.name} in order: ${how}`, code === 0 && seconds < STOP_SECONDS, how);
      await process.remove();
    }
  } catch (error) {
    for (const process of processes) report.say(await process.words());
    throw error;
  }
}
