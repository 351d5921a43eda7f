import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startJava } from './java-server.ts';
import { REGISTRY_VERSION, registryJars } from './server-jars.ts';
import { freePort, restartable, type Server } from './server-process.ts';

/** A schema registry on loopback that keeps its schemas in a folder. */
export interface RegistryServer extends Server {
  /** URL of its Confluent API. */
  readonly url: string;
}

/**
 * Starts a registry and waits until it answers.
 *
 * @param folder for its schemas; made where it is not there, and found again where it is
 * @param given port; a free one where not given
 */
export async function startRegistry(folder: string, given?: number): Promise<RegistryServer> {
  const jars = await registryJars();
  mkdirSync(folder, { recursive: true });
  const port = given ?? (await freePort());
  const url = `http://127.0.0.1:${port}/apis/ccompat/v7`;
  // Without WRITE_DELAY=0 a schema registered just before a kill is lost and its id given to another.
  const store = `-Dapicurio.datasource.url=jdbc:h2:file:${join(folder, 'registry')};DB_CLOSE_DELAY=-1;WRITE_DELAY=0`;
  const listening = ['-Dquarkus.http.host=127.0.0.1', `-Dquarkus.http.port=${port}`];
  const heap = ['-Xms64m', '-Xmx192m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'];
  const jar = join(jars, `apicurio-registry-app-${REGISTRY_VERSION}-runner.jar`);
  const args = [...heap, ...listening, store, '-jar', jar];
  const server = await restartable(() => startJava(args, folder, () => answers(url)));
  return { ...server, url };
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/subjects`, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    return false;
  }
}
