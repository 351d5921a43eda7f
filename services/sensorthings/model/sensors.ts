import { field } from '../../stores/rows/row-expression.ts';
import type { EntitySet } from './entity-set.ts';
import { textsOf, VARIABLE_TERMS } from './variable-terms.ts';

export const sensors: EntitySet<'variables'> = {
  name: 'Sensors',
  description: 'Kinds of instruments: one for each variable, as makes are not recorded.',
  relation: 'variables',
  key: ['variable'],
  properties: ['name', 'description', 'encodingType', 'metadata', 'properties'],
  navigations: { Datastreams: { set: 'Datastreams', many: true } },
  asked: {
    name: { type: 'text', row: { kind: 'ofVariable', texts: textsOf(({ sensor }) => sensor.name) } },
    'properties/variable': { type: 'text', row: field('variable') },
  },
  keyOf: ({ variable }) => ({ variable }),
  propertiesOf: ({ variable }) => {
    const { sensor } = VARIABLE_TERMS[variable];
    return {
      ...sensor,
      encodingType: 'text/plain',
      metadata: sensor.description,
      properties: { variable },
    };
  },
};
