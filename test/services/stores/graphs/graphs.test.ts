import { onBothCatalogues } from '../both-catalogues.ts';
import { graphContract } from './graph-contract.ts';

describe('property graphs', () => {
  onBothCatalogues((catalogue) => graphContract('in the catalogue', catalogue));
});
