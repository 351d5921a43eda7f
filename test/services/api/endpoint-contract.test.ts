import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { HalcyonError } from '../../../schemas/errors.ts';
import { datasetError } from '../../../schemas/http/datasets/envelopes.ts';
import type { Part } from '../../../schemas/parts.ts';
import { addAlert } from '../../../services/alerts/records/alert-records.ts';
import { addRule } from '../../../services/alerts/records/rule-records.ts';
import { addSilence } from '../../../services/alerts/records/silence-records.ts';
import { ENDPOINTS } from '../../../services/api/registry.ts';
import { load } from '../../../services/datasets/operations/load.ts';
import { update } from '../../../services/datasets/operations/update.ts';
import { FORMAT_NAMES, mediaTypeOf } from '../../../services/http/format.ts';
import { PasswordCheck } from '../../../services/identity/passwords/password-check.ts';
import { addClient } from '../../../services/identity/state/clients.ts';
import { addUser } from '../../../services/identity/state/users.ts';
import type { Catalogue } from '../../../services/stores/catalogue.ts';
import { openCatalogue } from '../../../services/stores/opening/open-catalogue.ts';
import { alertPartsOver } from '../alerts/alert-dependencies.ts';
import { someAlert, someRule, someSilence } from '../alerts/played-verdicts.ts';
import { someFault } from '../answers/some-fault.ts';
import { type DatasetFixture, ONE_ROW, openDatasetFixture, troubledDatasets } from '../datasets/dataset-fixture.ts';
import { datasetRequest } from '../datasets/request-graphs.ts';
import { QUICK_LOG_N } from '../identity/running-identity.ts';
import { folderWithCatalogue } from '../stores/made-folders.ts';
import { troubledCatalogue } from '../stores/troubled-catalogue.ts';
import {
  ALERTS,
  addPeople,
  addResult,
  BODIES,
  DELETED,
  DELETED_RULE,
  LETTER,
  LOADED,
  PARAMETERS,
  PATTERN,
  RESULT,
  RULE,
  SECOND,
  SILENCE,
  SOME_CLIENT,
  SOMEBODY,
  STAGED,
  UPLOAD,
  WINDOWS,
} from './endpoint-questions.ts';
import { type Received, RunningApplication } from './running-application.ts';
import { NOON, someAnomaly, someObservation, someStation } from './some-records.ts';

