const NAME = 'revision';

/** Headers of an observation that comes again in its delivery, for the `revision`-th time; none for the first, 0. */
export function revisionHeaders(revision: number): { headers?: Record<string, string> } {
  return revision === 0 ? {} : { headers: { [NAME]: String(revision) } };
}

/** What `revisionHeaders` wrote; 0 where there is nothing of it. */
export function revisionOf(headers: Readonly<Record<string, string>> | undefined): number {
  const revision = Number(headers?.[NAME] ?? 0);
  return Number.isSafeInteger(revision) ? revision : 0;
}
