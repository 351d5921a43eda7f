import { boundedBytes } from '../../../schemas/bounded-bytes.ts';
import { messageOf } from '../../../schemas/errors.ts';
import type { OutwardHosts } from '../../../schemas/outward-hosts.ts';
import { outwardRequest } from '../../../schemas/outward-request.ts';
import { shown } from '../../validation/refusal.ts';
import { sleepUnlessAborted } from '../sleep-unless-aborted.ts';
import { MOST_BYTES } from './inline-content.ts';

/** How links are followed. */
export interface LinkLimits {
  readonly hosts: OutwardHosts;
  /** Longest time of one try as a whole [ms]. */
  readonly timeoutMs?: number;
  /** Waits between tries [ms]; as many tries and one. */
  readonly waits?: readonly number[];
}

const TIMEOUT_MS = 20_000;
const WAITS: readonly number[] = [1_000, 4_000];
const MOST_REDIRECTS = 3;

/** Why a link gave no data, in words; `passes` where another try may be worth it. */
class LinkFailure extends Error {
  readonly passes: boolean;

  constructor(message: string, passes: boolean) {
    super(message);
    this.passes = passes;
  }
}

/**
 * Fetches what a link of a notification leads to, by HTTP alone and from hosts that may be called alone; a failure that
 * may pass is tried again.
 *
 * @returns a text that says why it cannot be had; null where the signal aborted before that was known
 */
export async function fetchLink(
  href: string,
  limits: LinkLimits,
  signal: AbortSignal,
): Promise<Buffer | string | null> {
  if (!URL.canParse(href) || !/^https?:$/.test(new URL(href).protocol)) {
    return `the link is ${shown(href)}, should be one of http or https`;
  }
  const { waits = WAITS } = limits;
  for (let tries = 0; ; tries += 1) {
    try {
      return await fetchOnce(new URL(href), limits, signal, MOST_REDIRECTS);
    } catch (error) {
      if (signal.aborted) return null;
      const passes = !(error instanceof LinkFailure) || error.passes;
      if (!passes || tries >= waits.length) return `${shown(href)} cannot be fetched: ${messageOf(error)}`;
    }
    await sleepUnlessAborted(waits[tries], signal);
    if (signal.aborted) return null;
  }
}

async function fetchOnce(url: URL, limits: LinkLimits, signal: AbortSignal, redirects: number): Promise<Buffer> {
  const { hosts, timeoutMs = TIMEOUT_MS } = limits;
  const refusal = hosts.refusal(url);
  if (refusal !== null) throw new LinkFailure(refusal, false);
  const late = AbortSignal.timeout(timeoutMs);
  let next: URL | null = null;
  try {
    const within = AbortSignal.any([signal, late]);
    const response = await outwardRequest(url, hosts, { headers: { 'user-agent': 'Halcyon' }, signal: within });
    const { statusCode = 0, headers } = response;
    const { location } = headers;
    if (statusCode >= 300 && statusCode < 400 && location !== undefined && URL.canParse(location, url.href)) {
      response.destroy();
      next = new URL(location, url);
    } else if (statusCode === 200) {
      const tooLarge = () => new LinkFailure(`it is larger than ${MOST_BYTES / 1024 / 1024} MiB`, false);
      return await boundedBytes(response, MOST_BYTES, tooLarge);
    } else {
      response.destroy();
      throw new LinkFailure(`it answers ${statusCode}`, statusCode === 429 || statusCode >= 500);
    }
  } catch (error) {
    if (late.aborted) throw new LinkFailure(`it did not answer in ${timeoutMs / 1000} s`, true);
    throw error;
  }
  if (redirects === 0 || !/^https?:$/.test(next.protocol)) throw new LinkFailure('it leads on and on', false);
  return fetchOnce(next, limits, signal, redirects - 1);
}
