import type { Endpoint } from '../../http/endpoint.ts';
import type { DutyDependencies } from './duty-dependencies.ts';
import { getNow } from './get-now.ts';
import { getReport } from './get-report.ts';
import { putCare } from './put-care.ts';

/** The endpoints of whoever is on duty: what is wrong now, who looks after it, and how good a network was. */
export const DUTY_ENDPOINTS: readonly Endpoint<DutyDependencies>[] = [getNow, getReport, putCare];
