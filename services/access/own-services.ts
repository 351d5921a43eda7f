/** The services of Halcyon itself, by the names that are the audience of tokens made for them: datasets, patterns, detection. */
export const OWN_SERVICES = ['dmm', 'aps', 'detect'] as const;
export type OwnService = (typeof OWN_SERVICES)[number];
