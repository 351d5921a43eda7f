import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packageFile } from '../../schemas/package-root.ts';

/** Versions that are fetched and tested. */
export const KAFKA_VERSION = '4.3.1';
export const REGISTRY_VERSION = '3.0.9';
const S3PROXY_VERSION = '4.1.0';
const KEYCLOAK_VERSION = '26.5.0';

const run = promisify(execFile);
const FETCH_MS = 300_000;

/** Why brokers and registry cannot be started here, with what would be needed; null where they can. */
export function jarsMissing(): string | null {
  return missingFor([kafkaFolder(), registryFolder()]);
}

/** The same of the S3-compatible store. */
export function s3JarsMissing(): string | null {
  return missingFor([s3Folder()]);
}

function missingFor(folders: readonly string[]): string | null {
  if (folders.every((folder) => existsSync(folder)) && there('java')) return null;
  const missing = ['java', 'mvn'].filter((program) => !there(program));
  if (missing.length === 0) return null;
  return `${missing.join(' and ')} not on this machine: apt-get install default-jre-headless maven`;
}

/**
 * Folder of the broker's jars; fetched from the Maven repository the first time.
 *
 * @throws Error where they cannot be fetched
 */
export async function kafkaJars(): Promise<string> {
  await fetched(kafkaFolder(), (folder) => copyJars('kafka', `-Dkafka.version=${KAFKA_VERSION}`, folder));
  return kafkaFolder();
}

/**
 * Folder of the registry (Apicurio, which speaks the Confluent API); fetched the first time.
 *
 * @throws Error where it cannot be fetched
 */
export async function registryJars(): Promise<string> {
  await fetched(registryFolder(), async (folder) => {
    const artifact = `-Dartifact=io.apicurio:apicurio-registry-app:${REGISTRY_VERSION}:tar.gz:all`;
    await maven(['dependency:copy', artifact, `-DoutputDirectory=${folder}`, '-Dmdep.useBaseVersion=true']);
    const archive = join(folder, `apicurio-registry-app-${REGISTRY_VERSION}-all.tar.gz`);
    await run('tar', ['xzf', archive, '-C', folder]);
    rmSync(archive);
  });
  return registryFolder();
}

/**
 * Folder of the jars of S3Proxy, which keeps objects as files; fetched the first time.
 *
 * @throws Error where they cannot be fetched
 */
export async function s3Jars(): Promise<string> {
  await fetched(s3Folder(), (folder) => copyJars('s3', `-Ds3proxy.version=${S3PROXY_VERSION}`, folder));
  return s3Folder();
}

/**
 * Folder of the distribution of Keycloak; fetched the first time.
 *
 * @throws Error where it cannot be fetched
 */
export async function keycloakFolder(): Promise<string> {
  const place = join(cache(), `keycloak-${KEYCLOAK_VERSION}`);
  await fetched(place, async (folder) => {
    const artifact = `-Dartifact=org.keycloak:keycloak-quarkus-dist:${KEYCLOAK_VERSION}:zip`;
    await maven(['dependency:copy', artifact, `-DoutputDirectory=${folder}`]);
    const archive = `keycloak-quarkus-dist-${KEYCLOAK_VERSION}.zip`;
    await run('jar', ['xf', archive], { cwd: folder });
    rmSync(join(folder, archive));
  });
  return join(place, `keycloak-${KEYCLOAK_VERSION}`);
}

/** Why Keycloak cannot be started here, with what would be needed; null where it can. */
export function keycloakMissing(): string | null {
  const missing = ['java', 'mvn', 'jar'].filter((program) => !there(program));
  return missing.length === 0
    ? null
    : `${missing.join(', ')} not on this machine: apt-get install default-jdk-headless maven`;
}

/** Outside the project: a fresh clone need not fetch again. */
function cache(): string {
  return join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'halcyon', 'servers');
}

function kafkaFolder(): string {
  return join(cache(), `kafka-${KAFKA_VERSION}`);
}

function registryFolder(): string {
  return join(cache(), `registry-${REGISTRY_VERSION}`);
}

function s3Folder(): string {
  return join(cache(), `s3proxy-${S3PROXY_VERSION}`);
}

/** Copies the jars of a profile of the pom. */
async function copyJars(profile: string, version: string, folder: string): Promise<void> {
  const pom = packageFile('deploy', 'servers', 'pom.xml');
  const copy = ['dependency:copy-dependencies', '-DincludeScope=runtime', `-DoutputDirectory=${folder}`];
  await maven(['-f', pom, '-P', profile, version, ...copy]);
}

/** Fills a folder elsewhere and puts it in its place whole, so that what is there is complete. */
async function fetched(folder: string, fill: (folder: string) => Promise<void>): Promise<void> {
  if (existsSync(folder)) return;
  mkdirSync(cache(), { recursive: true });
  const filling = mkdtempSync(join(cache(), 'fetching-'));
  try {
    await fill(filling);
    // Another process may have been quicker.
    if (!existsSync(folder)) renameSync(filling, folder);
  } finally {
    rmSync(filling, { recursive: true, force: true });
  }
}

async function maven(args: readonly string[]): Promise<void> {
  try {
    await run('mvn', ['-B', '-q', ...args], { timeout: FETCH_MS });
  } catch (cause) {
    const { stdout = '', stderr = '' } = cause as { stdout?: string; stderr?: string };
    throw new Error(`the servers cannot be fetched: ${(stdout + stderr).trim().split('\n').slice(0, 5).join(' ')}`, {
      cause,
    });
  }
}

function there(program: string): boolean {
  return spawnSync(program, ['-version'], { stdio: 'ignore' }).error === undefined;
}
