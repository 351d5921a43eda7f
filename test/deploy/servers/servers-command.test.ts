import assert from 'node:assert/strict';
import { environmentLines, serverArguments } from '../../../deploy/servers/servers-command.ts';

describe('npm run servers', () => {
  it('says in one line what is wrong with its arguments', () => {
    assert.throws(
      () => serverArguments(['--brokers', '2']),
      /^HalcyonError: --brokers is '2', should be 1 or 3; --help/,
    );
    assert.throws(() => serverArguments(['--brooker']), /^HalcyonError: Unknown option '--brooker'/);
  });

  it('prints settings that a shell takes as they are', () => {
    assert.equal(
      environmentLines({ A: 'http://u:p%20@h:1/x', B: "it's $HOME" }),
      "export A=http://u:p%20@h:1/x\nexport B='it'\\''s $HOME'\n",
    );
  });
});
