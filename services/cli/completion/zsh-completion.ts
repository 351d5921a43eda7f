import type { CompletedCommand, Filling } from './completed-command.ts';
import { placesBelow, valueBranches } from './shell-cases.ts';
import { quoted } from './shell-quoting.ts';

/** The script that completes programs in zsh, also as a file _halcyon in fpath. */
export function zshCompletion(programs: readonly string[], commands: readonly CompletedCommand[]): string {
  return `#compdef ${programs.join(' ')}
# Completion of ${programs.join(' and ')} in zsh: source <(halcyon completion zsh)
_halcyon() {
  local cur=$words[CURRENT] prev=$words[CURRENT-1] place=\${words[1]:t} i
  local -a found
  for ((i = 2; i < CURRENT; i++)); do
    case "$place $words[i]" in
      ${placesBelow(commands)} place="$place $words[i]" ;;
    esac
  done
  case "$place $prev" in
${valueBranches(commands, filled)}
  esac
  case $place in
${commands.map((command) => words(command)).join('\n')}
  esac
}
if [[ $funcstack[1] == _halcyon ]]; then _halcyon "$@"; else compdef _halcyon ${programs.join(' ')}; fi
`;
}

function words({ place, commands, options, argument }: CompletedCommand): string {
  const described = options.flatMap(({ names, description }) => names.map((name) => pair(name, description)));
  const ofOptions = `found=(${described.join(' ')}); _describe -o option found`;
  const others =
    commands.length > 0
      ? `found=(${commands.map(({ name, description }) => pair(name, description)).join(' ')}); _describe command found`
      : filled(argument).replace(/;$/, '') || ':';
  return `    (${quoted(place)}) if [[ $cur == -* ]]; then ${ofOptions}; else ${others}; fi ;;`;
}

function pair(name: string, description: string): string {
  return quoted(`${name.replaceAll(':', '\\:')}:${description}`);
}

function filled(filling: Filling | null): string {
  if (filling?.kind === 'path') return '_files;';
  if (filling?.kind === 'word') return `compadd -- ${filling.words.join(' ')};`;
  if (filling?.kind === 'list') return `compset -P '*,'; compadd -S '' -- ${filling.words.join(' ')};`;
  return '';
}
