import { z } from 'zod';
import { HalcyonError } from '../../../schemas/errors.ts';
import { careShape } from '../../../schemas/http/answers/care-answer.ts';
import { nameText } from '../../../schemas/http/name-text.ts';
import { faultIdText } from '../../../schemas/reports/given-id.ts';
import { isoOf } from '../../../schemas/time.ts';
import { nameOf } from '../../access/caller.ts';
import { causesOf, isOfFeed, mayShareCause } from '../../answers/causes.ts';
import { FAULT_ID } from '../../answers/record-id.ts';
import { refused } from '../../experts/endpoints/rule-fields.ts';
import { endpoint, json } from '../../http/endpoint.ts';
import { query, timeText } from '../../http/query-fields.ts';
import { changeCare } from '../change-care.ts';
import { faultsAtMoment } from '../network-reading.ts';
import { careAnswer } from '../now-answer.ts';
import type { DutyDependencies } from './duty-dependencies.ts';

/** Longest that a fault may be put off: what is to be left alone for longer is muted, or no fault [ms]. */
const LONGEST_SNOOZE_MS = 31 * 86_400_000;
/** Largest version that the catalogue keeps, but for the next. */
const LARGEST_VERSION = 2_147_483_646;

const careBody = z
  .strictObject({
    version: z.int().min(0).max(LARGEST_VERSION).describe('The one that was seen; 0 where there was none.'),
    assignee: nameText.nullish().describe('Who looks after it from now on; nobody where it is not given.'),
    snoozed_until: timeText.nullish().describe('At most 31 days from now; not put off where it is not given.'),
  })
  .meta({ examples: [{ version: 0, assignee: 'ada' }] });

export const putCare = endpoint({
  name: 'put-fault-care',
  method: 'PUT',
  part: 'detection',
  roles: ['curator'],
  path: '/api/v1/faults/:id/care',
  description:
    'Says who looks after a fault, and until when nobody wants to be reminded of it, in the place of what was said before. ' +
    'Open alerts of a fault that somebody takes, and of those of the same cause, are acknowledged. `version` is that of the care ' +
    'that was seen: where somebody else has changed it since, or entered one for another fault of the cause, the answer is 409 ' +
    'and says who. The same again changes nothing.',
  audit: {
    action: 'fault.care',
    of: ({ path, body }, answered) => ({
      about: { kind: 'fault', id: path.id },
      ...(answered !== undefined && {
        detail: `assignee ${body.assignee ?? 'none'}, snoozed until ${
          typeof body.snoozed_until === 'number' ? isoOf(body.snoozed_until) : 'none'
        }`,
      }),
    }),
  },
  pathParameters: z.object({ id: faultIdText }),
  query: query({}),
  body: { kind: 'json', schema: careBody as z.ZodType<z.output<typeof careBody>>, limit: 'bodyBytes' },
  success: json('The care as it then is.', careShape),
  errors: { 404: 'There is no fault of this id.', 409: 'Somebody else has changed it since it was seen.' },
  async answer({ path: { id }, body, caller }, { store, experts, alerts, now }: DutyDependencies) {
    const fault = FAULT_ID.test(id) ? await store.fault(id) : null;
    if (fault === null) throw new HalcyonError('not_found', 'there is no fault of this id');
    const at = now();
    const { version: seen, assignee = null, snoozed_until: snoozedUntil = null } = body;
    if (snoozedUntil !== null && (snoozedUntil <= at || snoozedUntil > at + LONGEST_SNOOZE_MS)) {
      const msg = "'snoozed_until' should be later than now, by at most 31 days";
      throw refused('snoozed_until', msg);
    }
    // As the page Now shows them: what is not in the row of the fault has no say in it.
    const { shown } = mayShareCause(fault)
      ? await faultsAtMoment({ store, experts }, { network: fault.network, time: at })
      : { shown: [fault] };
    const stations = isOfFeed(fault.kind) ? await store.allStations(fault.network) : [];
    const inUse = stations.filter(({ retired }) => !retired).length;
    const cause = causesOf(shown, { time: at, inUse }).get(id) ?? [fault];
    const care = await changeCare(alerts.catalogue, {
      fault: id,
      cause: cause.map((one) => one.id),
      network: fault.network,
      seen,
      assignee,
      snoozedUntil,
      by: nameOf(caller),
      at,
    });
    alerts.deliverer.wake();
    return { status: 200, body: careAnswer(care) };
  },
});
