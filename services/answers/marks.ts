import type { Anomaly } from '../../schemas/anomaly.ts';
import type { ExpertRule, OverrideClass } from '../../schemas/expert-rule.ts';

/** What people say of an anomaly. */
export interface Marks {
  /** What it is called instead; null where nobody has said otherwise. */
  readonly override: (Pick<ExpertRule, 'reason' | 'by' | 'at'> & { readonly classification: OverrideClass }) | null;
  /** The maintenance window that it lies in; null where it lies in none. */
  readonly maintenance: string | null;
}

/** Of an anomaly that nobody has said anything of. */
export const NO_MARKS: Marks = { override: null, maintenance: null };

/** What an anomaly is recognised by. */
export type Marked = Pick<Anomaly, 'id' | 'network' | 'station' | 'variable' | 'time'>;

/** Who knows what people say of anomalies. */
export interface KnownMarks {
  marksOf(anomaly: Marked): Marks;
}
