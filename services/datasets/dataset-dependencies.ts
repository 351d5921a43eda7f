import type { NetworkScope } from '../../schemas/network-scope.ts';
import type { Catalogue } from '../stores/catalogue.ts';
import type { DatasetNetworks } from './networks/dataset-networks.ts';
import type { QueryRunner } from './queries/query-runner.ts';
import type { ObjectStore } from './storage/object-store.ts';

/** What the dataset service rests on. */
export interface DatasetDependencies {
  readonly catalogue: Catalogue;
  readonly storage: ObjectStore;
  readonly queries: Pick<QueryRunner, 'run' | 'check'>;
  /** The detector's own data as datasets. */
  readonly networks: DatasetNetworks;
  /** Folder for what a query needs while it runs. */
  readonly runs: string;
  /** Networks of who calls. */
  readonly scope: NetworkScope;
}
