/**
 * Text from outside (names, paths, messages) as a terminal may show it: on one line, control characters replaced, so
 * that no name can move the cursor or colour the screen.
 */
export function printable(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/\p{C}/gu, '\uFFFD');
}
