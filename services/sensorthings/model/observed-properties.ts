import { field } from '../../stores/rows/row-expression.ts';
import type { EntitySet } from './entity-set.ts';
import { textsOf, VARIABLE_TERMS } from './variable-terms.ts';

export const observedProperties: EntitySet<'variables'> = {
  name: 'ObservedProperties',
  description: 'The variables that are judged.',
  relation: 'variables',
  key: ['variable'],
  properties: ['name', 'definition', 'description', 'properties'],
  navigations: { Datastreams: { set: 'Datastreams', many: true } },
  asked: {
    name: { type: 'text', row: { kind: 'ofVariable', texts: textsOf(({ name }) => name) } },
    definition: { type: 'text', row: { kind: 'ofVariable', texts: textsOf(({ definition }) => definition) } },
    'properties/variable': { type: 'text', row: field('variable') },
  },
  keyOf: ({ variable }) => ({ variable }),
  propertiesOf: ({ variable }) => {
    const { name, description, definition } = VARIABLE_TERMS[variable];
    return { name, definition, description, properties: { variable } };
  },
};
