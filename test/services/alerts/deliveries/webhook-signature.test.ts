import assert from 'node:assert/strict';
import { signatureHeaders } from '../../../../services/alerts/deliveries/webhook-signature.ts';

/** The example of the libraries of Standard Webhooks. */
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const ID = 'msg_p5jXN8AQM9LWM0D4loKWxJek';
const AT = 1_614_265_330_000;
const BODY = '{"test": 2432232314}';

describe('the signature of a webhook', () => {
  it('is that of Standard Webhooks', () => {
    assert.deepEqual(signatureHeaders(SECRET, ID, AT + 999, BODY), {
      'webhook-id': ID,
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  it('takes a secret without its beginning, and changes with each part', () => {
    const signed = signatureHeaders(SECRET, ID, AT, BODY)['webhook-signature'];
    assert.equal(signatureHeaders(SECRET.slice(6), ID, AT, BODY)['webhook-signature'], signed);
    for (const other of [
      signatureHeaders(SECRET, `${ID}x`, AT, BODY),
      signatureHeaders(SECRET, ID, AT + 1000, BODY),
      signatureHeaders(SECRET, ID, AT, `${BODY} `),
      signatureHeaders('whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', ID, AT, BODY),
    ]) {
      assert.notEqual(other['webhook-signature'], signed);
    }
  });

  it('is left out without a secret', () => {
    assert.deepEqual(Object.keys(signatureHeaders(null, ID, AT, BODY)), ['webhook-id', 'webhook-timestamp']);
  });
});
