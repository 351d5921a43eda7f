import { markdownTable } from '../quality/markdown-table.ts';
import { circles, folderOf, folderSizes, type ImportCount, importsUp } from './folder-graph.ts';
import type { ObservationPath } from './observation-path.ts';
import { FLOORS, type Source } from './source-imports.ts';

/** The figures of the sources that need no running system, as Markdown. */
export function structureReport(sources: readonly Source[]): string {
  const ofFloor = (floor: string) => sources.filter(({ path }) => path.startsWith(`${floor}/`));
  const floors = [...FLOORS.map((floor) => ({ floor, files: ofFloor(floor) })), { floor: 'all', files: sources }];
  const rows = floors.map(({ floor, files }) => {
    const lines = files.reduce((sum, file) => sum + file.lines, 0);
    return [floor, String(files.length), String(lines)];
  });
  const found = circles(sources);
  const ofCircle = ({ folders, ...count }: (typeof found)[number]) =>
    `- ${folders.length} folders, ${countWords(count)} between them: ${folders.join(', ')}`;
  return [
    markdownTable(['floor', 'files', 'lines'], rows),
    `Imports that lead up a floor: ${countWords(importsUp(sources))}.`,
    [`Circles between folders: ${found.length}.`, ...found.map(ofCircle)].join('\n'),
    markdownTable(
      ['folder', 'files', 'lines'],
      folderSizes(sources).map(({ folder, files, lines }) => [folder, String(files), String(lines)]),
    ),
  ].join('\n\n');
}

/** The files that one observation takes, as Markdown: how many of each folder, and with `listed` which. */
export function pathReport({ good, flagged }: ObservationPath, listed: boolean): string {
  const ofFolder = (folder: string, files: readonly string[]) =>
    files.filter((path) => folderOf(path) === folder).length;
  const folders = [...new Set([...good, ...flagged].map(folderOf))].sort();
  const rows = folders.map((folder) => [folder, String(ofFolder(folder, good)), String(ofFolder(folder, flagged))]);
  return [
    'Files whose functions run from the push of one observation until its verdict is stored and the stream has told of it, ' +
      "in one process, without the process of the store's engine and without threads:",
    markdownTable(
      ['folder', 'nothing is found', 'a value is flagged'],
      [...rows, ['all', String(good.length), String(flagged.length)]],
    ),
    ...(listed ? Object.entries({ good, flagged }).map(([name, files]) => `${name}:\n${files.join('\n')}`) : []),
  ].join('\n\n');
}

function countWords({ byValue, byType }: ImportCount): string {
  return `${byValue} by value, ${byType} by type`;
}
