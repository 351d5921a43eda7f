import type { CompletedCommand, Filling } from './completed-command.ts';
import { quoted } from './shell-quoting.ts';

/** The pattern of the places that lie below another, for a `case` of bash and zsh. */
export function placesBelow(commands: readonly CompletedCommand[]): string {
  const places = commands.filter(({ place }) => place.includes(' ')).map(({ place }) => quoted(place));
  return `(${places.join(' | ')})`;
}

/**
 * What is completed behind options that take a value: branches of a `case` on place and option, for bash and zsh.
 *
 * @param filled commands of the shell that complete a value; empty where nobody can guess it
 */
export function valueBranches(
  commands: readonly CompletedCommand[],
  filled: (filling: Filling | null) => string,
): string {
  const branches = commands.flatMap(({ place, options }) =>
    options.flatMap(({ names, value }) => {
      if (value === null) return [];
      const patterns = names.map((name) => quoted(`${place} ${name}`)).join(' | ');
      return `    (${patterns}) ${filled(value)} return ;;`;
    }),
  );
  return branches.join('\n');
}
