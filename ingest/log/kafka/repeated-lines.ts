/** A line is not said again for so long [ms]. */
const QUIET_MS = 10_000;
/** So many lines are remembered at most. */
const REMEMBERED = 200;

/**
 * Passes lines on, but none again within ten seconds: during an outage the Kafka client writes the same line many times a
 * second.
 *
 * @param now current time, ms since the epoch
 */
export function withoutRepeats(say: (line: string) => void, now: () => number = Date.now): (line: string) => void {
  const said = new Map<string, number>();
  return (line) => {
    const time = now();
    const last = said.get(line);
    if (last !== undefined && time - last < QUIET_MS) return;
    said.delete(line);
    said.set(line, time);
    const [oldest] = said.keys();
    if (said.size > REMEMBERED && oldest !== undefined) said.delete(oldest);
    say(line);
  };
}
