import type { Readable } from 'node:stream';
import type { Configuration } from '../../schemas/configuration.ts';
import type { AlertEndpointDependencies } from '../alerts/endpoints/alert-endpoint-dependencies.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { AuditTrailDependencies } from '../audit-trail/endpoints/audit-trail-dependencies.ts';
import type { DatasetEndpointDependencies } from '../datasets/endpoints/dataset-endpoint-dependencies.ts';
import type { DetectionDependencies } from '../detection/endpoints/detection-dependencies.ts';
import type { DutyDependencies } from '../duty/endpoints/duty-dependencies.ts';
import type { ExpertDependencies } from '../experts/endpoints/expert-dependencies.ts';
import type { HealthDependencies } from '../health/endpoints/health-dependencies.ts';
import type { PeopleDependencies } from '../identity/administration/endpoints/people-dependencies.ts';
import type { ObservationDependencies } from '../observations/endpoints/observation-dependencies.ts';
import type { PatternDependencies } from '../patterns/endpoints/pattern-dependencies.ts';
import type { SensorThingsDependencies } from '../sensorthings/sensorthings-dependencies.ts';
import type { StationDependencies } from '../stations/endpoints/station-dependencies.ts';
import type { StreamDependencies } from '../stream/endpoints/stream-dependencies.ts';
import type { AnsweredRequest } from '../telemetry/answered-request.ts';
import type { ProcessDependencies } from './endpoints/process-dependencies.ts';

/** What the HTTP services rest on, that of each product's endpoints: ports only, so that tests can give others. */
export interface HttpDependencies
  extends ProcessDependencies,
    StationDependencies,
    ObservationDependencies,
    DetectionDependencies,
    ExpertDependencies,
    DutyDependencies,
    HealthDependencies,
    StreamDependencies,
    AlertEndpointDependencies,
    AuditTrailDependencies,
    PeopleDependencies,
    SensorThingsDependencies,
    PatternDependencies,
    DatasetEndpointDependencies {
  readonly configuration: Configuration;
  /** Takes what was answered, for the log; left out where nobody wants it. */
  readonly logAccess?: (answered: AnsweredRequest) => void;
  /** Where is recorded who did what. */
  readonly audit: AuditLog;
  /** The catalogue as a copy of it, where this process has it. */
  readonly copyCatalogue?: () => Readable;
}
