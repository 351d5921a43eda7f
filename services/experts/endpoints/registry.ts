import type { Endpoint } from '../../http/endpoint.ts';
import type { ExpertParts } from './expert-parts.ts';
import { deleteFaultOverride, postFault, putFaultOverride } from './fault-word.ts';
import { deleteNetworkLimits, deleteStationLimits, putNetworkLimits, putStationLimits } from './limits.ts';
import { listLimits } from './list-limits.ts';
import { deleteOverride, putOverride } from './override.ts';
import { deleteThreshold, putThreshold } from './threshold.ts';
import { windowEndpoints } from './windows.ts';

/** What people who know more than the machine may say: overrides, words on faults, maintenance windows, bars, thresholds, limits. */
export const EXPERT_ENDPOINTS: readonly Endpoint<ExpertParts>[] = [
  putOverride,
  deleteOverride,
  postFault,
  putFaultOverride,
  deleteFaultOverride,
  ...windowEndpoints({
    kind: 'maintenance',
    name: 'maintenance',
    one: 'maintenance window',
    effect:
      'Anomalies of the station inside it carry its id and are not counted among the failures; values inside it neither ' +
      'vouch for others nor teach what is usual.',
  }),
  ...windowEndpoints({
    kind: 'bar',
    name: 'bars',
    one: 'bar',
    effect: 'While a station is barred, nobody asks it about others; it is judged itself as ever.',
  }),
  putThreshold,
  deleteThreshold,
  listLimits,
  putStationLimits,
  deleteStationLimits,
  putNetworkLimits,
  deleteNetworkLimits,
];
