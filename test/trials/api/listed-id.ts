/** How long the demonstration, and what is judged anew after an example, may take until something is listed [ms]. */
const LONGEST_WAIT_MS = 240_000;
const LOOK_AGAIN_MS = 500;
/** A fault that is not settled may be withdrawn before it is asked for. */
const NOT_ASKED_FOR = ['provisional', 'withdrawn'];
/** An alert that is over can be asked for, resolved again and commented, but not acknowledged. */
const OVER = 'resolved';

type Item = Readonly<Record<string, string>>;

/**
 * The id of the first item of a list that examples can be about, once there is one; of one that is over where no other is listed.
 *
 * @param list its address
 * @param onlyOpen waits for one that is not over
 * @throws Error where none comes
 */
export async function listedId(
  list: string,
  headers: Readonly<Record<string, string>>,
  onlyOpen = false,
): Promise<string> {
  for (const end = performance.now() + LONGEST_WAIT_MS; performance.now() < end; ) {
    const answer = await fetch(`${list}?limit=100`, { headers });
    if (!answer.ok) throw new Error(`${list} is answered ${answer.status}: ${await answer.text()}`);
    const items = Object.values((await answer.json()) as object).find(Array.isArray) as readonly Item[];
    const asked = items.filter(({ state }) => !NOT_ASKED_FOR.includes(state));
    const item = asked.find(({ state }) => state !== OVER) ?? (onlyOpen ? undefined : asked[0]);
    if (item !== undefined) return item['id'] ?? item['fault_id'] ?? item['anomaly_id'] ?? item['episode_id'];
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  }
  throw new Error(`${list} has nothing after ${LONGEST_WAIT_MS / 1000} s`);
}
