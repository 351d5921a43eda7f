/** States of a dataset, in the order in which it goes through them; `Deleted` is a mark, from every other. */
export const DATASET_STATES = ['Staged', 'Loaded', 'Ready', 'Deleted'] as const;
export type DatasetState = (typeof DATASET_STATES)[number];

/** What a dataset is made of; it may be of several types. */
export const DATASET_TYPES = ['PDF', 'RelationalDatabase', 'CSV', 'ImageSet', 'TextSet', 'Table'] as const;
export type DatasetType = (typeof DATASET_TYPES)[number];
