import assert from 'node:assert/strict';
import type { Catalogue } from '../../../services/stores/catalogue.ts';
import { OpeningCatalogue } from '../../../services/system/opening-catalogue.ts';

describe('the catalogue of a system that starts', () => {
  const closed: string[] = [];
  const catalogue = { close: async () => void closed.push('catalogue') } as unknown as Catalogue;

  beforeEach(() => closed.splice(0));

  it('is opened once, by whoever begins first, and closed', async () => {
    let opened = 0;
    const opening = new OpeningCatalogue(async () => {
      opened += 1;
      return catalogue;
    });
    assert.equal(opened, 0);
    assert.equal(await opening.begin(), catalogue);
    assert.equal(await opening.begin(), catalogue);
    await opening.close();
    assert.deepEqual([opened, closed], [1, ['catalogue']]);
  });

  it('that fails is told whoever waits for it, and nobody else', async () => {
    const opening = new OpeningCatalogue(async () => {
      throw new Error('locked');
    });
    void opening.begin();
    await new Promise((resolve) => setImmediate(resolve));
    await assert.rejects(async () => opening.begin(), /locked/);
    await opening.close();
  });

  it('is none where none is needed, or none was begun', async () => {
    const none = new OpeningCatalogue(null);
    assert.equal(none.begin(), null);
    await none.close();
    await new OpeningCatalogue(async () => catalogue).close();
    assert.deepEqual(closed, []);
  });
});
