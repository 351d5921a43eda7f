import { z } from 'zod';
import { FAULT_KINDS, FAULT_STATES } from '../../../schemas/fault.ts';
import { type FaultAnswer, faultAnswerShape } from '../../../schemas/http/answers/fault-answer.ts';
import { pageShape } from '../../../schemas/http/answers/page-answer.ts';
import { networkName } from '../../../schemas/http/name-text.ts';
import { VARIABLES } from '../../../schemas/variables.ts';
import { faultAnswer } from '../../answers/fault-answer.ts';
import { overlayOf } from '../../experts/overlay.ts';
import { endpoint, list, NO_SUCH_FORMAT } from '../../http/endpoint.ts';
import { FORMAT_NAMES } from '../../http/format.ts';
import { answerColumns } from '../../http/formats/answer-columns.ts';
import { listAnswer } from '../../http/formats/list-answer.ts';
import { stationPositions } from '../../http/formats/station-positions.ts';
import {
  boxText,
  given,
  listFields,
  query,
  stationsText,
  timeFields,
  unitsField,
  wordText,
} from '../../http/query-fields.ts';
import type { FoundDependencies } from './detection-dependencies.ts';

const COLUMNS = answerColumns<FaultAnswer>(faultAnswerShape);

export const listFaults = endpoint({
  name: 'list-faults',
  method: 'GET',
  part: 'detection',
  roles: ['user'],
  path: '/api/v1/faults',
  description:
    'Faults of sensors: since when one is wrong, until when, by how much. The fault that began last comes first. Filters: ' +
    'network, station, variable, kind, state, open (`true`: those without an end; `false`: those with one), from and to ' +
    '(faults with a part in that stretch, both included), box (`west,south,east,north` in degrees). The last version of ' +
    'each counts, withdrawn ones only with `state=withdrawn`. What people say of a fault goes before: those that they call ' +
    'none are left out, others have `override`; `rejected=true` lists those that they call none, and no others. `units=si` gives m/s and Pa. Also as csv, geojson, arrow or ' +
    'parquet (`format`, or Accept), with `limit=all` all at once.',
  pathParameters: z.object({}),
  query: query({
    network: networkName.optional(),
    station: stationsText.optional(),
    variable: wordText(VARIABLES).optional(),
    kind: wordText(FAULT_KINDS).optional(),
    state: wordText(FAULT_STATES).optional(),
    open: wordText(['true', 'false']).optional(),
    rejected: wordText(['true', 'false']).optional(),
    box: boxText.optional(),
    ...timeFields,
    ...unitsField,
    ...listFields,
  }),
  formats: FORMAT_NAMES,
  errors: { 406: NO_SUCH_FORMAT },
  success: list('A page of faults.', pageShape('faults', faultAnswerShape), FORMAT_NAMES),
  async answer(call, dependencies: FoundDependencies) {
    const overlay = await overlayOf(
      dependencies.experts,
      given({ network: call.query.network, station: call.query.station }),
    );
    const { open, rejected, units, limit: _limit, cursor: _cursor, format: _format, ...asked } = call.query;
    return listAnswer(call, {
      formats: FORMAT_NAMES,
      name: 'faults',
      columns: COLUMNS,
      positions: stationPositions(dependencies.store, asked.network),
      page: async (place) => {
        const isOpen = open === undefined ? undefined : open === 'true';
        const isRejected = rejected === 'true' ? true : undefined;
        const { items, next } = await dependencies.store.faults(
          given({ ...asked, ...place, open: isOpen, rejected: isRejected }),
        );
        return { items: items.map((fault) => faultAnswer(fault, units, overlay.overrideOfFault(fault))), next };
      },
      body: ({ items, next }) => ({ faults: items, next_cursor: next }),
    });
  },
});
