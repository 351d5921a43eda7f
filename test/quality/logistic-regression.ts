/** One observation: its terms, whether it is what is sought, and how much it counts. */
export interface Observed {
  readonly terms: Readonly<Record<string, number>>;
  readonly failure: boolean;
  readonly weight: number;
}

const ITERATIONS = 30;
const CLOSE = 1e-8;

/**
 * Logistic regression with a ridge: weights that make the observed most likely, by Newton's method (iteratively reweighted
 * least squares; McCullagh and Nelder 1989, Generalized Linear Models, 4.4; le Cessie and van Houwelingen 1992, Applied
 * Statistics 41, 191-201, for the ridge). Terms are brought to a mean square of 1 meanwhile, so that the ridge treats them
 * alike. There is no constant but what the terms hold.
 *
 * @param ridge penalty on the squared weights of the scaled terms
 * @param signs of weights that have one by their meaning: a term whose weight would have the other one is left out
 * @returns a weight for each term as it was given, 0 for one that was left out
 */
export function logisticRegression(
  observed: readonly Observed[],
  ridge: number,
  signs: Readonly<Record<string, 1 | -1>> = {},
): Record<string, number> {
  const left = new Set(Object.keys(observed[0].terms));
  for (;;) {
    const weights = fitted(observed, ridge, [...left]);
    const wrong = [...left].filter((name) => weights[name] * (signs[name] ?? 0) < 0);
    if (wrong.length === 0) {
      return Object.fromEntries(Object.keys(observed[0].terms).map((name) => [name, weights[name] ?? 0]));
    }
    for (const name of wrong) left.delete(name);
  }
}

function fitted(observed: readonly Observed[], ridge: number, names: readonly string[]): Record<string, number> {
  const width = names.length;
  const total = observed.reduce((sum, { weight }) => sum + weight, 0);
  const scale = names.map((name) =>
    Math.sqrt(observed.reduce((sum, { terms, weight }) => sum + weight * terms[name] ** 2, 0) / total),
  );
  const rows = observed.map(({ terms }) =>
    Float64Array.from(names, (name, k) => (scale[k] === 0 ? 0 : terms[name] / scale[k])),
  );
  const beta = new Float64Array(width);
  for (let iteration = 0; iteration < ITERATIONS; iteration++) {
    const gradient = Array.from(beta, (value) => -ridge * value);
    const hessian = names.map((_, k) => names.map((__, j) => (k === j ? ridge : 0)));
    for (let n = 0; n < rows.length; n++) {
      const x = rows[n];
      let sum = 0;
      for (let k = 0; k < width; k++) sum += beta[k] * x[k];
      const p = 1 / (1 + Math.exp(-sum));
      const { weight, failure } = observed[n];
      const error = weight * ((failure ? 1 : 0) - p);
      const curve = weight * Math.max(1e-9, p * (1 - p));
      for (let k = 0; k < width; k++) {
        gradient[k] += error * x[k];
        const scaled = curve * x[k];
        for (let j = 0; j <= k; j++) hessian[k][j] += scaled * x[j];
      }
    }
    for (let k = 0; k < width; k++) for (let j = k + 1; j < width; j++) hessian[k][j] = hessian[j][k];
    const step = solved(hessian, gradient);
    for (let k = 0; k < width; k++) beta[k] += step[k];
    if (Math.max(...step.map(Math.abs)) < CLOSE) break;
  }
  return Object.fromEntries(names.map((name, k) => [name, scale[k] === 0 ? 0 : beta[k] / scale[k]]));
}

/** Solves a symmetric positive definite system by Gaussian elimination. */
function solved(matrix: readonly number[][], right: readonly number[]): number[] {
  const rows = matrix.map((row, k) => [...row, right[k]]);
  const n = rows.length;
  for (let k = 0; k < n; k++) {
    for (let i = k + 1; i < n; i++) {
      const factor = rows[i][k] / rows[k][k];
      if (factor === 0) continue;
      for (let j = k; j <= n; j++) rows[i][j] -= factor * rows[k][j];
    }
  }
  const x = new Array<number>(n).fill(0);
  for (let k = n - 1; k >= 0; k--) {
    let sum = rows[k][n];
    for (let j = k + 1; j < n; j++) sum -= rows[k][j] * x[j];
    x[k] = sum / rows[k][k];
  }
  return x;
}
