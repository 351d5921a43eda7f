import { messageOf } from '../../../schemas/errors.ts';

/** What the system's code for a connection that failed means, in the user's words. */
const REASONS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'there is no host of this name',
  EAI_AGAIN: 'the name of the host cannot be looked up at the moment',
  ECONNREFUSED: 'nobody listens there',
  ECONNRESET: 'the connection was broken off',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network of the host cannot be reached',
  ETIMEDOUT: 'the host does not answer',
};

/** Why somebody could not be told, in plain words with those of the system behind; '' of an error that says nothing. */
export function failureWords(error: unknown): string {
  const message = messageOf(error);
  // Libraries have codes of their own, and the system's in the text.
  const code = Object.keys(REASONS).find((one) => message.includes(one));
  return code === undefined ? message : `${REASONS[code]} (${message})`;
}
