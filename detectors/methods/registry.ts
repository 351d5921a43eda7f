import { HalcyonError } from '../../schemas/errors.ts';
import type { TemporalMethodName } from '../../schemas/judgement-configuration.ts';
import { arima } from './arima.ts';
import { iqr } from './iqr.ts';
import { isolationForest } from './isolation-forest.ts';
import { lof } from './lof.ts';
import { mad } from './mad.ts';
import { stl } from './stl.ts';
import type { TemporalMethod } from './temporal-method.ts';
import { threeSigma } from './three-sigma.ts';

/** Every temporal method of this version, by name. A method is added by writing its file and its line here. */
export const TEMPORAL_METHODS: ReadonlyMap<TemporalMethodName, TemporalMethod> = new Map([
  ['arima', arima],
  ['3sigma', threeSigma],
  ['mad', mad],
  ['iqr', iqr],
  ['isolation_forest', isolationForest],
  ['stl', stl],
  ['lof', lof],
]);

/**
 * The method of a name.
 *
 * @throws HalcyonError `invalid_parameter` where this version does not have it
 */
export function temporalMethod(name: TemporalMethodName): TemporalMethod {
  const method = TEMPORAL_METHODS.get(name);
  if (method === undefined) {
    throw new HalcyonError(
      'invalid_parameter',
      `Temporal method '${name}' is not available; available: ${[...TEMPORAL_METHODS.keys()].join(', ')}.`,
    );
  }
  return method;
}
