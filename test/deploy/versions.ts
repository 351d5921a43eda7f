import { readFileSync } from 'node:fs';
import { packageFile } from '../../schemas/package-root.ts';

/** What package.json says of the project. */
export const PACKAGE = JSON.parse(readFileSync(packageFile('package.json'), 'utf8')) as {
  readonly version: string;
  readonly engines: { readonly node: string };
  readonly bin: Readonly<Record<string, string>>;
};

/** Name and tag of the image without embedded stores. */
export const SERVERS_IMAGE = `halcyon-servers:${PACKAGE.version}`;
