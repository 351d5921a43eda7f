import type { ErrorForm } from '../http/middleware/error-answers.ts';

/** Where the dataset API is served. */
export const DATASET_PREFIX = '/dmm';

/** The errors of the dataset API. */
export const DATASET_ERRORS: ErrorForm = {
  holdsAt: (path) => path === DATASET_PREFIX || path.startsWith(`${DATASET_PREFIX}/`),
  body: (status, error) => ({ detail: { code: status, error } }),
};
