import { HalcyonError } from '../../schemas/errors.ts';
import type { SpatialMethodName } from '../../schemas/judgement-configuration.ts';
import { distance } from './distance.ts';
import { pearson } from './pearson.ts';
import type { SpatialMethod } from './spatial-method.ts';

/** The verifications that this version has. A new one is a file and a line here. */
export const SPATIAL_METHODS: ReadonlyMap<SpatialMethodName, SpatialMethod> = new Map(
  [pearson, distance].map((method) => [method.specification.name, method]),
);

/**
 * Finds a verification by its name.
 *
 * @throws HalcyonError `invalid_parameter` that names what is available
 */
export function spatialMethod(name: SpatialMethodName): SpatialMethod {
  const method = SPATIAL_METHODS.get(name);
  if (method !== undefined) return method;
  const msg = `spatial method '${name}' is not in this version, available: ${[...SPATIAL_METHODS.keys()].join(', ')}`;
  throw new HalcyonError('invalid_parameter', msg, {
    problems: [{ loc: ['spatial_method'], msg, type: 'value_error' }],
  });
}
