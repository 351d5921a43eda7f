/** An ISO 8601 time to the minute where it has no seconds: `2026-03-12T23:50Z`. */
export function minute(time: string): string {
  return time.replace(/:00Z$/, 'Z');
}