/** What is no error's business to tell. */
const INTERNALS = /node_modules|\.ts:\d|\.js:\d|at .*\(|secret|\/work\//;

/** The form of an error; the dataset API has one of its own. */
function assertErrorForm(answer: Received, part: Part | null): void {
  assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
  assert.doesNotMatch(answer.text, INTERNALS);
  if (answer.status === 422) {
    assert.ok(answer.problems.length > 0, answer.text);
    for (const problem of answer.problems) {
      assert.ok(problem.loc.length > 0);
      assert.equal(typeof problem.msg, 'string');
      assert.equal(typeof problem.type, 'string');
    }
    return;
  }
  if (part === 'datasets') {
    assert.equal(answer.as(datasetError).detail.code, answer.status);
    return;
  }
  assert.equal(typeof answer.error.detail, 'string');
  assert.match(answer.error.code, /^[a-z_]+$/);
}

/** Endpoints that ask nothing of the parts. */
const ALONE = [
  'root',
  'docs',
  'docs-file',
  'docs-error',
  'openapi',
  'datasets-openapi',
  'list-dataset-endpoints',
  'healthz',
  'sensorthings-root',
  'sensorthings-sensors',
  'sensorthings-observed-properties',
  'validate-pattern',
  'convert-graph',
  'datasets-swagger',
  'datasets-redoc',
  // It says itself, in its own words, which of the databases does not answer.
  'test-relational-embedded',
];

describe('every endpoint of the registry', () => {
  const running = new RunningApplication();
  /** The same, which refuses query parameters that it does not know. */
  const strict = new RunningApplication(running.parts);
  let catalogue: Catalogue;
  let fixture: DatasetFixture;
  const again: Readonly<Record<string, () => Promise<unknown>>> = {
    'delete-user': () => addUser(catalogue, { ...SOMEBODY, username: 'gone' }),
    // A fault is entered once.
    'post-fault': async () => {
      running.parts.experts.all = [...WINDOWS];
    },
    'delete-client': () => addClient(catalogue, { ...SOME_CLIENT, id: 'gone' }),
  };

  before(async () => {
    running.parts.letters = [LETTER];
    running.parts.results = [{ status: 'dead_letter', id: LETTER.id, reason: LETTER.reason, detail: LETTER.detail }];
    running.parts.stations = [someStation()];
    running.parts.anomalies = [someAnomaly()];
    running.parts.faults = [someFault()];
    running.parts.experts.all = [...WINDOWS];
    running.parts.observations = [someObservation()];
    running.parts.patterns.set('a', PATTERN);
    catalogue = await openCatalogue({ dataFolder: await folderWithCatalogue() });
    fixture = await openDatasetFixture(catalogue, ONE_ROW);
    running.parts.datasets = troubledDatasets(fixture.parts, () => running.parts.trouble?.());
    running.parts.alerts = alertPartsOver(catalogue, () => NOON, { trouble: () => running.parts.trouble?.() });
    for (const id of [RULE, DELETED_RULE]) await addRule(catalogue, id, someRule({ channels: [] }), 'ann', NOON);
    for (const id of Object.values(ALERTS)) await addAlert(catalogue, { ...someAlert(RULE), id });
    await addSilence(catalogue, { ...someSilence(), id: SILENCE });
    for (const id of [LOADED, DELETED, ...STAGED]) await fixture.stage(id, { 'a.csv': 'x\n1\n' });
    await load(fixture.parts, datasetRequest('load', { id: LOADED }), null);
    const deleted = datasetRequest('update', { id: DELETED, properties: { status: 'Deleted' } });
    await update(fixture.parts, deleted, null);
    await fixture.parts.storage.put('results', `${RESULT}/output.csv`, Readable.from([Buffer.from('s\n3\n')]));
    await addResult(catalogue);
    await addPeople(catalogue);
    running.parts.people = {
      catalogue: troubledCatalogue(catalogue, () => running.parts.trouble?.()),
      lifetimes: { access: 300, refresh: 1800 },
      now: () => NOON,
      passwords: new PasswordCheck(QUICK_LOG_N),
      networks: async () => ['north'],
      guarded: true,
    };
    const { configuration } = running.parts;
    running.parts.configuration = { ...configuration, unknownParameters: 'refused' };
    await strict.start();
    running.parts.configuration = configuration;
    await running.start();
  });
  after(async () => {
    await running.stop();
    await strict.stop();
    await fixture.close();
    await catalogue.close();
  });
  afterEach(() => {
    running.parts.trouble = null;
  });

  it('has a name and an address of its own', () => {
    assert.equal(new Set(ENDPOINTS.map((endpoint) => endpoint.name)).size, ENDPOINTS.length);
    assert.equal(new Set(ENDPOINTS.map(({ method, path }) => `${method} ${path}`)).size, ENDPOINTS.length);
  });

  for (const endpoint of ENDPOINTS) {
    const { method, body, part } = endpoint;
    const path = endpoint.path
      .replace(/(?<=.)\/$/, '')
      .replace(/[:*]\w+/, PARAMETERS[endpoint.name] ?? 'a')
      .replace(/:\w+/, SECOND[endpoint.name] ?? 'a.csv');
    const withBody = (text: string, type = body.kind === 'multipart' ? UPLOAD : 'application/json'): RequestInit =>
      body.kind === 'none' ? { method } : { method, headers: { 'Content-Type': type }, body: text };
    const good = BODIES[endpoint.name] ?? (() => '{"latitude":1,"longitude":2}');
    const right = () => {
      // The catalogue does one thing after the other: what a request deletes is there again before the next one, and what it adds is gone.
      void again[endpoint.name]?.();
      return withBody(good());
    };
    const { success } = endpoint;

    describe(`${method} ${endpoint.path}`, () => {
      it('says what it does in whole sentences', () => {
        assert.match(endpoint.name, /^[a-z]+(-[a-z]+)*$/);
        assert.ok(endpoint.description.length > 20 && endpoint.description.endsWith('.'));
      });

      it('answers what it documents, with and without a trailing slash, and the headers that every answer carries', async () => {
        for (const address of path === '/' ? ['/'] : [path, `${path}/`]) {
          const answer = await running.request(address, right());
          assert.equal(answer.status, success.status, `${address}: ${answer.text}`);
          const type = (answer.headers.get('content-type') ?? '').split(';')[0];
          const shape = success.content[type];
          assert.ok(shape !== undefined, type);
          shape.parse(answer.body ?? answer.text);
          assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
          const kept =
            endpoint.formats.length > 0 || endpoint.name === 'download-file'
              ? 'private, no-cache'
              : endpoint.shared === 'document'
                ? 'no-cache'
                : 'no-store';
          assert.equal(answer.headers.get('cache-control'), kept);
          assert.equal(answer.headers.get('x-frame-options'), 'DENY');
          assert.match(answer.headers.get('content-security-policy') ?? '', /default-src 'none'/);
        }
      });

      if (method === 'GET') {
        it('passes over a query parameter that it does not know, with a warning that names those it knows', async () => {
          const answer = await running.request(`${path}?colour=red`, right());
          assert.equal(answer.status, success.status, answer.text);
          const warning = answer.headers.get('warning') ?? '';
          assert.match(warning, /^299 halcyon "the parameter 'colour' is not known and is ignored; /);
          for (const name of endpoint.queryNames) assert.ok(warning.includes(name), warning);
          assert.equal((await running.request(path, right())).headers.get('warning'), null);
        });
      }

      it('refuses a query parameter that it does not know where it is to, and names those it knows', async () => {
        const answer = await strict.request(`${path}?colour=red`, right());
        assert.equal(answer.status, 422);
        assertErrorForm(answer, part);
        const [problem] = answer.problems;
        assert.deepEqual(problem.loc, ['query', 'colour']);
        assert.equal(problem.type, 'extra_forbidden');
        for (const name of endpoint.queryNames) assert.ok(problem.msg.includes(name), problem.msg);
      });

      it('refuses a parameter given twice and the name of an object’s prototype', async () => {
        for (const name of ['__proto__', 'constructor', 'toString']) {
          const answer = await strict.request(`${path}?${name}=1&${name}=2`, right());
          assert.equal(answer.status, 422);
          assertErrorForm(answer, part);
        }
      });

      it('answers 405 with Allow for another method', async () => {
        const answer = await running.request(path, { method: 'PROPFIND' });
        assert.equal(answer.status, 405);
        assertErrorForm(answer, part);
        if (part !== 'datasets') assert.equal(answer.error.code, 'method_not_allowed');
        assert.ok(answer.headers.get('allow')?.split(', ').includes(method));
      });

      it('answers OPTIONS with Allow, without a body', async () => {
        const answer = await running.request(path, { method: 'OPTIONS' });
        assert.equal(answer.status, 204);
        assert.equal(answer.text, '');
        assert.ok(answer.headers.get('allow')?.includes(method));
        assert.equal(answer.headers.get('access-control-allow-origin'), null);
      });

      it('answers 503 for a store that is away, with its code and when to come back', async () => {
        if (ALONE.includes(endpoint.name)) return;
        running.parts.trouble = async () => {
          throw new HalcyonError('store_unavailable', 'the store does not answer', { cause: new Error('secret') });
        };
        const answer = await running.request(path, right());
        assert.equal(answer.status, 503, answer.text);
        assertErrorForm(answer, part);
        if (part !== 'datasets') assert.equal(answer.error.code, 'store_unavailable');
        assert.equal(answer.headers.get('retry-after'), '5');
      });

      it('answers 500 without a word of the cause, which goes to the log', async () => {
        if (ALONE.includes(endpoint.name)) return;
        const cause = new Error('secret /srv/halcyon/services/stores/x.ts:12');
        running.parts.trouble = async () => {
          throw cause;
        };
        const answer = await running.request(path, right());
        assert.equal(answer.status, 500);
        assertErrorForm(answer, part);
        if (part !== 'datasets') assert.equal(answer.error.code, 'internal');
        const logged = running.parts.failures.at(-1);
        assert.equal(logged?.cause, cause);
        const number = /under ([0-9a-f]{8})/.exec(answer.text)?.[1] ?? 'none';
        assert.ok(logged?.line.includes(number));
      });

      if (endpoint.formats.length > 0) {
        it('answers each of its forms, by format and by Accept, and names them where another is asked for', async () => {
          for (const form of endpoint.formats) {
            const type = mediaTypeOf(form);
            const byName = await running.request(`${path}?format=${form}`, { headers: { Accept: 'image/png' } });
            const byType = await running.request(path, { headers: { Accept: `text/html, ${type};q=0.5` } });
            for (const answer of [byName, byType]) {
              assert.equal(answer.status, 200, answer.text);
              assert.equal((answer.headers.get('content-type') ?? '').split(';')[0], type);
              success.content[type].parse(answer.body ?? (form === 'geojson' ? JSON.parse(answer.text) : answer.text));
            }
            assert.equal(byName.text, byType.text);
          }
          const { outagesAsked, momentsAsked, stretchesAsked, asked } = running.parts;
          const work = () => [outagesAsked, momentsAsked, stretchesAsked, asked].map(({ length }) => length);
          const before = work();
          const others = FORMAT_NAMES.filter((form) => !endpoint.formats.includes(form)).map(
            (form) => `?format=${form}`,
          );
          for (const address of ['', ...others]) {
            const answer = await running.request(`${path}${address}`, { headers: { Accept: 'image/png' } });
            assert.equal(answer.status, 406, address);
            assertErrorForm(answer, part);
            for (const form of endpoint.formats) assert.ok(answer.error.detail.includes(form), answer.text);
          }
          assert.deepEqual(work(), before, 'nothing is looked up for an answer that there is not');
          assert.equal((await running.request(`${path}?format=xml`)).status, 422);
        });

        it('answers 304 to a client that has the answer already, and says by what it would differ', async () => {
          const first = await running.addressed({}, path);
          const etag = first.headers.get('etag') ?? '';
          assert.match(etag, /^W\/"[\w-]{22}"$/);
          assert.equal(first.headers.get('vary'), 'Accept-Encoding, Accept');
          const again = await running.addressed({ 'If-None-Match': `"other", ${etag}` }, path);
          assert.deepEqual([again.status, again.text, again.headers.get('etag')], [304, '', etag]);
          assert.equal((await running.addressed({ 'If-None-Match': '"other"' }, path)).status, 200);
        });
      }

      if (method === 'GET') {
        it('answers HEAD with the headers of GET and no body', async () => {
          const [get, head] = [await running.request(path), await running.request(path, { method: 'HEAD' })];
          assert.equal(head.status, 200);
          assert.equal(head.text, '');
          // How long the databases took is another number each time.
          if (endpoint.name !== 'test-relational-embedded')
            assert.equal(head.headers.get('content-length'), get.headers.get('content-length'));
          assert.equal(head.headers.get('content-type'), get.headers.get('content-type'));
        });
        return;
      }

      // What has no body is not read, whatever is sent.
      if (body.kind === 'none') return;

      it('refuses another media type and a compressed body with 415', async () => {
        const others = [
          'text/plain',
          'application/x-www-form-urlencoded',
          body.kind === 'multipart' ? 'application/json' : UPLOAD,
        ].filter((type) => !('content' in body) || !Object.hasOwn(body.content, type.split(';')[0]));
        for (const type of others) {
          const answer = await running.request(path, withBody(good(), type));
          assert.equal(answer.status, 415, type);
          assertErrorForm(answer, part);
        }
        const compressed = {
          'Content-Type': body.kind === 'multipart' ? UPLOAD : 'application/json',
          'Content-Encoding': 'gzip',
        };
        const answer = await running.request(path, { method, headers: compressed, body: good() });
        assert.equal(answer.status, 415);
        if (body.kind === 'multipart') return;
        const latin = await running.request(path, withBody(good(), 'application/json; charset=latin1'));
        assert.equal(latin.status, 415);
      });

      if (body.kind === 'json') {
        it('refuses what is no JSON, with its place and without quoting it', async () => {
          for (const text of ['', '{"secret', '{"a":NaN}', '[1,]', "{'a':1}", 'undefined', '{"a":1}x']) {
            const answer = await running.request(path, withBody(text));
            assert.equal(answer.status, 422, text);
            assertErrorForm(answer, part);
            assert.equal(answer.problems[0].type, 'json_invalid');
          }
        });

        it('refuses JSON of another form and bytes that are no UTF-8', async () => {
          for (const text of ['null', '1', '"text"', 'true']) {
            const answer = await running.request(path, withBody(text));
            assert.equal(answer.status, 422, text);
            assertErrorForm(answer, part);
          }
          const bytes = Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]);
          const headers = { 'Content-Type': 'application/json' };
          const answer = await running.request(path, { method, headers, body: bytes });
          assert.equal(answer.status, 422);
          assert.match(answer.problems[0].msg, /not UTF-8/);
        });

        it('survives a body nested a hundred thousand deep', async () => {
          const answer = await running.request(path, withBody('['.repeat(100_000) + ']'.repeat(100_000)));
          assert.equal(answer.status, 422);
          assertErrorForm(answer, part);
        });
      }
    });
  }
});
