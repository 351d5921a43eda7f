import { z } from 'zod';
import { HalcyonError } from '../../../schemas/errors.ts';
import { wholeFaultShape } from '../../../schemas/http/answers/fault-answer.ts';
import { faultIdText } from '../../../schemas/reports/given-id.ts';
import { overlayOf } from '../../experts/overlay.ts';
import { faultAnswer } from '../answers/fault-answer.ts';
import { query, unitsField } from '../query-fields.ts';
import { endpoint, json } from './endpoint.ts';

/** What the id of a fault looks like; the store has no other. */
export const FAULT_ID = /^[0-9a-f]{32}$/;

export const getFault = endpoint({
  name: 'get-fault',
  method: 'GET',
  part: 'detection',
  roles: ['user'],
  path: '/api/v1/faults/:id',
  description:
    'One fault of a sensor in its last version, with the configuration of the judgement. A withdrawn one is found as well, ' +
    'and one that people call none.',
  pathParameters: z.object({ id: faultIdText }),
  query: query({ ...unitsField }),
  success: json('The fault.', wholeFaultShape),
  errors: { 404: 'There is no fault of this id.' },
  async answer(call, parts) {
    const { id } = call.path;
    const fault = FAULT_ID.test(id) ? await parts.store.fault(id) : null;
    if (fault === null) throw new HalcyonError('not_found', 'there is no fault of this id');
    const { network, station, version, configuration } = fault;
    const override = (await overlayOf(parts.experts, { network, station })).overrideOfFault(fault);
    return { status: 200, body: { ...faultAnswer(fault, call.query.units, override), version, configuration } };
  },
});
