import { z } from 'zod';
import { moment } from '../../reports/moment.ts';
import { reportedOutageShape } from '../../reports/report.ts';
import { nextCursor } from './page-answer.ts';

/** A page of the outages of one network, and the stretch in which they were sought. */
export const outagesAnswerShape = z
  .object({
    network: z.string(),
    from: moment,
    to: moment,
    outages: z.array(reportedOutageShape),
    next_cursor: nextCursor,
  })
  .meta({
    id: 'Outages',
    examples: [
      {
        network: 'demo',
        from: '2026-11-21T13:00:00Z',
        to: '2026-11-22T13:00:00Z',
        outages: [
          {
            kind: 'missing',
            scope: 'network',
            start: '2026-11-22T03:10:00Z',
            end: '2026-11-22T03:40:00Z',
            stations: ['demo-0001', 'demo-0002', 'demo-0003'],
            share: 0.75,
            reason: '3 of 4 stations sent nothing',
          },
        ],
        next_cursor: null,
      },
    ],
  });
