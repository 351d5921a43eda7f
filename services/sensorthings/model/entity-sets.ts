import { datastreams } from './datastreams.ts';
import type { EntitySet, EntitySetName } from './entity-set.ts';
import { featuresOfInterest } from './features-of-interest.ts';
import { historicalLocations } from './historical-locations.ts';
import { locations } from './locations.ts';
import { observations } from './observations.ts';
import { observedProperties } from './observed-properties.ts';
import { sensors } from './sensors.ts';
import { things } from './things.ts';

/** Every entity set there is, by its name, in the order of the standard. */
export const ENTITY_SETS: Readonly<Record<EntitySetName, EntitySet>> = {
  Things: things,
  Locations: locations,
  HistoricalLocations: historicalLocations,
  Datastreams: datastreams,
  Sensors: sensors,
  ObservedProperties: observedProperties,
  Observations: observations,
  FeaturesOfInterest: featuresOfInterest,
};

/** The entity set of a name; undefined where there is none. */
export function entitySet(name: string): EntitySet | undefined {
  return Object.hasOwn(ENTITY_SETS, name) ? ENTITY_SETS[name as EntitySetName] : undefined;
}
