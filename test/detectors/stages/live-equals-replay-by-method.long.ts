import { SPATIAL_METHODS } from '../../../detectors/spatial/registry.ts';
import { settlesByMethods } from './settled-both-ways.ts';
import { smallHistory, smallStations } from './small-network.ts';

describe('live equals replay, by every method of verification', () => {
  const stations = smallStations(6);
  const history = smallHistory(stations, 3, 7);
  for (const spatialMethod of SPATIAL_METHODS.keys()) {
    settlesByMethods({ temporalMethod: 'arima', spatialMethod }, stations, history, [0, 1, 2]);
  }
  // It looks farthest back, for the middle of the window and what was before it.
  settlesByMethods({ temporalMethod: 'mad', spatialMethod: 'pearson' }, stations, history, [0, 1]);
});
