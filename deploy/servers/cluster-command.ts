import { join, resolve } from 'node:path';
import { HalcyonError, messageOf } from '../../schemas/errors.ts';
import type { CommandIo } from '../../services/cli/frame/command-frame.ts';
import { type HalcyonPart, startPart } from './halcyon-parts.ts';
import { together } from './server-process.ts';
import { usualFolder } from './server-set.ts';
import { deployedServers, environmentLines, interrupted, keepSettings, serverArguments } from './servers-command.ts';

const HELP = `npm run cluster -- [options]

Starts the servers as npm run servers does, and Halcyon on them in three processes: the feed (the demonstration, unless
HALCYON_FEED says otherwise), the stages, and store with services and pages. Ctrl-C ends all of it.

  --folder FOLDER    where the servers keep their data (default: ${usualFolder()})
  --brokers NUMBER   1 or 3 brokers (default: as many as the folder holds, else 1)
  --env-file FILE    writes the environment variables to a file, for: . FILE
`;

/** The processes by what each has, with the port that it listens at where that is free. */
const PROCESSES = [
  { only: 'sink,detection,web', port: 8080 },
  { only: 'temporal,spatial', port: 8081 },
  { only: 'feed', port: 8082 },
] as const;
const WIDTH = Math.max(...PROCESSES.map(({ only }) => only.length));

/** `npm run cluster`: servers and three processes of Halcyon, until it is told to stop. */
export async function clusterCommand(argv: readonly string[], io: CommandIo): Promise<number> {
  const given = serverArguments(argv);
  if (given.help) {
    io.stdout.write(HELP);
    return 0;
  }
  const set = await deployedServers(given, io);
  try {
    keepSettings(given, set.environment);
    const parts = await startParts(resolve(given.folder), set.environment, io);
    io.stdout.write(readyLines(parts, set.environment));
    await interrupted(io.signal);
    io.stderr.write('Ending the processes, then the servers ...\n');
    // What is fed is judged and what is judged is stored by those who end after.
    for (const { running } of [...parts].reverse()) await running.stop();
  } finally {
    await set.stop();
  }
  return 0;
}

async function startParts(
  folder: string,
  servers: Readonly<Record<string, string>>,
  io: CommandIo,
): Promise<HalcyonPart[]> {
  const feed = { HALCYON_FEED: io.environment['HALCYON_FEED'] || 'demo' };
  const starting = PROCESSES.map(async ({ only, port }) => {
    const say = (line: string) => io.stdout.write(`${only.padEnd(WIDTH)} | ${line}\n`);
    const environment = { ...io.environment, HALCYON_FEED: '', ...servers, ...(only === 'feed' && feed) };
    const options = { only, port, environment, folder: join(folder, 'processes', only), say };
    const part = await startPart(options);
    void part.running.ended.then((how) => say(`ended (${how})`));
    return { ...part, stop: () => part.running.stop() };
  });
  try {
    return await together(starting);
  } catch (cause) {
    throw new HalcyonError('internal', `a process of Halcyon did not start: ${messageOf(cause)}`, { cause });
  }
}

function readyLines(parts: readonly HalcyonPart[], servers: Readonly<Record<string, string>>): string {
  const services = parts.find(({ only }) => only.includes('detection'))?.url ?? '';
  const settings = environmentLines({ CLICKHOUSE_URL: servers['CLICKHOUSE_URL'] ?? '' }).replace(/^export |\n/g, '');
  return [
    '',
    'Everything is ready. Ctrl-C ends it.',
    ...parts.map(({ only, url }) => `  ${only.padEnd(WIDTH)}  ${url}/readyz  ${url}/metrics`),
    'The results:',
    `  ${services}/map`,
    `  curl '${services}/api/v1/anomalies?limit=3'`,
    `  ${settings} npx anomaly-detector --network demo --spatial-verify --save report.json`,
    '',
  ].join('\n');
}
