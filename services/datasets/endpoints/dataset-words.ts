import { DATASET_STATES, DATASET_TYPES } from '../../../schemas/dataset.ts';
import { wordText } from '../../http/query-fields.ts';

const named = <T extends string>(id: string, words: readonly T[]) =>
  wordText(words, { anyCase: true }).meta({ id, override: { type: 'string', enum: [...words] }, examples: [words[0]] });

/** A state of datasets, in any case. */
export const datasetState = named('DatasetState', DATASET_STATES);
/** A type of datasets, in any case. */
export const datasetType = named('DatasetType', DATASET_TYPES);
