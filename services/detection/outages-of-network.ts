import { findOutages } from '../../detectors/outages/find-outages.ts';
import type { ObservationSource } from '../../ingest/observation-source.ts';
import { HalcyonError } from '../../schemas/errors.ts';
import type { Outage } from '../../schemas/outage.ts';
import { isoOf } from '../../schemas/time.ts';
import { chooseNetwork } from '../stations/choose-network.ts';

const DAY_MS = 86_400_000;
/** Longest stretch that one request may ask about: all of its observations are read [days]. */
export const LONGEST_STRETCH_DAYS = 31;

/** A stretch as it was asked for: times in ms since the epoch. */
export interface OutageRequest {
  /** null: the only one there is. */
  readonly network: string | null;
  /** A day before `to` where it is undefined. */
  readonly from?: number | undefined;
  /** Now, where it is undefined or ahead of the clock: what nobody could have reported is not missing. */
  readonly to?: number | undefined;
}

/** The outages of a network in a stretch, and the stretch. */
export interface OutagesOfNetwork {
  readonly network: string;
  readonly from: number;
  readonly to: number;
  /** By their start. */
  readonly outages: readonly Outage[];
}

/**
 * Finds the outages of one network's feed in a stretch of its stored observations.
 *
 * @param now current time, ms since the epoch
 * @throws HalcyonError `invalid_parameter` where the stretch is too long, or lies ahead, or the network is not clear;
 *   `unknown_network`; `insufficient_data` where there is no network; `interrupted`; what the source throws
 */
export async function outagesOfNetwork(
  source: ObservationSource,
  request: OutageRequest,
  now: number,
  signal: AbortSignal,
): Promise<OutagesOfNetwork> {
  const to = Math.min(request.to ?? now, now);
  const from = request.from ?? to - DAY_MS;
  if (from > to)
    throw refusal(`${isoOf(from)} is ahead of the clock (${isoOf(now)}), should be a time that has passed`);
  if (to - from > LONGEST_STRETCH_DAYS * DAY_MS) {
    const asked = `${isoOf(from)} lies ${Math.ceil((to - from) / DAY_MS)} days before 'to' (${isoOf(to)})`;
    throw refusal(`${asked}, should be at most ${LONGEST_STRETCH_DAYS} days: ask for one stretch after another`);
  }
  const network = await chooseNetwork(source, request.network, 'query');
  return { network, from, to, outages: await findOutages(source, { network, start: from, end: to, signal }) };
}

function refusal(msg: string): HalcyonError {
  return new HalcyonError('invalid_parameter', `from ${msg}`, {
    problems: [{ loc: ['query', 'from'], msg, type: 'value_error' }],
  });
}
