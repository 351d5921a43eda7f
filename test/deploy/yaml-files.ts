import { readFileSync } from 'node:fs';
import { parseAllDocuments } from 'yaml';
import { packageFile } from '../../schemas/package-root.ts';

/**
 * The documents of a YAML file of the project.
 *
 * @param path from the project's folder
 * @throws Error where it cannot be read, a key stands twice or an anchor is missing
 */
export function readYaml(path: string): unknown[] {
  const documents = parseAllDocuments(readFileSync(packageFile(path), 'utf8'), { merge: true, prettyErrors: true });
  if (!Array.isArray(documents)) return [];
  return documents.map((document) => {
    const [problem] = [...document.errors, ...document.warnings];
    if (problem !== undefined) throw new Error(`${path}: ${problem.message}`);
    return document.toJS() as unknown;
  });
}
