import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { packageFile } from '../schemas/package-root.ts';

const root = dirname(packageFile('package.json'));

/** An import of a relative path: the file that has it, and the one that it leads to, within the package. */
export interface SourceImport {
  readonly from: string;
  readonly to: string;
}

/** Every import of a relative path in the sources of a floor, by value or by type. */
export function importsOf(floor: string): SourceImport[] {
  const files = readdirSync(join(root, floor), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  return files.flatMap((name) => {
    const path = join(root, floor, name);
    const text = readFileSync(path, 'utf8');
    const specifiers = [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']*)'/g)].map((match) => match[1]);
    const from = relative(root, path);
    return specifiers.map((specifier) => ({ from, to: relative(root, resolve(dirname(path), specifier)) }));
  });
}

/** Which folders of a floor each of them imports from. Files beside folders are in the folder that holds them all. */
export function folderImports(floor: string): Map<string, Set<string>> {
  const folders = new Map<string, Set<string>>();
  for (const { from, to } of importsOf(floor)) {
    const [one, other] = [dirname(from), dirname(to)];
    if (one === other || !to.startsWith(`${floor}/`)) continue;
    folders.set(one, (folders.get(one) ?? new Set()).add(other));
  }
  return folders;
}

/** All folders that one leads to, over others too. */
export function reachedFrom(folder: string, imports: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const reached = new Set<string>();
  const ahead = [...(imports.get(folder) ?? [])];
  for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
    if (reached.has(next)) continue;
    reached.add(next);
    ahead.push(...(imports.get(next) ?? []));
  }
  return reached;
}

/** Folders that lead to each other, in the order of their names. */
export function circlesIn(imports: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const reached = new Map([...imports.keys()].sort().map((folder) => [folder, reachedFrom(folder, imports)]));
  const circles: string[][] = [];
  for (const [folder, others] of reached) {
    if (!others.has(folder) || circles.some((circle) => circle.includes(folder))) continue;
    circles.push([...reached.keys()].filter((other) => others.has(other) && reached.get(other)?.has(folder)));
  }
  return circles;
}
