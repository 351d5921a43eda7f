import type { Endpoint } from '../../http/endpoint.ts';
import type { AlertEndpointDependencies } from './alert-endpoint-dependencies.ts';
import { acknowledgeAlert, resolveAlert } from './change-alert.ts';
import { commentAlert } from './comment-alert.ts';
import { createAlertRule } from './create-alert-rule.ts';
import { createSilence } from './create-silence.ts';
import { deleteAlertRule } from './delete-alert-rule.ts';
import { endSilence } from './end-silence.ts';
import { getAlert } from './get-alert.ts';
import { getAlertRule } from './get-alert-rule.ts';
import { listAlertRules } from './list-alert-rules.ts';
import { listAlerts } from './list-alerts.ts';
import { listSilences } from './list-silences.ts';
import { previewAlertRule } from './preview-alert-rule.ts';
import { putAlertRule } from './put-alert-rule.ts';
import { testAlertRule } from './test-alert-rule.ts';

/** The endpoints of alerts, their rules and silences. */
export const ALERT_ENDPOINTS: readonly Endpoint<AlertEndpointDependencies>[] = [
  listAlerts,
  getAlert,
  acknowledgeAlert,
  resolveAlert,
  commentAlert,
  listAlertRules,
  createAlertRule,
  previewAlertRule,
  getAlertRule,
  putAlertRule,
  deleteAlertRule,
  testAlertRule,
  listSilences,
  createSilence,
  endSilence,
];
