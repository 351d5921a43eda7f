/** Algorithms of signatures that keys of our own are made for (RFC 7518, RFC 8037). */
export const SIGNING_ALGORITHMS = ['RS256', 'ES256', 'EdDSA'] as const;
export type SigningAlgorithm = (typeof SIGNING_ALGORITHMS)[number];
