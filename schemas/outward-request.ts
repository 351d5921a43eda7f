import { request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { OutwardHosts } from './outward-hosts.ts';
import { checkedLookup } from './outward-lookup.ts';

/** A request to a host that somebody else may have named. */
export interface OutwardRequest {
  /** GET where not given. */
  readonly method?: string;
  readonly headers: OutgoingHttpHeaders;
  readonly body?: Buffer;
  readonly signal: AbortSignal;
}

/**
 * Sends a request to a host that may be called, and follows no redirect. Its name is looked up once, and the address that
 * was checked is the one that is called.
 *
 * @param url of http or https
 * @returns the answer, whose body is to be read or destroyed
 * @throws Error with what is wrong with the host, or why it does not answer
 */
export async function outwardRequest(url: URL, hosts: OutwardHosts, sent: OutwardRequest): Promise<IncomingMessage> {
  const refusal = hosts.refusal(url);
  if (refusal !== null) throw new Error(refusal);
  const { body, ...options } = sent;
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const request = send(url, { ...options, agent: false, lookup: checkedLookup(hosts, url) }, resolve);
    request.once('error', reject);
    request.end(body);
  });
}
