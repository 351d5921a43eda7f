import { dirname } from 'node:path';
import { FLOORS, type Source } from './source-imports.ts';

/** Imports, counted. */
export interface ImportCount {
  readonly byValue: number;
  readonly byType: number;
}

/** Folders each of which reaches all others by imports, and the imports between them. */
export interface Circle extends ImportCount {
  readonly folders: readonly string[];
}

/** Folders of so many steps from the root are looked at, unless another depth is named. */
const DEPTH = 2;

/** The folder that a file is counted in, which has all that is below it: at depth 2 `services/http` of `services/http/route/x.ts`. */
export function folderOf(path: string, depth = DEPTH): string {
  return dirname(path).split('/').slice(0, depth).join('/');
}

/** Files and lines of every folder, the largest first. */
export function folderSizes(sources: readonly Source[]): { folder: string; files: number; lines: number }[] {
  const sizes = new Map<string, { files: number; lines: number }>();
  for (const { path, lines } of sources) {
    const size = sizes.get(folderOf(path)) ?? { files: 0, lines: 0 };
    sizes.set(folderOf(path), { files: size.files + 1, lines: size.lines + lines });
  }
  return [...sizes]
    .map(([folder, size]) => ({ folder, ...size }))
    .sort((one, other) => other.lines - one.lines || (one.folder < other.folder ? -1 : 1));
}

/** Imports that lead to a floor above their own. */
export function importsUp(sources: readonly Source[]): ImportCount {
  const level = (path: string) => FLOORS.findIndex((floor) => path.startsWith(`${floor}/`));
  return counted(sources, (from, to) => level(to) > level(from));
}

/** The circles between folders, the largest first (strongly connected components of more than one folder; Tarjan 1972). */
export function circles(sources: readonly Source[], depth = DEPTH): Circle[] {
  const folder = (path: string) => folderOf(path, depth);
  const reached = new Map<string, Set<string>>();
  for (const { path, imports } of sources) {
    const targets = reached.get(folder(path)) ?? new Set<string>();
    for (const { target } of imports) targets.add(folder(target));
    reached.set(folder(path), targets);
  }
  return components(reached)
    .filter((folders) => folders.length > 1)
    .sort((one, other) => other.length - one.length)
    .map((folders) => {
      const inside = (path: string) => folders.includes(folder(path));
      const between = (from: string, to: string) => inside(from) && inside(to) && folder(from) !== folder(to);
      return { folders: folders.sort(), ...counted(sources, between) };
    });
}

function counted(sources: readonly Source[], counts: (from: string, to: string) => boolean): ImportCount {
  const all = sources.flatMap(({ path, imports }) => imports.filter(({ target }) => counts(path, target)));
  const byType = all.filter(({ typeOnly }) => typeOnly).length;
  return { byValue: all.length - byType, byType };
}

function components(reached: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const found: string[][] = [];
  const open: string[] = [];
  const order = new Map<string, number>();
  /** Where the earliest open folder that it reaches stands. */
  const visit = (folder: string): number => {
    const place = order.size;
    order.set(folder, place);
    open.push(folder);
    let low = place;
    for (const next of reached.get(folder) ?? []) {
      if (!order.has(next)) low = Math.min(low, visit(next));
      else if (open.includes(next)) low = Math.min(low, order.get(next) ?? place);
    }
    if (low === place) found.push(open.splice(open.indexOf(folder)));
    return low;
  };
  for (const folder of reached.keys()) if (!order.has(folder)) visit(folder);
  return found;
}
