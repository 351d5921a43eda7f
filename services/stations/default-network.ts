/** Network of what is pushed or registered without naming one. */
export const DEFAULT_NETWORK = 'default';
