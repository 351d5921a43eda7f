import type { Endpoint } from '../../http/endpoint.ts';
import type { DutyDependencies } from './duty-dependencies.ts';
import { getNow } from './get-now.ts';
import { putCare } from './put-care.ts';

/** The endpoints of whoever is on duty: what is wrong now, and who looks after it. */
export const DUTY_ENDPOINTS: readonly Endpoint<DutyDependencies>[] = [getNow, putCare];
