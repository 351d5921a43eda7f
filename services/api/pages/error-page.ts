import { readFileSync } from 'node:fs';
import { ERRORS } from '../../../schemas/errors.ts';
import { packageFile } from '../../../schemas/package-root.ts';
import { escaped, page } from './page.ts';

/** What docs/errors.md says of each error, by its code; read when the first page is asked for. */
let sections: ReadonlyMap<string, string> | undefined;

/** The page of an error, made from its section of docs/errors.md; null where there is no error of that code. */
export function errorPage(code: string): string | null {
  if (!Object.hasOwn(ERRORS, code)) return null;
  sections ??= sectionsOf(readFileSync(packageFile('docs', 'errors.md'), 'utf8'));
  const paragraphs = (sections.get(code) ?? '').split(/\n\n+/).map((text) => `<p>${inHtml(text)}</p>`);
  const codes = Object.keys(ERRORS).map((each) => `<a href="${each}">${each}</a>`);
  return page(`Error ${code}`, `<h1>${code}</h1>\n${paragraphs.join('\n')}\n<p>All errors: ${codes.join(', ')}</p>`);
}

function sectionsOf(text: string): ReadonlyMap<string, string> {
  const [, ...found] = text.split(/^## /m);
  return new Map(
    found.map((section) => {
      const end = section.indexOf('\n');
      return [section.slice(0, end), section.slice(end).trim()];
    }),
  );
}

/** What the page uses of Markdown: code between backquotes, and links to other pages, of which the text is left. */
function inHtml(text: string): string {
  return escaped(text.replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')).replace(/`([^`]*)`/g, '<code>$1</code>');
}
