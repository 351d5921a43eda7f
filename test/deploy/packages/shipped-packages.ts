import { readFileSync } from 'node:fs';
import { packageFile } from '../../../schemas/package-root.ts';

type Ranges = Readonly<Record<string, string>>;

/** A package as the lock file has it. */
export interface LockedPackage {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
}

interface Entry {
  readonly version: string;
  readonly license?: string;
  readonly dependencies?: Ranges;
  readonly optionalDependencies?: Ranges;
  readonly peerDependencies?: Ranges;
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/**
 * The packages of the lock file that are shipped, by path: what package.json needs to run, found by following what each
 * needs from the project on, and the named development packages. Marks of npm in the lock file are not looked at.
 */
export function shippedPackages(ofDevelopment: readonly string[]): ReadonlyMap<string, LockedPackage> {
  const { packages } = JSON.parse(readFileSync(packageFile('package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, Entry>>;
  };
  const found = new Map<string, LockedPackage>();
  const waiting = [''];
  for (const path of waiting) {
    const { dependencies, optionalDependencies, peerDependencies } = packages[path];
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const place = placeOf(name, path);
      if (place !== undefined && !found.has(place)) {
        found.set(place, lockedAt(place));
        waiting.push(place);
      }
    }
  }
  for (const name of ofDevelopment) found.set(`node_modules/${name}`, lockedAt(`node_modules/${name}`));
  return found;

  function lockedAt(path: string): LockedPackage {
    const { version, license } = packages[path];
    return { name: nameOf(path), version, ...(license !== undefined && { license }) };
  }

  /** Where Node.js finds a package from another one: in its own folder, or in the nearest one around it. */
  function placeOf(name: string, from: string): string | undefined {
    for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
      const place = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
      if (place in packages) return place;
      if (folder === '') return undefined;
    }
  }
}
