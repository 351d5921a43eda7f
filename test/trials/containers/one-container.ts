import { setTimeout as sleep } from 'node:timers/promises';
import { PushedHistory } from '../../resilience/pushed-history.ts';
import { StoredAnswers } from '../../resilience/stored-answers.ts';
import { compareHistory } from './compared-history.ts';
import type { ContainerEngine } from './container-engine.ts';
import { RunningContainer, STOP_SECONDS } from './running-container.ts';
import type { TrialReport } from './trial-report.ts';

/** A day and a half, before anything is killed. */
const HISTORY_SLOTS = 216;
const PACE_MS = 20;
/** Its health is looked at every 30 s. */
const HEALTH_MS = 120_000;

/** The whole system on the embedded stores, in one container with a volume. */
export async function tryOneContainer(engine: ContainerEngine, image: string, report: TrialReport): Promise<void> {
  const volume = await engine.volume(`halcyon-trial-${process.pid}`);
  const history = new PushedHistory({ network: 'north', seed: 1 });
  const start = async (what: string): Promise<RunningContainer> => {
    const began = performance.now();
    const started = await RunningContainer.on(engine, { image, volume, environment: {} });
    report.say(`${what}: ready ${((performance.now() - began) / 1000).toFixed(1)} s after its start`);
    return started;
  };
  const system = await start('embedded, new volume');
  try {
    await tryConfinement(system, report);
    await history.register(system.url);
    await history.pushSlots(system.url, HISTORY_SLOTS);
    const killed = async (): Promise<void> => {
      await sleep(1_000);
      const code = await system.kill();
      report.check('kill -9 ends it', code === 137, `exit code ${code}`);
      report.say(`ready ${(await system.again()).toFixed(1)} s after its next start`);
    };
    await history.pushWhile(system.url, killed(), PACE_MS);
    await compareHistory(report, 'after kill -9', history, new StoredAnswers(system.url, history.network));
    await tryPages(system, report);
    await untilHealthy(system, report);
    const { code, seconds } = await system.stop();
    const how = `exit code ${code} after ${seconds.toFixed(1)} s`;
    report.check(`SIGTERM ends it in order: ${how}`, code === 0 && seconds < STOP_SECONDS, how);
    await system.remove();
  } catch (error) {
    report.say(await system.words());
    throw error;
  }
  const other = await start('embedded, the same volume in another container');
  await compareHistory(report, 'in another container', history, new StoredAnswers(other.url, history.network));
  await other.stop();
  await other.remove();
}

/** What the process may do in its container. */
async function tryConfinement(system: RunningContainer, report: TrialReport): Promise<void> {
  const user = (await system.exec('id', '-u')).output.trim();
  report.check('it runs as user 1000', user === '1000', user);
  const { exitCode } = await system.exec('touch', '/app/written');
  report.check('its root cannot be written', exitCode !== 0);
  const capabilities = (await system.exec('grep', '^Cap', '/proc/1/status')).output;
  report.check('it has no capability', /^(Cap\w+:\s+0+\s*)+$/.test(capabilities), capabilities);
}

/** Files and packages that only some requests read are in the image too. */
async function tryPages(system: RunningContainer, report: TrialReport): Promise<void> {
  const list = '/api/v1/observations?network=north&limit=10&format=';
  for (const path of [
    '/map',
    '/docs',
    '/docs/errors/not_found',
    '/docs/swagger-ui-bundle.js',
    '/docs/redoc.standalone.js',
    `${list}parquet`,
    `${list}arrow`,
  ]) {
    const { status } = await fetch(`${system.url}${path}`);
    report.check(`${path.replace(/\?.*&/, '?')} is answered`, status === 200, `${status}`);
  }
}

async function untilHealthy(system: RunningContainer, report: TrialReport): Promise<void> {
  const health = () => system.inspected('{{.State.Health.Status}}');
  const until = performance.now() + HEALTH_MS;
  while ((await health()) !== 'healthy' && performance.now() < until) await sleep(500);
  report.check('its health check says healthy', (await health()) === 'healthy', await health());
}
