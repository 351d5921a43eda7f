import type { Readable } from 'node:stream';
import type { Configuration } from '../../schemas/configuration.ts';
import type { AlertEndpointParts } from '../alerts/endpoints/alert-endpoint-parts.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { AuditTrailParts } from '../audit-trail/endpoints/audit-trail-parts.ts';
import type { DatasetEndpointParts } from '../datasets/endpoints/dataset-endpoint-parts.ts';
import type { DetectionParts } from '../detection/endpoints/detection-parts.ts';
import type { ExpertParts } from '../experts/endpoints/expert-parts.ts';
import type { HealthParts } from '../health/endpoints/health-parts.ts';
import type { ObservationParts } from '../observations/endpoints/observation-parts.ts';
import type { PatternParts } from '../patterns/endpoints/pattern-parts.ts';
import type { SensorThingsParts } from '../sensorthings/sensorthings-parts.ts';
import type { StationParts } from '../stations/endpoints/station-parts.ts';
import type { StreamParts } from '../stream/endpoints/stream-parts.ts';
import type { AnsweredRequest } from '../telemetry/answered-request.ts';
import type { ProcessParts } from './endpoints/process-parts.ts';

/** What the HTTP services rest on, that of each product's endpoints: ports only, so that tests can give others. */
export interface HttpParts
  extends ProcessParts,
    StationParts,
    ObservationParts,
    DetectionParts,
    ExpertParts,
    HealthParts,
    StreamParts,
    AlertEndpointParts,
    AuditTrailParts,
    SensorThingsParts,
    PatternParts,
    DatasetEndpointParts {
  readonly configuration: Configuration;
  /** Takes what was answered, for the log; left out where nobody wants it. */
  readonly logAccess?: (answered: AnsweredRequest) => void;
  /** Where is recorded who did what. */
  readonly audit: AuditLog;
  /** The catalogue as a copy of it, where this process has it. */
  readonly copyCatalogue?: () => Readable;
}
