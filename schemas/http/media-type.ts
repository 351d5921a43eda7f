/** A media type without its parameters, lower case; '' where there is none. */
export function bareMediaType(text: string): string {
  return text.split(';')[0].trim().toLowerCase();
}
