import assert from 'node:assert/strict';
import { PasswordCheck } from '../../../../services/identity/passwords/password-check.ts';

describe('the check of passwords', () => {
  it('hashes them with the work that OWASP asks for, unless it is told to do less', async () => {
    assert.match(await new PasswordCheck().hash('ä'), /^\$scrypt\$ln=15,r=8,p=3\$/);
    assert.match(await new PasswordCheck(10).hash('ä'), /^\$scrypt\$ln=10,r=8,p=3\$/);
  });
});
