/** The bearer token of an Authorization header (RFC 6750, section 2.1); null where there is none. */
export function bearerToken(authorization: string): string | null {
  return /^Bearer +([A-Za-z0-9\-._~+/]+=*)$/i.exec(authorization)?.[1] ?? null;
}
