import { SPATIAL_METHODS } from '../../detectors/spatial/registry.ts';
import type { SpatialMethod } from '../../detectors/spatial/spatial-method.ts';
import type { SpatialMethodName } from '../../schemas/judgement-configuration.ts';

/**
 * Has this process verify by other functions than those of the spatial methods.
 *
 * @param wrap the function of a method, made of the method itself
 * @returns puts the methods back
 */
export function wrapVerification(wrap: (method: SpatialMethod) => SpatialMethod['verify']): () => void {
  const methods = SPATIAL_METHODS as Map<SpatialMethodName, SpatialMethod>;
  const originals = [...methods];
  for (const [name, method] of originals) methods.set(name, { ...method, verify: wrap(method) });
  return () => {
    for (const [name, method] of originals) methods.set(name, method);
  };
}
