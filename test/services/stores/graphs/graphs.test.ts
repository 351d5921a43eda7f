import { onBothCatalogues } from '../both-catalogues.ts';
import { graphContract } from './graph-contract.ts';

describe('property graphs', function () {
  this.timeout(60_000);
  onBothCatalogues((catalogue) => graphContract('in the catalogue', catalogue));
});
