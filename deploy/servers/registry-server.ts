import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, type RunningServer, startJava } from './java-server.ts';
import { REGISTRY_VERSION, registryJars } from './server-jars.ts';

/** A schema registry on loopback that keeps its schemas in a folder. */
export interface RegistryServer {
  /** URL of its Confluent API. */
  readonly url: string;
  /** Starts it again where it was. */
  start(): Promise<void>;
  stop(): Promise<void>;
  kill(): Promise<void>;
}

/**
 * Starts a registry and waits until it answers.
 *
 * @param folder for its schemas; made where it is not there
 */
export async function startRegistry(folder: string, port?: number): Promise<RegistryServer> {
  const jars = await registryJars();
  mkdirSync(folder, { recursive: true });
  const own = port ?? (await freePort());
  const url = `http://127.0.0.1:${own}/apis/ccompat/v7`;
  // Without WRITE_DELAY=0 a schema registered just before a kill is lost and its id given to another.
  const store = `-Dapicurio.datasource.url=jdbc:h2:file:${join(folder, 'registry')};DB_CLOSE_DELAY=-1;WRITE_DELAY=0`;
  const listening = ['-Dquarkus.http.host=127.0.0.1', `-Dquarkus.http.port=${own}`];
  const heap = ['-Xms64m', '-Xmx192m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'];
  let running: RunningServer | undefined;
  const start = async () => {
    const args = [
      ...heap,
      ...listening,
      store,
      '-jar',
      join(jars, `apicurio-registry-app-${REGISTRY_VERSION}-runner.jar`),
    ];
    running = await startJava(args, folder, () => answers(url));
  };
  await start();
  return { url, start, stop: async () => running?.stop(), kill: async () => running?.kill() };
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/subjects`, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    return false;
  }
}
