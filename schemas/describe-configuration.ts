import { SETTINGS } from './configuration.ts';
import type { Setting } from './settings.ts';

/** The page docs/configuration.md: every setting as the configuration table has it, in Markdown. */
export function describeConfiguration(): string {
  const lines = [
    '# Settings',
    '',
    'Made from the configuration table in the code by `npx tsx schemas/describe-configuration.ts > docs/configuration.md`.',
    '',
    'Halcyon reads environment variables and nothing else: there is no file to keep. All of them have a default, an empty',
    'one counts as not given, and wrong ones are all named at once when a command or the system starts (exit code 3). Live',
    'means the judgement of what comes in; the command line has options of its own ([command-line.md](command-line.md)).',
    '',
    '| variable | default | value | meaning |',
    '| --- | --- | --- | --- |',
  ];
  for (const row of Object.values(SETTINGS) as Setting<unknown>[]) {
    lines.push(`| \`${row.name}\` | ${cell(row.shown)} | ${cell(row.expected)} | ${cell(row.meaning)} |`);
  }
  lines.push(
    '',
    'Of the methods named above this version has those of [methods.md](methods.md) and, for verification, those of',
    '[verification.md](verification.md); another one is refused at the start. So is a threshold outside the bounds of its method.',
    'The time zone is always UTC. Moving to another server or folder moves no data: what was stored stays where it was.',
    '',
    'For instance, a system with a folder and a port of its own:',
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
