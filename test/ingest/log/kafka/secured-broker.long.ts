import assert from 'node:assert/strict';
import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Certificates, makeCertificates, opensslMissing } from '../../../../deploy/servers/certificates.ts';
import { type SecuredKafka, startSecuredKafka } from '../../../../deploy/servers/kafka-server.ts';
import { deployLog } from '../../../../ingest/log/kafka/deploy-log.ts';
import { KafkaLog } from '../../../../ingest/log/kafka/kafka-log.ts';
import type { KafkaSettings } from '../../../../ingest/log/kafka/kafka-settings.ts';
import { readConfiguration } from '../../../../schemas/configuration.ts';
import { HalcyonError } from '../../../../schemas/errors.ts';
import { SILENT } from '../../../../schemas/logger.ts';
import { kafkaSettings } from '../../../../services/system/kafka-configuration.ts';
import { logServers, logServersMissing } from '../../../servers/kafka.ts';
import { until } from '../../../until.ts';
import { record } from '../numbered-records.ts';

const missing = logServersMissing() ?? opensslMissing();
const USER = 'halcyon';
const PASSWORD = 'correct horse battery=1';
const SECRET = 'client secret/ß';
/** What a refusal may take [ms]: waiting does not mend it. */
const SOON_MS = 8_000;

/** A token endpoint: gives its client tokens for an audience that the test chooses. */
class TokenEndpoint {
  readonly #keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  readonly #server: Server;
  audience = 'kafka';
  given = 0;

