import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { healthAnswerShape } from '../../../schemas/http/answers/health-answer.ts';
import { createPayload, tasksAnswer, validationPayload } from '../../../schemas/http/patterns/payloads.ts';
import { packageFile } from '../../../schemas/package-root.ts';
import { PatternDrawer } from '../../../services/patterns/drawing/pattern-drawer.ts';
import { CataloguePatterns } from '../../../services/patterns/pattern-store.ts';
import type { Catalogue } from '../../../services/stores/catalogue.ts';
import { openCatalogue } from '../../../services/stores/opening/open-catalogue.ts';
import { FakeParts } from '../api/fake-parts.ts';
import { RunningApplication } from '../api/running-application.ts';
import { folderWithCatalogue } from '../stores/made-folders.ts';
import { brokenPatterns, VALID } from './broken-patterns.ts';

/** The parts of the tests of HTTP, with the pattern service as it is. */
class PatternsInCatalogue extends FakeParts {
  readonly #catalogue: Catalogue;
  readonly #drawer: PatternDrawer;

  constructor(catalogue: Catalogue, drawer: PatternDrawer) {
    super();
    this.#catalogue = catalogue;
    this.#drawer = drawer;
  }

  override parts() {
    const parts = super.parts();
    return { ...parts, patterns: new CataloguePatterns(this.#catalogue, parts.now), drawer: this.#drawer };
  }
}

/** Patterns of a public platform, beside the project where it is developed. */
const REAL = packageFile('..', 'shared', 'data', 'patterns');

describe('the pattern API', () => {
  let folder = '';
  let catalogue: Catalogue;
  let running: RunningApplication;
  const drawer = new PatternDrawer();

  before(async () => {
    folder = await folderWithCatalogue();
    catalogue = await openCatalogue({ dataFolder: folder });
    running = await new RunningApplication(new PatternsInCatalogue(catalogue, drawer)).start();
  });
  after(async () => {
    await running.stop();
    await drawer.close();
    await catalogue.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const post = (path: string, body: unknown) => running.json('POST', path, body);

  async function goesRound(text: string): Promise<void> {
    const { nodes } = JSON.parse(text) as (typeof VALID)[0][1];
    const id = nodes.find(({ labels }) => labels.includes('Analytical_Pattern'))?.id ?? '';
    const created = await post('/api/v1/aps/', text);
    assert.deepEqual([created.status, created.body], [201, { id }], created.text);
    const read = await running.request(`/api/v1/aps/${encodeURIComponent(id)}`);
    assert.equal(read.status, 200);
    assert.equal(read.text, text, 'as it was sent, to the letter');
    assert.deepEqual((await post('/api/v1/aps/validate', text)).body, { valid: true, errors: [] });
    const drawn = await post('/api/v1/aps/display', text);
    assert.equal(drawn.status, 200, drawn.text);
    assert.equal(drawn.headers.get('content-type'), 'image/svg+xml');
    assert.match(drawn.text, /^<svg [\s\S]*<\/svg>\s*$/);
  }

  for (const [title, graph] of VALID) {
    it(`stores, gives back, draws and finds valid: ${title}`, () => goesRound(JSON.stringify(graph, null, 2)));
  }

  const real = existsSync(REAL) ? readdirSync(REAL).filter((name) => name.endsWith('.json')) : [];
  it(`does so with the real patterns${real.length === 0 ? ' (skipped: there are none beside the project)' : ''}`, async function () {
    if (real.length === 0) return this.skip();
    for (const name of real) await goesRound(readFileSync(join(REAL, name), 'utf8'));
  });

  for (const { title, graph, problem } of brokenPatterns()) {
    it(`refuses, and names the place: ${title}`, async () => {
      const noPgJson = problem.type !== 'value_error';
      for (const path of ['/api/v1/aps/', '/api/v1/aps/display']) {
        const { status, problems, text } = await post(path, graph);
        assert.equal(status, 422, text);
        assert.ok(
          problems.some((one) => JSON.stringify(one) === JSON.stringify(problem)),
          text,
        );
      }
      const validated = await post('/api/v1/aps/validate', graph);
      if (noPgJson) {
        assert.equal(validated.status, 422);
        assert.deepEqual(validated.problems, [problem]);
        return;
      }
      assert.equal(validated.status, 200);
      const { valid, errors } = validated.as(validationPayload);
      assert.equal(valid, false);
      assert.ok(errors.includes(problem.msg), validated.text);
    });
  }

  it('tells everything that is wrong at once', async () => {
    const { status, problems } = await post('/api/v1/aps/validate', {
      nodes: [{ id: 1 }, 'x'],
      edges: [{ from: 'a', labels: 'b' }],
    });
    assert.equal(status, 422);
    assert.deepEqual(
      problems.map(({ loc, type }) => `${loc.join('.')} ${type}`),
      [
        'body.nodes.0.id string_type',
        'body.nodes.0.labels missing',
        'body.nodes.1 model_attributes_type',
        'body.edges.0.to missing',
        'body.edges.0.labels list_type',
      ],
    );
  });

  it('answers in FastAPI’s words where the body is something else', async () => {
    for (const body of ['[]', '1', 'null', '"x"']) {
      const { status, problems } = await post('/api/v1/aps/', body);
      assert.equal(status, 422);
      const msg = 'Input should be a valid dictionary or object to extract fields from';
      assert.deepEqual(problems, [{ loc: ['body'], msg, type: 'model_attributes_type' }], body);
    }
  });

  it('refuses what is nested deeper than 200 levels, and takes 200', async () => {
    const nested = (levels: number) => {
      const value = `${'['.repeat(levels)}${']'.repeat(levels)}`;
      return `{"nodes":[{"id":"deep-${levels}","labels":["Analytical_Pattern"],"properties":{"a":${value}}}],"edges":[]}`;
    };
    // The body, the list, the node and its properties are four levels.
    await goesRound(nested(196));
    const refused = await post('/api/v1/aps/', nested(197));
    assert.equal(refused.status, 422);
    assert.match(refused.text, /nested deeper than 200 levels/);
    // Brackets in texts are no levels.
    await goesRound(nested(1).replace('deep-1', `${'['.repeat(250)}"`.replace('"', '\\"')));
  });

  it('answers what is large and wrong in every item without taking the memory for all of it', async () => {
    const wrong = await post('/api/v1/aps/validate', `{"nodes":[${'1,'.repeat(400_000)}1],"edges":[]}`);
    assert.equal(wrong.status, 422);
    const { problems } = wrong;
    assert.equal(problems.length, 1_001);
    assert.equal(problems[1_000].msg, 'and 399001 more problems');
    const tooMany = await post('/api/v1/aps/', `{"nodes":[${'1,'.repeat(1_000_000)}1],"edges":[]}`);
    assert.equal(tooMany.status, 422);
    assert.match(tooMany.text, /more than 1000000 values/);
  });

  it('gives numbers back that JavaScript cannot hold', () =>
    goesRound(
      '{"nodes":[{"id":"numbers","labels":["Analytical_Pattern"],"properties":{"a":12345678901234567890,"b":1.0,"c":1E400,"d":-0}}],"edges":[]}',
    ));

  it('draws as JSON where that is asked for', async () => {
    const init = { method: 'POST', body: JSON.stringify(VALID[0][1]) };
    const headers = { 'Content-Type': 'application/json', Accept: 'application/json' };
    const drawn = await running.request('/api/v1/aps/display', { ...init, headers });
    assert.match(drawn.as(z.strictObject({ svg: z.string() })).svg, /^<svg /);
    assert.equal(drawn.headers.get('vary'), 'Accept');
  });

  it('lets a drawing that is opened by itself load nothing and run nothing', async () => {
    const drawn = await post('/api/v1/aps/display', VALID[0][1]);
    assert.match(drawn.headers.get('content-security-policy') ?? '', /^default-src 'none'; .*sandbox$/);
  });

  it('stores tasks and lists the patterns linked to them', async () => {
    const task = await post('/api/v1/tasks/', { name: 'Heat days', request: 'Which days of July?' });
    assert.equal(task.status, 201);
    const { id } = task.as(createPayload);
    assert.deepEqual((await running.request(`/api/v1/tasks/${id}/aps`)).body, []);
    const pattern = { nodes: [{ id: 'for-a-task', labels: ['Analytical_Pattern'] }], edges: [] };
    assert.equal((await post(`/api/v1/aps/?task_id=${id}`, pattern)).status, 201);
    assert.deepEqual((await running.request(`/api/v1/tasks/${id}/aps`)).body, ['for-a-task']);
    const { tasks } = (await running.request('/api/v1/tasks/?pageSize=1')).as(tasksAnswer);
    const known = { id, name: 'Heat days', request: 'Which days of July?', patterns: 1 };
    assert.deepEqual(tasks, [{ ...known, created: tasks[0].created }]);
    assert.equal((await running.request('/api/v1/tasks/?pageSize=101')).status, 422);
    const unknown = await post('/api/v1/aps/?task_id=none', { ...pattern, edges: [] });
    assert.equal(unknown.status, 422);
    assert.deepEqual(unknown.problems[0].loc, ['query', 'task_id']);
  });

  it('answers 404 in a detail for what is not there', async () => {
    for (const path of [
      '/api/v1/aps/none',
      '/api/v1/tasks/none/aps',
      '/api/v1/aps/%00',
      '/api/v1/tasks/%F0%9F/aps',
      '/api/v1/aps/..%2F..',
    ]) {
      const { status, error } = await running.request(path);
      assert.equal(status, 404, path);
      assert.equal(typeof error.detail, 'string');
    }
  });

  it('says how it is, and stays 200 where a part does not answer', async () => {
    assert.deepEqual((await running.request('/api/v1/health')).body, {
      status: 'ok',
      checks: { store: { ok: true, detail: 'answers' } },
    });
    running.parts.checks = { store: { ok: false, detail: 'does not answer' } };
    const answer = await running.request('/api/v1/health');
    assert.deepEqual([answer.status, answer.as(healthAnswerShape).status], [200, 'degraded']);
    running.parts.checks = { store: { ok: true, detail: 'answers' } };
  });

  it('lists, reads and changes nodes of, and deletes what is stored', async () => {
    const graph = {
      nodes: [
        { id: 'kept', labels: ['Analytical_Pattern'], properties: null },
        { id: 'kept-set', labels: ['sc:Dataset'], properties: { name: 'Brünn', n: 1 } },
      ],
      edges: [{ from: 'kept-set', to: 'kept', labels: ['input'] }],
    };
    assert.equal((await post('/api/v1/aps/', graph)).status, 201);
    const page = await running.request(
      `/api/v1/aps?q=${encodeURIComponent('brünn')}&label=sc:Dataset&dataset=kept-set&pageSize=5`,
    );
    assert.deepEqual(page.body, { aps: [graph], page: 1, pageSize: 5, total: 1 }, page.text);
    const node = '/api/v1/nodes/kept-set';
    const read = await running.request(node);
    assert.deepEqual(read.body, { ...graph.nodes[1], aps: ['kept'] });
    const changed = await running.json('PATCH', node, '{"n":2,"__proto__":{"a":1}}');
    assert.equal(changed.status, 200, changed.text);
    assert.match((await running.request('/api/v1/aps/kept')).text, /"name":"Brünn","n":2,"__proto__":\{"a":1\}/);
    assert.equal((await running.json('PATCH', '/api/v1/nodes/nowhere', {})).status, 404);
    const typed = await post('/api/v1/aps/validate?edges=typed', graph);
    assert.match(JSON.stringify(typed.body), /"valid":false.*labelled 'input', which connects an operator/);
    assert.deepEqual((await post('/api/v1/aps/validate', graph)).body, { valid: true, errors: [] });
    const gone = await running.request('/api/v1/aps/kept', { method: 'DELETE' });
    assert.deepEqual(gone.body, { id: 'kept', tasks: [], datasets: [] }, gone.text);
    assert.equal((await running.request('/api/v1/aps/kept', { method: 'DELETE' })).status, 404);
    assert.equal((await running.request(node)).status, 404);
  });
});
