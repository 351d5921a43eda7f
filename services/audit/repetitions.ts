import { isOften } from '../../schemas/audit.ts';
import { type AuditEvent, NOBODY_KNOWN } from './audit-log.ts';

/** So often what was repeated is written [ms]. */
const EVERY_MS = 60_000;
const DAY_MS = 86_400_000;
/** Different things that are counted at once; what comes beyond them is counted together, whoever did it. */
const MOST_DONE = 1_000;
const MOST_REFUSED = 64;
/** Different refusals that are recorded on a day; then all are counted together, a record a minute. */
const MOST_REFUSED_A_DAY = 20_000;

/** How often something was, beside the first time. */
export interface Repeated {
  readonly count: number;
  /** When the first of them was, ms since the epoch. */
  readonly since: number | null;
}

interface Counted {
  readonly event: AuditEvent;
  count: number;
  since: number;
}

/**
 * Keeps what happens often from filling the log: the first time is recorded at once, what is the same is then counted and
 * recorded once a minute for as long as it goes on.
 */
export class Repetitions {
  readonly #write: (event: AuditEvent, repeated: Repeated) => Promise<void>;
  readonly #now: () => number;
  readonly #done = new Map<string, Counted>();
  readonly #refused = new Map<string, Counted>();
  #day = 0;
  #refusedToday = 0;
  readonly #timer: NodeJS.Timeout;

  constructor(write: (event: AuditEvent, repeated: Repeated) => Promise<void>, now: () => number) {
    this.#write = write;
    this.#now = now;
    this.#timer = setInterval(() => void this.sweep(), EVERY_MS);
    this.#timer.unref();
  }

  /** Records something, or counts it. @returns once it is recorded; of what was refused, and so changed nothing, at once */
  async take(event: AuditEvent): Promise<void> {
    const taken = this.#take(event);
    // How long it takes would tell whoever tries names which of them are new here.
    if (event.result !== 'refused') await taken;
  }

  /** Records what was counted since the last time, and forgets what was not repeated. */
  async sweep(): Promise<void> {
    const written: Promise<void>[] = [];
    for (const counted of [this.#done, this.#refused]) {
      for (const [key, one] of counted) {
        if (one.count === 0) {
          counted.delete(key);
          continue;
        }
        const { count, since } = one;
        one.count = 0;
        written.push(this.#write({ ...one.event, requestId: null }, { count, since }));
      }
    }
    await Promise.all(written);
  }

  /** Records what was counted, and ends. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.sweep();
  }

  async #take(event: AuditEvent): Promise<void> {
    const isDone = event.result === 'done';
    if (isDone && !isOften(event.action)) return this.#write(event, { count: 1, since: null });
    const counted = isDone ? this.#done : this.#refused;
    const alike = counted.get(keyOf(event));
    if (alike !== undefined) return this.#count(alike);
    if (counted.size < (isDone ? MOST_DONE : MOST_REFUSED) && (isDone || this.#mayRefuse())) {
      return this.#first(counted, event);
    }
    const { action, result, reason = null } = event;
    const together: AuditEvent = { action, result, reason, detail: 'many together', ...ofMany };
    const others = counted.get(keyOf(together));
    return others === undefined ? this.#first(counted, together) : this.#count(others);
  }

  #count(alike: Counted): void {
    if (alike.count === 0) alike.since = this.#now();
    alike.count += 1;
  }

  #first(counted: Map<string, Counted>, event: AuditEvent): Promise<void> {
    counted.set(keyOf(event), { event, count: 0, since: 0 });
    return this.#write(event, { count: 1, since: null });
  }

  #mayRefuse(): boolean {
    const day = Math.floor(this.#now() / DAY_MS);
    if (day !== this.#day) {
      this.#day = day;
      this.#refusedToday = 0;
    }
    this.#refusedToday += 1;
    return this.#refusedToday <= MOST_REFUSED_A_DAY;
  }
}

const ofMany = { who: NOBODY_KNOWN, role: null, from: null, about: null, network: null } as const;

/** What makes two things the same: all but the request. */
function keyOf({ requestId: _requestId, ...event }: AuditEvent): string {
  const { action, result, reason = null, who = NOBODY_KNOWN, role = null, from = null } = event;
  const { about = null, network = null, detail = null } = event;
  return JSON.stringify([action, result, reason, who.id, who.username, who.client, role, from, about, network, detail]);
}
