import { OAuthError } from '../access/oauth-error.ts';

/** A parameter that a request should have (RFC 6749, section 3.2: an empty one is as good as left out). @throws OAuthError `invalid_request` */
export function required(parameters: Readonly<Record<string, string>>, name: string): string {
  const value = parameters[name] ?? '';
  if (value === '') throw new OAuthError('invalid_request', `${name} should be given`);
  return value;
}
