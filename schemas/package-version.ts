import { readFileSync } from 'node:fs';
import { packageFile } from './package-root.ts';

/** Version of the package. */
export const { version: PACKAGE_VERSION } = JSON.parse(readFileSync(packageFile('package.json'), 'utf8')) as {
  version: string;
};
