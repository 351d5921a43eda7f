const PREFIX = 'client:';

/** The `sub` of tokens that a client has for itself: no user's, whose are UUIDs. */
export function clientSubject(id: string): string {
  return `${PREFIX}${id}`;
}

/** Id of the client that a `sub` is of; null where it is a user's. */
export function clientOfSubject(subject: string): string | null {
  return subject.startsWith(PREFIX) ? subject.slice(PREFIX.length) : null;
}
