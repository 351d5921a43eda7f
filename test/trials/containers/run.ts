// Builds both images and runs them: the embedded one alone with a volume, the one for servers as every process of
// deploy/compose beside a broker in a container; kills, ends in order, sizes, rights.
//   npm run test:containers [-- --node-image node:20.20.2-bookworm-slim]
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { postgresMissing } from '../../../deploy/servers/postgres-server.ts';
import { jarsMissing } from '../../../deploy/servers/server-jars.ts';
import { runOptions } from '../../run-options.ts';
import { baseImagesMissing, makeBrokerImage, makeNodeImage } from './base-images.ts';
import { ContainerEngine, engineMissing } from './container-engine.ts';
import { BOUNDS, buildImages, type Target } from './halcyon-images.ts';
import { tryOneContainer } from './one-container.ts';
import { tryStages } from './stages.ts';
import { TrialReport } from './trial-report.ts';

const { values: options } = runOptions({ options: { 'node-image': { type: 'string' } } });
const missing = engineMissing() ?? baseImagesMissing() ?? jarsMissing() ?? postgresMissing();
if (missing !== null) {
  console.log(`not tried: ${missing}`);
  process.exit(2);
}
const folder = mkdtempSync(join(tmpdir(), 'halcyon-containers-'));
// Where root runs this, PostgreSQL's user has to pass through.
chmodSync(folder, 0o711);
const report = new TrialReport();
const engine = await ContainerEngine.in(join(folder, 'engine'));
try {
  report.say(await engine.title());
  const [images, broker] = await Promise.all([builtImages(), brokerImage()]);
  for (const target of ['servers', 'embedded'] as const) await tryImage(target, images[target]);
  await tryWithoutStores(images.servers);
  await tryOneContainer(engine, images.embedded, report);
  await tryStages(engine, { servers: images.servers, broker }, join(folder, 'servers'), report);
} finally {
  await engine.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
console.log(`${report.problems} problems, ${report.seconds.toFixed(0)} s`);
process.exit(report.problems > 0 ? 1 : 0);

async function builtImages(): Promise<Readonly<Record<Target, string>>> {
  const given = options['node-image'];
  const base = given ?? 'halcyon-trial:node';
  if (given === undefined) await makeNodeImage(engine, folder, base);
  const images = await buildImages(engine, base);
  const size = ((await engine.sizeOf(base)) / 1e6).toFixed(0);
  report.say(`both images are built on ${given ?? 'a stand-in for node:20-bookworm-slim'} of ${size} MB`);
  return images;
}

async function brokerImage(): Promise<string> {
  const image = 'halcyon-trial:broker';
  await makeBrokerImage(engine, folder, image);
  return image;
}

/** Its size, and that all packages that it should have can be loaded. */
async function tryImage(target: Target, image: string): Promise<void> {
  const size = await engine.sizeOf(image);
  const title = `image ${target}: ${(size / 1e6).toFixed(0)} MB, less than ${BOUNDS[target] / 1e6} MB`;
  report.check(title, size < BOUNDS[target]);
  const script = `
    const { dependencies } = JSON.parse(await (await import('node:fs/promises')).readFile('package.json', 'utf8'));
    for (const name of Object.keys(dependencies)) await import(name).catch((error) => console.log(name, error.code));
    process.exit();`;
  const words = ['run', '--rm', '--network', 'none', '--entrypoint', 'node', image, '--input-type=module', '--eval'];
  const { stdout } = await engine.docker(...words, script);
  const without = target === 'servers' ? ['@electric-sql/pglite', 'chdb'] : [];
  const expected = without.map((name) => `${name} ERR_MODULE_NOT_FOUND\n`).join('');
  report.check(
    `image ${target} has every package${without.length > 0 ? ' but the embedded stores' : ''}`,
    stdout === expected,
    stdout,
  );
}

/** The image for servers, run as a newcomer runs the other one. */
async function tryWithoutStores(image: string): Promise<void> {
  const { code, stderr } = await engine.tried('run', '--rm', '--network', 'none', image);
  const isClear = /^error: .*CLICKHOUSE_URL.*POSTGRES_URL.*KAFKA_BROKERS.*\n$/.test(stderr);
  report.check('the image for servers says what it needs, exit code 3', code === 3 && isClear, `${code}: ${stderr}`);
}
