import { z } from 'zod';
import { detectBody } from '../../../schemas/http/detect-body.ts';
import { shortTermReportShape } from '../../../schemas/reports/report.ts';
import { endpoint, json } from '../../http/endpoint.ts';
import { query } from '../../http/query-fields.ts';
import { StoreSource } from '../../stores/store-source.ts';
import type { DetectionDependencies } from './detection-dependencies.ts';

export const detect = endpoint({
  name: 'detect',
  method: 'POST',
  part: 'detection',
  roles: ['user'],
  path: '/api/v1/detect',
  description:
    'Judges a stretch of the stored history as the command line does and answers its JSON report; nothing is written ' +
    'into the live results. 409 where not one value could be judged.',
  audit: null,
  pathParameters: z.object({}),
  query: query({}),
  body: { kind: 'json', schema: detectBody, limit: 'bodyBytes' },
  success: json('The report.', shortTermReportShape),
  errors: { 404: 'There is no such network.', 409: 'Not one value could be judged.' },
  // A detection is bound by the processor: more at once would only make each slower.
  atOnce: 4,
  timeLimit: 'detectMs',
  async answer(call, dependencies: DetectionDependencies) {
    return {
      status: 200,
      body: await dependencies.detect(new StoreSource(dependencies.store, 'the store'), call.body, call.signal),
    };
  },
});
