import type { PackedObservations } from '../../detectors/replay/packed-observations.ts';
import type { ReplayStretch, ShareResult } from '../../detectors/replay/replay-result.ts';
import type { ReplayShare } from '../../detectors/replay/replay-share.ts';
import type { ReplayHistory } from '../../detectors/replay/replay-work.ts';

/** What a thread begins with. */
export interface ThreadWork {
  readonly stretch: ReplayStretch;
  readonly history: ReplayHistory;
  readonly share: ReplayShare;
}

/** What it is handed: the observations of a batch, at the end nothing. */
export type ThreadTask = PackedObservations | 'finish';

/** What it answers to each: that the batch is judged, at the end what it has found. */
export type ThreadAnswer = 'taken' | ShareResult;
