/**
 * What a fit of ARIMA(1,1,1) ends with. One object is used again and again, so that fitting allocates nothing.
 *
 * The model, without drift, of levels y and their differences x: x[t] = phi x[t-1] + z[t] + theta z[t-1],
 * y[t] = y[t-1] + x[t], z independent and normal with variance `variance`.
 */
export interface ArimaFit {
  phi: number;
  theta: number;
  /** Variance of the noise z, maximum likelihood, squared unit of the series. */
  variance: number;
  /** Exact Gaussian log-likelihood of all observed levels given the first one. */
  logLikelihood: number;
  /** What the difference after the last observed level is expected to be, phi x + theta z, unit of the series. */
  slope: number;
  /** Variance of the error of `slope`, as a multiple of `variance`. */
  slopeVariance: number;
  /** Expected value one report after the end of the history, unit of the series. */
  expected: number;
  /** Standard deviation of that expectation's error, parameters taken as known, unit of the series. */
  sigma: number;
}

/** An empty fit to be written into. */
export function newArimaFit(): ArimaFit {
  return {
    phi: Number.NaN,
    theta: Number.NaN,
    variance: Number.NaN,
    logLikelihood: Number.NaN,
    slope: Number.NaN,
    slopeVariance: Number.NaN,
    expected: Number.NaN,
    sigma: Number.NaN,
  };
}

/**
 * Largest |phi|: at 1 the differences have no stationary variance. A straight ramp pushes phi here, and what is left of
 * its sum of squares is still far above rounding.
 */
export const PHI_LIMIT = 1 - 1e-6;

/**
 * Writes expectation and sigma of the value `steps` >= 1 reports after the last observed level into a fit that holds the rest;
 * `expected` is taken from that level.
 */
export function forecast(fit: ArimaFit, steps: number): void {
  const { phi } = fit;
  const gain = phi + fit.theta;
  let level = 0;
  let slope = fit.slope;
  let levelVariance = 0;
  let covariance = 0;
  let slopeVariance = fit.slopeVariance;
  for (let step = 0; step < steps; step++) {
    level += slope;
    slope *= phi;
    levelVariance += 2 * covariance + slopeVariance + 1;
    covariance = phi * (covariance + slopeVariance) + gain;
    slopeVariance = phi * phi * slopeVariance + gain * gain;
  }
  fit.expected = level;
  fit.sigma = Math.sqrt(fit.variance * levelVariance);
}
