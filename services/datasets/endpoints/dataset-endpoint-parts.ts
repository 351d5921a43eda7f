import type { Configuration } from '../../../schemas/configuration.ts';
import type { HttpLimits } from '../../http/http-limits.ts';
import type { LogFailure } from '../../http/middleware/error-answers.ts';
import type { DatasetParts } from '../dataset-parts.ts';

/** What the endpoints of the dataset API rest on. */
export interface DatasetEndpointParts {
  readonly configuration: Pick<Configuration, 'uploadLimit'>;
  readonly datasets: DatasetParts;
  readonly limits?: Partial<HttpLimits>;
  readonly logFailure: LogFailure;
}
