import type { Answer } from './endpoint.ts';

/** Something that answers for one version more, and what takes its place. */
export interface Deprecation {
  /** Since when it is deprecated, ms since the epoch. */
  readonly since: number;
  /** Path of what takes its place. */
  readonly successor: string;
}

/** What the header `Deprecation` is for. */
export const DEPRECATION_HEADER =
  'Since when what is answered is deprecated (RFC 9745); `Link` names what takes its place, with `rel="successor-version"`.';

/** An answer that says of itself that it is deprecated (RFC 9745), beside the links that it has. */
export function deprecated(answer: Answer, { since, successor }: Deprecation): Answer {
  const { headers = {} } = answer;
  const links = [headers['Link'], `<${successor}>; rel="successor-version"`].filter((link) => link !== undefined);
  return { ...answer, headers: { ...headers, Deprecation: `@${Math.floor(since / 1000)}`, Link: links.join(', ') } };
}
