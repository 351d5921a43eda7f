import type { Classification } from '../../schemas/anomaly.ts';
import type { SpatialMethodName } from '../../schemas/judgement-configuration.ts';
import type { ParameterSpecification } from '../methods/temporal-method.ts';
import type { SpatialQuestion } from '../neighbours/spatial-question.ts';

export interface SpatialSpecification {
  readonly name: SpatialMethodName;
  readonly version: number;
  readonly summary: string;
  readonly parameters: readonly ParameterSpecification[];
  /** Slots before the candidate's that it looks at. */
  readonly slotsBefore: number;
  readonly guarantees: readonly string[];
  readonly notFor: string;
  readonly source: string;
}

export interface SpatialAnswer {
  readonly classification: Classification;
  /** In [-1, 1]; 0 where nothing could be compared. */
  readonly correlation: number;
  /** Identifiers of the neighbours that could be compared, nearest first. */
  readonly neighbors: readonly string[];
  /** In words, for the operator. */
  readonly reason: string;
  /** Numbers behind the verdict: plain JSON, made when it is asked for. */
  readonly evidence: Readonly<Record<string, unknown>>;
}

/** Tells weather from failure by the neighbours: a pure function of its question. */
export interface SpatialMethod {
  readonly specification: SpatialSpecification;
  verify(question: SpatialQuestion): SpatialAnswer;
}
