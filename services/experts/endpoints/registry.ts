import type { Endpoint } from '../../http/endpoint.ts';
import type { ExpertDependencies } from './expert-dependencies.ts';
import { deleteFaultOverride, postFault, putFaultOverride } from './fault-word.ts';
import { deleteNetworkLimits, deleteStationLimits, putNetworkLimits, putStationLimits } from './limits.ts';
import { listLimits } from './list-limits.ts';
import { deleteOverride, putOverride } from './override.ts';
import { deleteThreshold, putThreshold } from './threshold.ts';
import { windowEndpoints } from './windows.ts';

/** What people who know more than the machine may say: overrides, words on faults, maintenance windows, bars, thresholds, limits. */
export const EXPERT_ENDPOINTS: readonly Endpoint<ExpertDependencies>[] = [
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
      'count for neighbours nor are learnt from.',
  }),
  ...windowEndpoints({
    kind: 'bar',
    name: 'bars',
    one: 'exclusion',
    effect: 'While a station is excluded, it does not count as a neighbour; it is judged itself as usual.',
  }),
  putThreshold,
  deleteThreshold,
  listLimits,
  putStationLimits,
  deleteStationLimits,
  putNetworkLimits,
  deleteNetworkLimits,
];
