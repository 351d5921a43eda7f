import type { NowAnswer } from '../api/answers.ts';
import type { Api } from '../api/api.ts';
import { isoOf } from '../time/moments.ts';
import { networkReach, shownTime } from '../time/network-reach.ts';
import type { Reach } from '../time/reach.ts';
import { askNow, type WantedRows } from './ask-now.ts';

/** What is shown of a network, and how far that has come. */
interface Situation {
  readonly answer: NowAnswer;
  readonly reach: Reach;
}

/**
 * What is wrong in a network at a moment; of the present, while reports of the past come in, at the time that judging has
 * come to.
 *
 * @param time ms since the epoch; null: the present
 * @throws ApiError; the reason of the signal
 */
export async function askSituation(
  asking: { readonly api: Pick<Api, 'get'>; readonly left: AbortSignal },
  network: string,
  time: number | null,
  wanted: WantedRows,
): Promise<Situation> {
  const ask = (at: number | null) =>
    askNow(asking.api, { network, ...(at !== null && { time: isoOf(at) }) }, wanted, asking.left);
  const answer = await ask(time);
  if (time !== null) return { answer, reach: reachThen(answer) };
  const reach = await networkReach(asking, network, answer.counts.states, Date.parse(answer.time));
  const at = shownTime(reach);
  if (at !== null) return { answer: await ask(at), reach };
  return { answer, reach: reach.kind === 'standing' ? { ...reach, heard: lastHeard(answer) ?? reach.heard } : reach };
}

/** How far a network had come at a moment of the past. */
function reachThen(answer: NowAnswer): Reach {
  const { counts, last_seen } = answer;
  if (counts.states.silent < counts.stations || last_seen === null) return { kind: 'present' };
  const newest = Date.parse(last_seen);
  return { kind: 'standing', newest, heard: lastHeard(answer) ?? newest };
}

/** When the silent stations were last heard, ms since the epoch; null where none was for a month. The last comes first. */
function lastHeard({ silent: [last] }: NowAnswer): number | null {
  return last === undefined || last.last_seen === null ? null : Date.parse(last.last_seen);
}
