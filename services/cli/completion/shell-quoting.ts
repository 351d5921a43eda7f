/** A text as one word of a shell that takes everything between single quotes as it is: bash and zsh. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
