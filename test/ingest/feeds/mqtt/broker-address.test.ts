import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brokerAddress } from '../../../../ingest/feeds/mqtt/broker-address.ts';
import { MQTT_KIND } from '../../../../ingest/feeds/mqtt/mqtt-feed.ts';
import { temporaryFolder } from '../../../integration/data-folders.ts';

const read = (text: string, id = 'here') => brokerAddress(text, MQTT_KIND, id);

describe('the address of a broker', () => {
  it('has what it needs without a piece', () => {
    const { clientId, topics, ...address } = read('mqtts://ada:ge%2Fheim@broker.example:8884');
    assert.deepEqual(address, {
      url: 'mqtts://broker.example:8884',
      username: 'ada',
      password: 'ge/heim',
      tls: {},
      version: '5',
      sessionMs: 7 * 86_400_000,
      network: 'broker.example',
      form: { units: {}, kinds: {}, intervals: {}, pressureLevel: null },
      rest: {},
    });
    assert.deepEqual(
      topics.map(({ filter }) => filter),
      ['stations/+/+/observations'],
    );
    assert.match(clientId, /^halcyon[0-9a-f]{16}$/);
  });

  it('names the client after installation, broker and topics', () => {
    const ids = [
      read('mqtt://broker.example').clientId,
      read('mqtt://broker.example', 'there').clientId,
      read('mqtt://other.example').clientId,
      read('mqtt://broker.example#topics=a/%23').clientId,
    ];
    assert.equal(new Set(ids).size, 4);
    assert.equal(read('mqtt://broker.example').clientId, ids[0]);
    assert.equal(read('mqtt://broker.example#client_id=mine').clientId, 'mine');
  });

  it('reads every piece', () => {
    const folder = temporaryFolder();
    for (const name of ['password', 'ca', 'cert', 'key']) writeFileSync(join(folder, name), `${name} of it\n`);
    const files = `ca_file=${folder}/ca&cert_file=${folder}/cert&key_file=${folder}/key`;
    const pieces = `topics=a/{station_id}, b/+/#&network=alps&session=2h&version=3.1.1&units.bar=Pa&${files}`;
    const address = read(`wss://ada@broker.example/mqtt#${pieces}&password_file=${folder}/password`);
    assert.deepEqual(
      [address.url, address.username, address.password, address.network, address.sessionMs, address.version],
      ['wss://broker.example/mqtt', 'ada', 'password of it', 'alps', 7_200_000, '3.1.1'],
    );
    assert.deepEqual(
      address.topics.map(({ filter }) => filter),
      ['a/+', 'b/+/#'],
    );
    assert.deepEqual(address.form.units, { bar: 'Pa' });
    assert.equal(address.tls.ca?.toString(), 'ca of it\n');
  });

  it('is refused with what would be right, and shows no password', () => {
    for (const [text, why] of [
      ['', /mqtt: should be followed by the URL of a broker such as mqtts:\/\/broker\.example:8883/],
      ['http://ada:secret@broker.example', /should be followed by the URL of a broker/],
      ['mqtt://ada:secret@b#topics=a/#/b', /^HALCYON_FEED: mqtt:mqtt:\/\/b#: topics: 'a\/#\/b' should be a topic/],
      ['mqtt://ada:secret@b#session=1', /session is '1', should be a duration from 1m to 2160h/],
      ['mqtt://ada:secret@b#version=4', /version is '4', should be 5 or 3\.1\.1/],
      ['mqtt://ada:secret@b#network=a/b', /network is 'a\/b'/],
      ['mqtt://ada:secret@b#password_file=/x', /password_file is given beside a password in the URL/],
      ['mqtt://ada@b#password_file=/nowhere/at/all', /password_file names \/nowhere\/at\/all, which cannot be read/],
      ['mqtt://ada:secret@b#ca_file=/x', /of no use without TLS/],
      ['mqtts://ada:secret@b#cert_file=/x', /cert_file and key_file should be given together/],
      ['mqtt://ada:secret@b#qos=2', /'qos=2' is not one of units\.<variable>, .*topics, network, client_id/],
    ] as const)
      assert.throws(
        () => read(text),
        ({ message }: Error) => why.test(message) && !message.includes('secret'),
        text,
      );
  });
});
