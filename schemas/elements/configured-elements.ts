import type { Element } from './element.ts';
import { readElementFile } from './element-file.ts';
import { PACKAGED_ELEMENTS, packagedElement } from './packaged-elements.ts';

/** What `HALCYON_ELEMENTS` names: elements beyond the five that this process keeps and judges. */
export interface ConfiguredElements {
  readonly elements: readonly Element[];
  /** What is wrong with the setting, a sentence each; the elements are then none. */
  readonly problems: readonly string[];
}

/** What of Node is used: the pages load another file in place of this one, but their types come by here. */
interface NodeProcess {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly getBuiltinModule: (name: 'node:fs') => { readonly readFileSync: (path: string, encoding: 'utf8') => string };
}

/**
 * Reads the names of packaged elements and the paths of files of elements, separated by commas. Every array indexed by variable
 * has its length from the outcome, so that it is read once, when a process starts.
 *
 * @param read gives the text of a file, and throws where there is none
 */
export function readConfiguredElements(setting: string, read: (path: string) => string): ConfiguredElements {
  const elements: Element[] = [];
  const problems: string[] = [];
  for (const part of setting.split(',').map((text) => text.trim())) {
    if (part === '') continue;
    const packaged = packagedElement(part);
    if (packaged !== undefined) elements.push(packaged);
    else if (/[/\\]|\.json$/.test(part)) readInto(part, read, elements, problems);
    else {
      const known = PACKAGED_ELEMENTS.map(({ name }) => name).join(', ');
      problems.push(
        `HALCYON_ELEMENTS names '${part}', should be one of ${known}, or the path of a file of elements such as ./elements.json`,
      );
    }
  }
  const names = elements.flatMap(({ name, aliases }) => [name, ...aliases]);
  const twice = names.find((name, k) => names.indexOf(name) < k);
  if (twice !== undefined) problems.push(`HALCYON_ELEMENTS names ${twice} twice`);
  return problems.length > 0 ? { elements: [], problems } : { elements, problems };
}

function readInto(path: string, read: (path: string) => string, elements: Element[], problems: string[]): void {
  let text: string;
  try {
    text = read(path);
  } catch {
    problems.push(`HALCYON_ELEMENTS names '${path}', should be a file that can be read`);
    return;
  }
  const file = readElementFile(text);
  elements.push(...file.elements);
  problems.push(...file.problems.map((problem) => `${path}: ${problem}`));
}

const { process } = globalThis as unknown as { readonly process: NodeProcess };

/** Those of this process. */
export const CONFIGURED_ELEMENTS: ConfiguredElements = readConfiguredElements(
  process.env['HALCYON_ELEMENTS'] ?? '',
  (path) => process.getBuiltinModule('node:fs').readFileSync(path, 'utf8'),
);
