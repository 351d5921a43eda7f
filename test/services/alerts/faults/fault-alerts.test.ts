import { onBothCatalogues } from '../../stores/both-catalogues.ts';
import { alertsOfFaults } from './alerts-of-faults.ts';
import { alertsOfFeeds } from './alerts-of-feeds.ts';
import { alertsThatPeopleChange } from './alerts-that-people-change.ts';

// Three files of tests share a catalogue of each kind.
describe('alerts of faults', () => {
  onBothCatalogues((catalogue) => {
    alertsOfFaults(catalogue);
    alertsOfFeeds(catalogue);
    alertsThatPeopleChange(catalogue);
  });
});
