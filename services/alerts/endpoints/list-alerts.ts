import { z } from 'zod';
import { ALERT_STATES, SEVERITIES } from '../../../schemas/alert.ts';
import { alertAnswerShape } from '../../../schemas/http/answers/alert-answer.ts';
import { pageShape } from '../../../schemas/http/answers/page-answer.ts';
import { networkName } from '../../../schemas/http/name-text.ts';
import { endpoint, json } from '../../http/endpoint.ts';
import {
  EARLIEST,
  given,
  LATEST,
  pageFields,
  query,
  stationsText,
  timeFields,
  wordText,
} from '../../http/query-fields.ts';
import { Cursor } from '../../stores/cursor.ts';
import { alertAnswer } from '../answers/alert-answer.ts';
import { listAlerts as listed } from '../records/alert-records.ts';
import type { AlertEndpointDependencies } from './alert-endpoint-dependencies.ts';

/** Opening and id of the last alert of the page before. */
const CURSOR = new Cursor('alerts', ['number', 'string']);

export const listAlerts = endpoint({
  name: 'list-alerts',
  method: 'GET',
  part: 'detection',
  roles: ['user'],
  path: '/api/v1/alerts',
  description:
    'Alerts, the newest first: one for each rule and episode. Filters: state, severity, network, station, from and to (of ' +
    'when it opened, both included).',
  pathParameters: z.object({}),
  query: query({
    state: wordText(ALERT_STATES).optional(),
    severity: wordText(SEVERITIES).optional(),
    network: networkName.optional(),
    station: stationsText.optional(),
    ...timeFields,
    ...pageFields,
  }),
  success: json('A page of alerts.', pageShape('alerts', alertAnswerShape)),
  async answer(call, { alerts }: AlertEndpointDependencies) {
    const { limit, cursor, ...asked } = call.query;
    const after = CURSOR.read(cursor);
    const place = after === null ? null : ([Math.min(Math.max(after[0], EARLIEST), LATEST), after[1]] as const);
    const found = await listed(alerts.catalogue, {
      ...given({ ...asked, network: call.scope.within(asked.network) }),
      limit: limit + 1,
      after: place,
    });
    const page = found.slice(0, limit);
    const last = page.at(-1);
    const next = found.length > limit && last !== undefined ? CURSOR.write([last.opened, last.id]) : null;
    return { status: 200, body: { alerts: page.map(alertAnswer), next_cursor: next } };
  },
});
