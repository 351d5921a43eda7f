import assert from 'node:assert/strict';
import { isServed } from '../../../../../services/web/client/session/served-pages.ts';
import { tokenServices } from '../../../../../services/web/client/session/token-roles.ts';

const token = (claims: object) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.x`;

describe('the pages that are offered by service', () => {
  it('are those whose service takes the token', () => {
    const services = tokenServices(token({ aud: ['detect', 'aps'] }));
    assert.deepEqual(
      ['now', 'patterns', 'datasets'].map((page) => isServed(page, services)),
      [true, true, false],
    );
    assert.equal(isServed('datasets', tokenServices(token({ aud: 'dmm' }))), true);
    assert.equal(isServed('datasets', tokenServices('not a token')), false);
  });

  it('are all where nobody has to log in', () => {
    assert.equal(isServed('datasets', null), true);
  });
});
