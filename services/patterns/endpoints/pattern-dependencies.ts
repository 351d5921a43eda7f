import type { ReadinessCheck } from '../../telemetry/readiness-check.ts';
import type { PatternDrawer } from '../drawing/pattern-drawer.ts';
import type { PatternStore } from '../pattern-store.ts';

/** What the pattern service rests on. */
export interface PatternDependencies {
  readonly patterns: PatternStore;
  readonly drawer: Pick<PatternDrawer, 'draw'>;
  readonly readiness: () => Promise<Record<string, ReadinessCheck>>;
}
