import { z } from 'zod';
import { AUDIT_ACTION_NAMES, AUDIT_RESULTS } from '../../../schemas/audit.ts';
import { type AuditRecord, auditRecordShape } from '../../../schemas/http/answers/audit-answer.ts';
import { pageShape } from '../../../schemas/http/answers/page-answer.ts';
import { nameText, networkName } from '../../../schemas/http/name-text.ts';
import { endpoint, list, NO_SUCH_FORMAT } from '../../http/endpoint.ts';
import type { FormatName } from '../../http/format.ts';
import { answerColumns } from '../../http/formats/answer-columns.ts';
import { listAnswer } from '../../http/formats/list-answer.ts';
import { noPositions } from '../../http/formats/station-positions.ts';
import { listFields, query, timeFields, wordText } from '../../http/query-fields.ts';
import type { AuditTrailDependencies } from './audit-trail-dependencies.ts';

/** Not GeoJSON: a record is at no place. */
const FORMATS: readonly FormatName[] = ['json', 'csv', 'arrow', 'parquet'];
const COLUMNS = answerColumns<AuditRecord>(auditRecordShape);

export const listAudit = endpoint({
  name: 'list-audit',
  method: 'GET',
  part: 'detection',
  roles: ['admin'],
  path: '/api/v1/audit',
  description:
    'Who did what, from where and with what result, newest first: the audit log in the data folder of the process that ' +
    'answers. Filters: from and to (of the record, both included), actor (subject, username or client), action, result, ' +
    'network. Also as csv, arrow or parquet (`format`, or Accept), with `limit=all` all at once.',
  audit: { action: 'audit.read' },
  pathParameters: z.object({}),
  query: query({
    ...timeFields,
    actor: nameText.meta({ examples: ['ada'] }).optional(),
    action: wordText(AUDIT_ACTION_NAMES).optional(),
    result: wordText(AUDIT_RESULTS).optional(),
    network: networkName.optional(),
    ...listFields,
  }),
  formats: FORMATS,
  errors: { 406: NO_SUCH_FORMAT },
  success: list('A page of records.', pageShape('records', auditRecordShape), FORMATS),
  // Whole days are read.
  atOnce: 4,
  async answer(call, { auditTrail }: AuditTrailDependencies) {
    const { limit: _limit, cursor: _cursor, format: _format, ...asked } = call.query;
    return listAnswer(call, {
      formats: FORMATS,
      name: 'audit',
      columns: COLUMNS,
      positions: noPositions,
      // Who administers some networks reads what was done to those.
      page: (place) => auditTrail.page({ ...asked, ...place, network: call.scope.within(asked.network) }),
      body: ({ items, next }) => ({ records: items, next_cursor: next }),
    });
  },
});
