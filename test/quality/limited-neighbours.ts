import { SPATIAL_METHODS } from '../../detectors/spatial/registry.ts';
import type { SpatialMethod } from '../../detectors/spatial/spatial-method.ts';
import type { SpatialMethodName } from '../../schemas/judgement-configuration.ts';

/** Has every spatial method of this process ask only so many of the nearest neighbours. */
export function askOnly(nearest: number): void {
  const methods = SPATIAL_METHODS as Map<SpatialMethodName, SpatialMethod>;
  for (const [name, method] of [...methods]) {
    methods.set(name, {
      ...method,
      verify: (question) => method.verify({ ...question, neighbours: question.neighbours.slice(0, nearest) }),
    });
  }
}
