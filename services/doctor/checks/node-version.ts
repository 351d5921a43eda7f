import { readFileSync } from 'node:fs';
import { packageFile } from '../../../schemas/package-root.ts';
import { ok, wrong } from '../installation/finding.ts';
import type { Check } from '../installation/installation.ts';

const WHAT = 'Node.js';

/** The version of Node.js against what the package asks for. */
export const nodeVersion: Check = {
  what: WHAT,
  look: async () => {
    const { engines } = JSON.parse(readFileSync(packageFile('package.json'), 'utf8')) as { engines: { node: string } };
    const least = engines.node.replace('>=', '');
    const { node } = process.versions;
    if (isBefore(node, least)) return [wrong(WHAT, `version ${node}`, `install Node.js ${least} or later`)];
    return [ok(WHAT, `version ${node}`)];
  },
};

/** True where a version such as 20.9.1 is older than one such as 20.19. */
export function isBefore(version: string, least: string): boolean {
  const numbers = (text: string) => text.split('.').map(Number);
  const [own, asked] = [numbers(version), numbers(least)];
  const differing = asked.findIndex((number, k) => number !== (own[k] ?? 0));
  return differing >= 0 && (own[differing] ?? 0) < asked[differing];
}
