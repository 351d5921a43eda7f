import type { Variable } from '../../../../schemas/variables.ts';
import type { StationState } from '../state/station-state.ts';

export type { AnomalyAnswer } from '../../../../schemas/http/answers/anomaly-answer.ts';
export type { ObservationAnswer } from '../../../../schemas/http/answers/observation-answer.ts';
export type { StationAnswer } from '../../../../schemas/http/answers/station-answer.ts';
export type { ThresholdsAnswer } from '../../../../schemas/http/answers/thresholds-answer.ts';

/** How one variable of a station is. */
export interface VariableState {
  readonly value: number | null;
  readonly time: string | null;
  readonly state: StationState;
  readonly anomaly_id?: string;
}

/** How a station is at a time: one of `GET /api/v1/states`. */
export interface StateAnswer {
  readonly id: string;
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly elevation: number | null;
  readonly state: StationState;
  readonly provisional: boolean;
  readonly variables: Readonly<Partial<Record<Variable, VariableState>>>;
  readonly last_seen: string | null;
}

/** Answer of `GET /api/v1/states`. */
export interface StatesAnswer {
  readonly network: string;
  readonly time: string;
  readonly states: readonly StateAnswer[];
}