  constructor() {
    this.#server = createServer((request, response) => {
      const expected = `Basic ${Buffer.from(`${USER}:${encodeURIComponent(SECRET)}`).toString('base64')}`;
      const known = request.method === 'POST' && request.headers.authorization === expected;
      response.writeHead(known ? 200 : 401, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify(known ? { access_token: this.#token(), expires_in: 300 } : { error: 'invalid_client' }),
      );
    }).listen(0, '127.0.0.1');
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/token`;
  }

  /** Public keys (JWKS). */
  get keys(): string {
    const key = this.#keys.publicKey.export({ format: 'jwk' });
    return JSON.stringify({ keys: [{ ...key, kid: 'first', alg: 'RS256', use: 'sig' }] });
  }

  async close(): Promise<void> {
    this.#server.close();
    await once(this.#server, 'close');
  }

  #token(): string {
    this.given += 1;
    const now = Math.floor(Date.now() / 1000);
    const claims = { sub: USER, aud: this.audience, iat: now, exp: now + 300 };
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const text = `${part({ alg: 'RS256', kid: 'first' })}.${part(claims)}`;
    return `${text}.${sign('RSA-SHA256', Buffer.from(text), this.#keys.privateKey).toString('base64url')}`;
  }
}

describe(`log on a secured broker${missing === null ? '' : ` (${missing})`}`, () => {
  const prefix = `secured-${randomUUID().slice(0, 8)}.`;
  let folder = '';
  let certificates: Certificates;
  let strangers: Certificates;
  let broker: SecuredKafka;
  let registryUrl = '';
  let tokens: TokenEndpoint;
  let number = 0;

  before(async function () {
    if (missing !== null) return this.skip();
    this.timeout(300_000);
    folder = mkdtempSync(join(tmpdir(), 'halcyon-secured-'));
    [certificates, strangers] = await Promise.all([
      makeCertificates(join(folder, 'ours'), USER),
      makeCertificates(join(folder, 'theirs'), USER),
    ]);
    tokens = new TokenEndpoint();
    for (const [name, text] of Object.entries({
      keys: tokens.keys,
      password: `${PASSWORD}\n`,
      secret: SECRET,
      wrong: 'x',
    })) {
      writeFileSync(join(folder, name), text);
    }
    mkdirSync(join(folder, 'broker'));
    const security = { certificates, user: USER, password: PASSWORD, keys: join(folder, 'keys'), audience: 'kafka' };
    [
      broker,
      {
        registry: { url: registryUrl },
      },
    ] = await Promise.all([startSecuredKafka(join(folder, 'broker'), security), logServers()]);
    await deployLog(settings(broker.address, {}), SILENT);
  });
  after(async () => {
    if (missing !== null) return;
    await Promise.all([broker?.stop(), tokens?.close()]);
    rmSync(folder, { recursive: true, force: true });
  });

  /** Settings as an operator gives them. */
  const settings = (address: string, given: Readonly<Record<string, string>>): KafkaSettings => {
    const place = { KAFKA_BROKERS: address, SCHEMA_REGISTRY_URL: registryUrl, HALCYON_KAFKA_PREFIX: prefix };
    const found = kafkaSettings(readConfiguration({ ...place, HALCYON_KAFKA_PARTITIONS: '1', ...given }));
    assert.ok(found !== null);
    return found;
  };
  const file = (name: string) => join(folder, name);
  const tls = () => ({ HALCYON_KAFKA_TLS: 'true', HALCYON_KAFKA_CA: certificates.authority });
  const sasl = (mechanism: string, password = 'password') => ({
    ...tls(),
    HALCYON_KAFKA_SASL: mechanism,
    HALCYON_KAFKA_USERNAME: USER,
    HALCYON_KAFKA_PASSWORD_FILE: file(password),
    ...(mechanism === 'oauthbearer' && { HALCYON_KAFKA_TOKEN_URL: tokens.url }),
  });
  const openLog = (address: string, given: Readonly<Record<string, string>>): Promise<KafkaLog> =>
    KafkaLog.open({ settings: settings(address, given), logger: SILENT, now: Date.now });

  /** Publishes one record and reads it back. */
  const passes = async (address: string, given: Readonly<Record<string, string>>): Promise<void> => {
    const log = await openLog(address, given);
    try {
      number += 1;
      const seen: number[] = [];
      await log.subscribe({ group: `group-${number}`, topic: 'stations' }, async (batch) => {
        seen.push(...batch.records.map(({ value }) => value.updated));
      });
      await log.publish('stations', [record(number)]);
      await until(`record ${number} has come`, () => seen.includes(number));
    } finally {
      await log.close();
    }
  };
  const refused = async (
    address: string,
    given: Readonly<Record<string, string>>,
    text: RegExp,
    attempt: () => Promise<unknown> = () => openLog(address, given),
  ): Promise<void> => {
    const began = performance.now();
    await assert.rejects(attempt(), (error) => {
      assert.ok(error instanceof HalcyonError, String(error));
      assert.equal(error.code, 'log_unavailable');
      assert.match(error.message, text);
      assert.ok(error.message.includes(address), error.message);
      assert.doesNotMatch(error.message, /KafkaJS|Error:|\n|correct horse|client secret/);
      return true;
    });
    const took = performance.now() - began;
    assert.ok(took < SOON_MS, `${took} ms`);
  };

  it('passes records by TLS with an authority of our own', () => passes(broker.tls, tls()));

  it('passes records by TLS with a certificate of the client', () =>
    passes(broker.mutual, {
      ...tls(),
      HALCYON_KAFKA_CERT: certificates.client,
      HALCYON_KAFKA_KEY: certificates.clientKey,
    }));

  for (const mechanism of ['plain', 'scram-sha-256', 'scram-sha-512']) {
    it(`passes records by SASL ${mechanism}, and refuses a wrong password in words`, async () => {
      await passes(broker.sasl, sasl(mechanism));
      await refused(broker.sasl, sasl(mechanism, 'wrong'), /refuses this client: .*HALCYON_KAFKA_PASSWORD_FILE should/);
    });
  }

  describe('by SASL oauthbearer', () => {
    it('passes records, with one token while it is valid', async () => {
      const before = tokens.given;
      await passes(broker.sasl, sasl('oauthbearer', 'secret'));
      assert.equal(tokens.given, before + 1);
    });

    it('is told when the brokers refuse its token', async () => {
      tokens.audience = 'somebody else';
      await refused(broker.sasl, sasl('oauthbearer', 'secret'), /refuses the token .*invalid_token/);
      tokens.audience = 'kafka';
    });

    it('is told when the endpoint gives no token', async () => {
      const given = sasl('oauthbearer', 'wrong');
      await assert.rejects(openLog(broker.sasl, given), /the token endpoint .* gave no token \(401\)/);
    });
  });

  it('is refused alike when it is deployed', () =>
    refused(broker.sasl, {}, /HALCYON_KAFKA_PASSWORD_FILE should/, () =>
      deployLog(settings(broker.sasl, sasl('plain', 'wrong')), SILENT),
    ));

  it('refuses a broker whose certificate it does not trust', async () => {
    const text = /the certificate of the broker at .* is not trusted .*HALCYON_KAFKA_CA should name/;
    await refused(broker.tls, { ...tls(), HALCYON_KAFKA_CA: strangers.authority }, text);
    await refused(broker.tls, { HALCYON_KAFKA_TLS: 'true' }, text);
  });

  it('is told that a certificate of its own is missing or not accepted', async () => {
    const text = /does not accept this client's certificate or misses one: HALCYON_KAFKA_CERT/;
    await refused(broker.mutual, tls(), text);
    const others = { HALCYON_KAFKA_CERT: strangers.client, HALCYON_KAFKA_KEY: strangers.clientKey };
    await refused(broker.mutual, { ...tls(), ...others }, text);
  });

  it('is told what the broker may want when one of the two does without it', async () => {
    const cases: [string, Readonly<Record<string, string>>, RegExp][] = [
      [broker.tls, {}, /closes every connection: it may want TLS \(HALCYON_KAFKA_TLS=true\)/],
      [broker.sasl, tls(), /closes every connection: it may want to know who comes \(HALCYON_KAFKA_SASL\)/],
      [broker.address, tls(), /may not speak TLS|or not speak TLS/],
      [broker.tls, sasl('plain'), /does not ask who comes: HALCYON_KAFKA_SASL should be none there/],
    ];
    for (const [address, given, text] of cases) await refused(address, given, text);
  });

  it('stops waiting for a broker that is away when it is told to', async () => {
    const options = { settings: settings('127.0.0.1:9', sasl('plain')), logger: SILENT, now: Date.now };
    await assert.rejects(KafkaLog.open(options, AbortSignal.timeout(300)), { code: 'interrupted' });
  });
});
