import assert from 'node:assert/strict';
import { TopicSchemas } from '../../../../ingest/log/kafka/schema-registry.ts';
import { schemaOf } from '../../../../schemas/avro/codecs.ts';
import { HalcyonError } from '../../../../schemas/errors.ts';
import { SILENT } from '../../../../schemas/logger.ts';
import { TOPICS } from '../../../../schemas/topics.ts';
import { logServers, logServersMissing } from '../../../servers/kafka.ts';

const missing = logServersMissing();

interface Field {
  readonly name: string;
  readonly type: unknown;
}

describe(`schemas of the topics in a registry${missing === null ? '' : ` (${missing})`}`, () => {
  let url = '';
  let prefix = '';
  let schemas: TopicSchemas;

  before(async function () {
    if (missing !== null) return this.skip();
    this.timeout(300_000);
    await logServers();
  });
  beforeEach(async () => {
    const settings = (await logServers()).settings();
    url = settings.registryUrl;
    prefix = settings.prefix;
    schemas = new TopicSchemas(settings);
  });

  const ask = async (path: string, method = 'GET', body?: object): Promise<unknown> => {
    const headers = { 'content-type': 'application/vnd.schemaregistry.v1+json' };
    const answer = await fetch(`${url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    return answer.ok ? answer.json() : null;
  };
  const subjectOf = (topic: string) => `${prefix}${topic}-value`;
  /** Another's schema in the place of a topic's, made of the present one. */
  const occupy = (topic: 'judgements' | 'stations', change: (fields: Field[]) => Field[]) => {
    const present = schemaOf(topic) as unknown as { fields: Field[] };
    const schema = JSON.stringify({ ...present, fields: change(present.fields) });
    return ask(`/subjects/${subjectOf(topic)}/versions`, 'POST', { schema });
  };
  /** Every subject of this test with its versions. */
  const contents = async () => {
    const subjects = ((await ask('/subjects')) as string[]).filter((name) => name.startsWith(prefix)).sort();
    return Promise.all(subjects.map(async (name) => [name, await ask(`/subjects/${name}/versions`)]));
  };
  const refused = (text: RegExp) => (error: unknown) => {
    assert.ok(error instanceof HalcyonError, String(error));
    assert.equal(error.code, 'invalid_configuration');
    assert.match(error.message, text);
    assert.doesNotMatch(error.message, /\n|ResponseError|Confluent/);
    return true;
  };

  it('are there once after any number of deployments, each to change by BACKWARD alone', async () => {
    await schemas.register();
    await schemas.register();
    assert.deepEqual(
      await contents(),
      TOPICS.map(subjectOf)
        .sort()
        .map((name) => [name, [1]]),
    );
    for (const topic of TOPICS) {
      assert.deepEqual(await ask(`/config/${subjectOf(topic)}`), { compatibilityLevel: 'BACKWARD' });
    }
  });

  it('are known to who has started, so that a registry that goes away then stops nobody', async () => {
    await schemas.register();
    const ids = await schemas.present(SILENT);
    for (const topic of TOPICS) assert.ok(schemas.known(ids[topic]), topic);
  });

  it('are none of them registered where one cannot read what is there, and it is said which and why', async () => {
    await occupy('judgements', (fields) =>
      fields.slice(1).map((field) => (field.name === 'station' ? { ...field, type: 'int' } : field)),
    );
    const before = await contents();
    assert.equal(before.length, 1);
    await assert.rejects(
      schemas.register(),
      refused(
        /schema of topic \S+judgements whose records .*field network is new and has no default; the field station has another type: cannot read "int" as "string"/,
      ),
    );
    assert.deepEqual(await contents(), before);
  });

  it('are not registered where an operator set another rule', async () => {
    await schemas.register();
    await ask(`/config/${subjectOf('stations')}`, 'PUT', { compatibility: 'FULL' });
    const before = await contents();
    await assert.rejects(schemas.register(), refused(/holds \S+stations-value to the rule FULL, should be BACKWARD/));
    assert.deepEqual(await contents(), before);
  });

  it('are registered after an older version that they can read, which had no rule', async () => {
    await occupy('stations', (fields) => fields.filter(({ name }) => name !== 'elevation'));
    await schemas.register();
    assert.deepEqual(await ask(`/subjects/${subjectOf('stations')}/versions`), [1, 2]);
    assert.deepEqual(await ask(`/config/${subjectOf('stations')}`), { compatibilityLevel: 'BACKWARD' });
  });
});
