import { packageFile } from '../../../schemas/package-root.ts';
import type { ContainerEngine } from './container-engine.ts';

/** Targets of the Dockerfile, each with what its image may have at most [bytes]. */
export const BOUNDS = { servers: 500e6, embedded: 1e9 } as const;
export type Target = keyof typeof BOUNDS;

/** Settings of this machine's proxy: Docker knows these arguments without the Dockerfile naming them. */
const PROXY = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'];

/** Builds both images of the Dockerfile; resolves with their names. */
export async function buildImages(
  engine: ContainerEngine,
  nodeImage: string,
): Promise<Readonly<Record<Target, string>>> {
  const images = { servers: 'halcyon-trial:servers', embedded: 'halcyon-trial:embedded' } as const;
  const proxy = PROXY.filter((name) => process.env[name] !== undefined).flatMap((name) => ['--build-arg', name]);
  for (const target of ['servers', 'embedded'] as const) {
    engine.keepsImage(images[target]);
    // Without a target it is the one with the embedded stores.
    const chosen = target === 'embedded' ? [] : ['--target', target];
    await engine.docker(
      ...['build', '--network', 'host', '--file', packageFile('deploy', 'container', 'Dockerfile')],
      ...['--build-arg', `NODE_IMAGE=${nodeImage}`, ...proxy, ...chosen, '--tag', images[target], packageFile()],
    );
  }
  return images;
}
