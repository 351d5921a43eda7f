import type { Episode } from '../../../detectors/episodes/episode.ts';
import type { Deprecation } from '../../http/deprecation.ts';

/** Episodes of device failures and suspected sensors are faults now. They are answered for one version more. */
export const FAILURE_EPISODES: Deprecation = { since: Date.UTC(2026, 10, 25), successor: '/api/v1/faults' };

/** True for an episode that faults take the place of; weather has none. */
export function isDeprecated({ classification }: Pick<Episode, 'classification'>): boolean {
  return classification !== 'weather_event';
}
