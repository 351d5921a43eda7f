import type { ExpertRule } from '../../../schemas/expert-rule.ts';
import type { Station } from '../../../schemas/station.ts';
import type { Box, NetworkQuery, Page, PageQuery } from './page.ts';

export interface StationQuery extends PageQuery, NetworkQuery {
  readonly box?: Box;
}

/** What people enter: networks with their stations, and what they have ruled of them. */
export interface NetworkRegistry {
  insertStations(stations: readonly Station[]): Promise<void>;
  insertRules(rules: readonly ExpertRule[]): Promise<void>;
  networks(): Promise<string[]>;
  /** Every station of a network or of some (of all networks without one), retired ones too, ordered by network and id. */
  allStations(network?: string | readonly string[]): Promise<Station[]>;
  stations(query: StationQuery): Promise<Page<Station>>;
  station(network: string, id: string): Promise<Station | null>;
  /** What people have ruled of a network or of some, of all networks without one, ordered by network and id. */
  rules(network?: string | readonly string[]): Promise<ExpertRule[]>;
}
