import { onBothCatalogues } from '../../stores/both-catalogues.ts';
import { alertsOfFaults } from './alerts-of-faults.ts';
import { alertsThatPeopleChange } from './alerts-that-people-change.ts';

// Two files of tests share a catalogue of each kind.
describe('alerts of faults', () => {
  onBothCatalogues((catalogue) => {
    alertsOfFaults(catalogue);
    alertsThatPeopleChange(catalogue);
  });
});
