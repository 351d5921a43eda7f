import { SETTINGS } from './configuration.ts';
import type { Setting } from './settings.ts';

/** The page docs/configuration.md: every setting as the configuration table has it, in Markdown. */
export function describeConfiguration(): string {
  const lines = [
    '# Settings',
    '',
    'Made from the configuration table in the code by `npx tsx schemas/describe-configuration.ts > docs/configuration.md`.',
    '',
    'Halcyon reads environment variables only; it has no configuration file. Every setting is optional, unless its row says',
    'that another setting requires it. An empty value counts as not set. A command or the system names all wrong settings at',
    'its start and ends with exit code 3. It warns of a name that begins with `HALCYON_` and that no setting has. "Live" means',
    'the judgement of arriving observations. The command line has its own options ([command-line.md](command-line.md)).',
    '',
    '| variable | default | value | meaning |',
    '| --- | --- | --- | --- |',
  ];
  for (const row of Object.values(SETTINGS) as Setting<unknown>[]) {
    lines.push(`| \`${row.name}\` | ${cell(row.shown)} | ${cell(row.expected)} | ${cell(row.meaning)} |`);
  }
  lines.push(
    '',
    'This version has the temporal methods of [methods.md](methods.md) and the spatial methods of',
    '[verification.md](verification.md). It refuses other names at the start, and a threshold outside the bounds of its method.',
    'The time zone is always UTC. A new server or folder does not move stored data:',
    '[back-up and restore](backup.md#restore) does.',
    '',
    'For example, run a system with its own folder and port:',
    '',
    '```sh',
    'HALCYON_DATA=/var/lib/halcyon PORT=9000 npx halcyon run',
    '```',
  );
  return `${lines.join('\n')}\n`;
}

/** A bar would end the cell. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}

if (process.argv[1] === import.meta.filename) process.stdout.write(describeConfiguration());
