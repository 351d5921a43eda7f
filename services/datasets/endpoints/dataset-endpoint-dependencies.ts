import type { Configuration } from '../../../schemas/configuration.ts';
import type { HttpLimits } from '../../http/http-limits.ts';
import type { LogFailure } from '../../http/middleware/error-answers.ts';
import type { DatasetDependencies } from '../dataset-dependencies.ts';

/** What the endpoints of the dataset API rest on. */
export interface DatasetEndpointDependencies {
  readonly configuration: Pick<Configuration, 'uploadLimit'>;
  readonly datasets: DatasetDependencies;
  readonly limits?: Partial<HttpLimits>;
  readonly logFailure: LogFailure;
  /** Current time, ms since the epoch. */
  readonly now: () => number;
}
