import { z } from 'zod';
import { reportedOutageShape } from '../../report.ts';
import { moment } from './moment.ts';
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
  .meta({ id: 'Outages' });

export type OutagesAnswer = z.output<typeof outagesAnswerShape>;
