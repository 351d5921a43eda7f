import type { RowExpression, RowType } from '../../stores/rows/row-expression.ts';
import type { Relation, SearchedRows } from '../../stores/rows/row-search.ts';
import type { EntityKey, KeyPart } from './entity-key.ts';

export type EntitySetName =
  | 'Things'
  | 'Locations'
  | 'HistoricalLocations'
  | 'Datastreams'
  | 'Sensors'
  | 'ObservedProperties'
  | 'Observations'
  | 'FeaturesOfInterest';

/** Where a navigation leads. */
interface Navigation {
  readonly set: EntitySetName;
  /** True where it leads to any number of entities, false where to one. */
  readonly many: boolean;
}

/** A property that `$filter` and `$orderby` may name: how stores know it; a position is for `st_within` only. */
export type AskedProperty = { readonly type: RowType; readonly row: RowExpression } | { readonly type: 'position' };

/** One of the entity sets of SensorThings, over rows of the time series; every file of this folder holds one. */
export interface EntitySet<R extends Relation = Relation> {
  readonly name: EntitySetName;
  readonly description: string;
  readonly relation: R;
  /** What its ids are made of. */
  readonly key: readonly KeyPart[];
  /** Names of its properties, without id and links. */
  readonly properties: readonly string[];
  readonly navigations: Readonly<Record<string, Navigation>>;
  /** By their paths. */
  readonly asked: Readonly<Record<string, AskedProperty>>;
  keyOf(row: SearchedRows[R]): EntityKey;
  /** Its properties by their names. */
  propertiesOf(row: SearchedRows[R]): Readonly<Record<string, unknown>>;
}

/** What tells the entities of a station apart. */
export const STATION_KEY: readonly KeyPart[] = ['network', 'station'];
