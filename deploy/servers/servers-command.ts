import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { HalcyonError, messageOf } from '../../schemas/errors.ts';
import { logDeployCommand } from '../../services/cli/commands/log-deploy-command.ts';
import type { CommandIo } from '../../services/cli/frame/command-frame.ts';
import { type ServerSet, startServers, usualFolder } from './server-set.ts';

/** What the commands of this folder take. */
const SERVER_OPTIONS = {
  folder: { type: 'string' },
  brokers: { type: 'string' },
  'env-file': { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

const HELP = `npm run servers -- [options]

Starts a Kafka broker, a schema registry, PostgreSQL, the time-series server and an S3-compatible store on loopback,
deploys the log on them and prints the environment variables by which Halcyon finds them. Ctrl-C ends them; a second start
finds their data again.

  --folder FOLDER    where they keep it (default: ${usualFolder()})
  --brokers NUMBER   1 or 3 brokers (default: as many as the folder holds, else 1)
  --env-file FILE    writes the variables to a file too, for: . FILE
`;

/** Arguments of a command of this folder. */
export interface ServerArguments {
  readonly folder: string;
  readonly brokers?: number;
  readonly envFile: string | null;
  readonly help: boolean;
}

/** Reads the arguments. @throws HalcyonError `invalid_parameter` */
export function serverArguments(argv: readonly string[]): ServerArguments {
  try {
    const { values } = parseArgs({ args: [...argv], options: SERVER_OPTIONS });
    const { folder = usualFolder(), brokers, help } = values;
    if (brokers !== undefined && brokers !== '1' && brokers !== '3')
      throw new Error(`--brokers is '${brokers}', should be 1 or 3`);
    const count = brokers === undefined ? {} : { brokers: Number(brokers) };
    return { folder, ...count, envFile: values['env-file'] ?? null, help };
  } catch (cause) {
    throw new HalcyonError('invalid_parameter', `${messageOf(cause)}; --help shows what there is`, { cause });
  }
}

/** `npm run servers`: the servers, until it is told to stop. Lines for people go to stderr, the settings to stdout. */
export async function serversCommand(argv: readonly string[], io: CommandIo): Promise<number> {
  const given = serverArguments(argv);
  if (given.help) {
    io.stdout.write(HELP);
    return 0;
  }
  const set = await deployedServers(given, io);
  try {
    keepSettings(given, set.environment);
    io.stdout.write(environmentLines(set.environment));
    io.stderr.write('The servers run. Ctrl-C ends them.\n');
    await interrupted(io.signal);
    io.stderr.write('Ending the servers ...\n');
  } finally {
    await set.stop();
  }
  return 0;
}

/** Starts the servers and deploys the log on them; a signal meanwhile ends them. */
export async function deployedServers(given: ServerArguments, io: CommandIo): Promise<ServerSet> {
  io.stderr.write(`Starting the servers in ${given.folder}; they are fetched the first time ...\n`);
  const set = await startServers(given);
  try {
    const environment = { ...io.environment, ...set.environment };
    await logDeployCommand({ areas: false }, { ...io, environment, stdout: io.stderr });
    return set;
  } catch (error) {
    await set.stop();
    throw error;
  }
}

/** Settings as a shell takes them. */
export function environmentLines(environment: Readonly<Record<string, string>>): string {
  const quoted = (value: string) => (/^[\w@%+=:,./-]+$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`);
  return Object.entries(environment)
    .map(([name, value]) => `export ${name}=${quoted(value)}\n`)
    .join('');
}

/** Resolves once the command is told to stop. */
export async function interrupted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

/** Writes the settings to the file that was named, where one was. @throws HalcyonError `cannot_write` */
export function keepSettings({ envFile }: ServerArguments, environment: Readonly<Record<string, string>>): void {
  if (envFile === null) return;
  try {
    writeFileSync(envFile, environmentLines(environment), { mode: 0o600 });
  } catch (cause) {
    throw new HalcyonError('cannot_write', `--env-file ${envFile} cannot be written: ${messageOf(cause)}`, { cause });
  }
}
