import type { CheckName } from '../../schemas/judgement-configuration.ts';
import type { ParameterSpecification } from '../methods/temporal-method.ts';

/** What a common check says of itself; documentation is made from it. */
export interface CheckSpecification {
  readonly name: CheckName;
  /** Raised whenever the same input may give another answer: it is part of every anomaly's identity. */
  readonly version: number;
  readonly summary: string;
  readonly parameters: readonly ParameterSpecification[];
  /** Where the test comes from. */
  readonly source: string;
}
