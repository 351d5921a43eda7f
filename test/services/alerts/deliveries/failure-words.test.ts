import assert from 'node:assert/strict';
import { failureWords } from '../../../../services/alerts/deliveries/failure-words.ts';

describe('why somebody could not be told', () => {
  // The test of a rule showed `getaddrinfo ENOTFOUND` alone.
  it('is said in plain words, with those of the system behind', () => {
    for (const [message, words] of [
      ['getaddrinfo ENOTFOUND nobody.example', 'there is no host of this name (getaddrinfo ENOTFOUND nobody.example)'],
      ['connect ECONNREFUSED 127.0.0.1:9', 'nobody listens there (connect ECONNREFUSED 127.0.0.1:9)'],
      ['Greeting never received', 'Greeting never received'],
      ['', ''],
    ]) {
      assert.equal(failureWords(new Error(message)), words);
    }
  });
});
