import { observe } from '../../schemas/telemetry/instruments.ts';
import { METRICS } from '../../schemas/telemetry/metric-table.ts';
import type { StreamHub } from './stream-hub.ts';

/** Shows how many hear a stream, and how many were too slow; @returns what ends it. */
export function watchStream(hub: Pick<StreamHub, 'subscribers' | 'dropped'>): () => void {
  const ending = [
    observe(METRICS.streamSubscribers, (tell) => tell(hub.subscribers, {})),
    observe(METRICS.streamDropped, (tell) => tell(hub.dropped, {})),
  ];
  return () => {
    for (const end of ending) end();
  };
}
