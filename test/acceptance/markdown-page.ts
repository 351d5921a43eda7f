import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { packageFile } from '../../schemas/package-root.ts';

/** A fenced block of a page. */
export interface Block {
  /** Word behind the fence; '' where there is none. */
  readonly language: string;
  readonly text: string;
  /** True where nothing but blank lines lies between the block before and this one. */
  readonly follows: boolean;
}

/** A page for people, as far as the tests look into it. */
export interface Page {
  /** Path inside the package: `docs/http.md`. */
  readonly name: string;
  readonly text: string;
  /** The text without its fenced blocks. */
  readonly prose: string;
  readonly blocks: readonly Block[];
  /** What a link to a heading has behind its `#`. */
  readonly anchors: ReadonlySet<string>;
}

const FENCED = /^```(\w*)\n([\s\S]*?)^```$/gm;

/** Reads one page of the package. */
export function readPage(name: string): Page {
  const text = readFileSync(packageFile(name), 'utf8');
  let end = Number.NaN;
  const blocks = Array.from(text.matchAll(FENCED), ({ index, 0: whole, 1: language, 2: block }) => {
    const follows = text.slice(Number.isNaN(end) ? 0 : end, index).trim() === '';
    end = index + whole.length;
    return { language, text: block, follows };
  });
  const prose = text.replace(FENCED, '');
  const anchors = new Set(Array.from(prose.matchAll(/^#+ (.*)$/gm), ([, heading]) => anchorOf(heading)));
  return { name, text, prose, blocks, anchors };
}

/** README.md, CONTRIBUTING.md and every page of docs/ and its folders. */
export function readPages(): Page[] {
  const docs = readdirSync(packageFile('docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .sort();
  return ['README.md', 'CONTRIBUTING.md', ...docs.map((name) => `docs/${name}`)].map(readPage);
}

/**
 * Pages of which one at least links to a page: README.md or the contents of docs/, or the contents of a folder in docs/.
 *
 * @param name of the page, as `Page.name`
 */
export function linkingPages(name: string): readonly string[] {
  const folder = dirname(name);
  if (folder === '.' || name === 'docs/README.md') return ['README.md'];
  return folder === 'docs' || name.endsWith('/README.md') ? ['README.md', 'docs/README.md'] : [`${folder}/README.md`];
}

/** Relative links of a page that lead nowhere: a missing file, or a heading that its page does not have. */
export function deadLinks(page: Page): string[] {
  return Array.from(page.prose.matchAll(/\]\(([^)\s]+)\)/g), ([, target]) => target).filter((target) => {
    if (/^[a-z]+:/.test(target)) return false;
    const [path, anchor] = target.split('#');
    const root = dirname(packageFile('package.json'));
    const file = path === '' ? packageFile(page.name) : join(dirname(packageFile(page.name)), path);
    if (!existsSync(file)) return true;
    return anchor !== undefined && !readPage(relative(root, file)).anchors.has(anchor);
  });
}

/** A section of a page, from its heading to the next one of the same level or above; the whole page where no heading is asked for. */
export function sectionOf(page: Page, anchor: string | undefined): string {
  if (anchor === undefined) return page.text;
  const headings = [...page.text.matchAll(/^(#+) (.*)$/gm)];
  const from = headings.findIndex(([, , heading]) => anchorOf(heading) === anchor);
  if (from < 0) return '';
  const after = headings.slice(from + 1).find(([, level]) => level.length <= headings[from][1].length);
  return page.text.slice(headings[from].index, after?.index);
}

/** As GitHub makes anchors: lower case, without emphasis and punctuation, blanks as hyphens. */
function anchorOf(heading: string): string {
  return heading
    .trim()
    .replace(/(?<!\w)_(.+?)_(?!\w)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number} _-]/gu, '')
    .replaceAll(' ', '-');
}
