import { type Role, rolesEnoughFor } from '../access/roles.ts';
import { ENDPOINTS } from './registry.ts';

const COLUMNS: readonly Role[] = ['user', 'uploader', 'curator', 'feed', 'admin'];

/** The table of docs/security.md: which role is enough for which operation, in Markdown. */
export function describeRoles(): string {
  const lines = [`| operation | ${COLUMNS.join(' | ')} |`, `| --- |${' --- |'.repeat(COLUMNS.length)}`];
  for (const { method, path, roles } of ENDPOINTS) {
    if (roles === null) continue;
    const enough = rolesEnoughFor(roles);
    const cells = COLUMNS.map((role) => (enough.includes(role) ? 'yes' : ''));
    lines.push(`| \`${method} ${path}\` | ${cells.join(' | ')} |`);
  }
  return `${lines.join('\n')}\n`;
}

if (process.argv[1] === import.meta.filename) process.stdout.write(describeRoles());
