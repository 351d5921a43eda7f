import { z } from 'zod';
import { HalcyonError } from '../../../schemas/errors.ts';
import { wholeFaultShape } from '../../../schemas/http/answers/fault-answer.ts';
import { faultIdText } from '../../../schemas/reports/given-id.ts';
import { faultAnswer } from '../../answers/fault-answer.ts';
import { FAULT_ID } from '../../answers/record-id.ts';
import { overlayOf } from '../../experts/overlay.ts';
import { endpoint, json } from '../../http/endpoint.ts';
import { query, unitsField } from '../../http/query-fields.ts';
import type { FoundDependencies } from './detection-dependencies.ts';

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
  async answer(call, dependencies: FoundDependencies) {
    const { id } = call.path;
    const fault = FAULT_ID.test(id) ? await dependencies.store.fault(id) : null;
    if (fault === null) throw new HalcyonError('not_found', 'there is no fault of this id');
    const { network, station, version, configuration } = fault;
    const override = (await overlayOf(dependencies.experts, { network, station })).overrideOfFault(fault);
    return { status: 200, body: { ...faultAnswer(fault, call.query.units, override), version, configuration } };
  },
});
