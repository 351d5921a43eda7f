import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startJava } from './java-server.ts';
import { s3Jars } from './server-jars.ts';
import { freePort, restartable, type Server } from './server-process.ts';

/** An S3-compatible store on loopback that keeps its objects as files. */
export interface S3Server extends Server {
  /** For S3_ENDPOINT. */
  readonly url: string;
}

/** As whom it lets in, and where it listens. */
export interface S3Options {
  readonly accessKey: string;
  readonly secretKey: string;
  /** A free one where not given. */
  readonly port?: number;
}

/** It would log every request in full. */
const LOGGING = `<configuration>
  <appender name="out" class="ch.qos.logback.core.ConsoleAppender"><encoder><pattern>%level %msg%n</pattern></encoder></appender>
  <root level="warn"><appender-ref ref="out"/></root>
</configuration>
`;

/**
 * Starts a store (S3Proxy) and waits until it answers. Names of files are up to 218 bytes there: it adds to them while
 * it writes.
 *
 * @param folder for its objects and settings; made where it is not there, and found again where it is
 */
export async function startS3(folder: string, options: S3Options): Promise<S3Server> {
  const jars = await s3Jars();
  const data = join(folder, 'data');
  mkdirSync(data, { recursive: true });
  const port = options.port ?? (await freePort());
  const url = `http://127.0.0.1:${port}`;
  const properties = join(folder, 's3proxy.properties');
  writeFileSync(properties, settings(url, data, options), { mode: 0o600 });
  const logging = join(folder, 'logback.xml');
  writeFileSync(logging, LOGGING);
  const heap = ['-Xms32m', '-Xmx192m', '-XX:+UseSerialGC'];
  const program = ['-cp', join(jars, '*'), 'org.gaul.s3proxy.Main', '--properties', properties];
  const args = [...heap, `-Dlogback.configurationFile=${logging}`, ...program];
  const server = await restartable(() => startJava(args, folder, () => answers(url)));
  return { ...server, url };
}

function settings(url: string, data: string, { accessKey, secretKey }: S3Options): string {
  return [
    `s3proxy.endpoint=${url}`,
    's3proxy.authorization=aws-v2-or-v4',
    `s3proxy.identity=${accessKey}`,
    `s3proxy.credential=${secretKey}`,
    'jclouds.provider=filesystem-nio2',
    `jclouds.filesystem.basedir=${data}`,
    // Asked for, though files need none.
    'jclouds.identity=none',
    'jclouds.credential=none',
    '',
  ].join('\n');
}

/** Whatever it says: who does not say who they are is turned away. */
async function answers(url: string): Promise<boolean> {
  try {
    await fetch(url, { signal: AbortSignal.timeout(2_000) });
    return true;
  } catch {
    return false;
  }
}
