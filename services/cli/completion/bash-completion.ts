import type { CompletedCommand, Filling } from './completed-command.ts';
import { placesBelow, valueBranches } from './shell-cases.ts';
import { quoted } from './shell-quoting.ts';

/** The script that completes programs in bash, 4 or later. */
export function bashCompletion(programs: readonly string[], commands: readonly CompletedCommand[]): string {
  return `# Completion of ${programs.join(' and ')} in bash: source <(halcyon completion bash)
_halcyon_words() { COMPREPLY=($(compgen -W "$1" -- "$cur")); }
_halcyon_list() {
  COMPREPLY=($(compgen -P "\${cur%"\${cur##*,}"}" -W "$1" -- "\${cur##*,}"))
  compopt -o nospace 2>/dev/null
}
_halcyon_paths() {
  local IFS=$'\\n'
  COMPREPLY=($(compgen -f -- "$cur"))
  compopt -o filenames 2>/dev/null
}
_halcyon() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD - 1]} place=\${COMP_WORDS[0]##*/} i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$place \${COMP_WORDS[i]}" in
      ${placesBelow(commands)} place="$place \${COMP_WORDS[i]}" ;;
    esac
  done
  case "$place $prev" in
${valueBranches(commands, filled)}
  esac
  case $place in
${commands.map((command) => words(command)).join('\n')}
  esac
}
complete -F _halcyon ${programs.join(' ')}
`;
}

function words({ place, commands, options, argument }: CompletedCommand): string {
  const names = options.flatMap((option) => option.names).join(' ');
  const ofOptions = `_halcyon_words ${quoted(names)}`;
  const others =
    commands.length > 0 ? `_halcyon_words ${quoted(commands.map(({ name }) => name).join(' '))};` : filled(argument);
  return `    ${quoted(place)}) if [[ $cur == -* ]]; then ${ofOptions}; else ${others || ':;'} fi ;;`;
}

function filled(filling: Filling | null): string {
  if (filling?.kind === 'path') return '_halcyon_paths;';
  if (filling?.kind === 'word') return `_halcyon_words ${quoted(filling.words.join(' '))};`;
  if (filling?.kind === 'list') return `_halcyon_list ${quoted(filling.words.join(' '))};`;
  return '';
}
