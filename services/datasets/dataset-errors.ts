/** Where the dataset API is served. */
export const DATASET_PREFIX = '/dmm';

/** True for a path of the dataset API, whose errors have a form of their own. */
export function isDatasetPath(path: string): boolean {
  return path === DATASET_PREFIX || path.startsWith(`${DATASET_PREFIX}/`);
}

/** The body of an error of the dataset API. */
export function datasetErrorBody(status: number, error: string): object {
  return { detail: { code: status, error } };
}
