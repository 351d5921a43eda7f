import type { CompletedCommand, CompletedOption, Filling } from './completed-command.ts';

/** The script that completes programs in fish. */
export function fishCompletion(programs: readonly string[], commands: readonly CompletedCommand[]): string {
  const places = commands.filter(({ place }) => place.includes(' ')).map(({ place }) => quoted(place));
  return `# Completion of ${programs.join(' and ')} in fish: halcyon completion fish | source
function __halcyon_at
    set -l given (commandline -opc)
    set -l place (basename $given[1])
    for word in $given[2..-1]
        contains -- "$place $word" ${places.join(' ')}; and set place "$place $word"
    end
    test "$place" = "$argv[1]"
end
${commands.flatMap((command) => linesOf(command)).join('\n')}
`;
}

function linesOf({ place, commands, options, argument }: CompletedCommand): string[] {
  const begin = `complete -c ${place.split(' ')[0]} -n ${quoted(`__halcyon_at ${quoted(place)}`)}`;
  return [
    `${begin} -f`,
    ...commands.map(({ name, description }) => `${begin} -a ${quoted(name)} -d ${quoted(description)}`),
    ...(commands.length === 0 && argument !== null ? argumentOf(argument).map((words) => `${begin} ${words}`) : []),
    ...options.map((option) => `${begin} ${optionOf(option)}`),
  ];
}

function optionOf({ names, description, value }: CompletedOption): string {
  const written = names.map((name) => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`));
  return [...written, ...(value === null ? [] : fillingOfValue(value)), `-d ${quoted(description)}`].join(' ');
}

function fillingOfValue(filling: Filling): string[] {
  if (!('words' in filling)) return filling.kind === 'path' ? ['-r', '-F'] : ['-x'];
  const words = quoted(filling.words.join(' '));
  // Fish completes the last of a list by itself where it is told the words with commas.
  return filling.kind === 'word'
    ? ['-x', `-a ${words}`]
    : ['-x', `-a ${quoted(`(__fish_append , ${filling.words.join(' ')})`)}`];
}

function argumentOf(filling: Filling): string[] {
  if (!('words' in filling)) return filling.kind === 'path' ? ['-F'] : [];
  return [`-a ${quoted(filling.words.join(' '))}`];
}

/** A text between single quotes, in which fish knows escapes. */
function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}
