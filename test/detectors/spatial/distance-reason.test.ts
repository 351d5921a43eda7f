import assert from 'node:assert/strict';
import { type DistanceGrounds, distanceReason } from '../../../detectors/spatial/distance-reason.ts';

const GROUNDS: Omit<DistanceGrounds, 'votes'> = {
  classification: 'suspected',
  variable: 'temp_out',
  ...{ actual: 20, implied: 12, sigma: 1 },
  ...{ compared: 5, few: false, hindrance: null, stirring: 0, usual: null, wet: null },
};

describe('the reason of a verdict by distance', () => {
  it('says that neighbours disagree only where they do', () => {
    const agreed = distanceReason({ ...GROUNDS, votes: { away: 5, returned: 0, along: 0, still: 0 } });
    assert.equal(
      agreed,
      'it stands away from what all 5 neighbours imply (8.0 degC above the 12.0 implied, usual spread 1.0), nothing stirs around: too little for a failure',
    );
    const torn = distanceReason({ ...GROUNDS, votes: { away: 3, returned: 0, along: 2, still: 0 } });
    assert.ok(torn.endsWith(': the neighbours disagree'), torn);
  });
});
