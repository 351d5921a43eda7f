import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { EmbeddedLog } from '../../../ingest/log/embedded-log.ts';
import type { ExpertRule } from '../../../schemas/expert-rule.ts';
import { linesTo } from '../../../schemas/logger.ts';
import { VARIABLES } from '../../../schemas/variables.ts';
import { newWindow } from '../../../services/experts/new-rule.ts';
import { allRules, RulePublication } from '../../../services/experts/rule-publication.ts';
import { CatalogueRules } from '../../../services/experts/rule-register.ts';
import type { Catalogue } from '../../../services/stores/catalogue.ts';
import { openCatalogue } from '../../../services/stores/opening/open-catalogue.ts';
import { MemoryLog } from '../../ingest/memory-log.ts';
import { until } from '../../until.ts';
import { NOON } from '../api/some-records.ts';
import { folderWithCatalogue } from '../stores/made-folders.ts';

const window = (id: string) => {
  const stretch = { variables: VARIABLES, from: NOON, to: null };
  return newWindow('bar', { network: 'north', id }, stretch, { by: 'ann', reason: 'seen', at: NOON });
};

describe('the publication of rules', () => {
  let folder: string;
  let catalogue: Catalogue;
  const ending: (() => Promise<void>)[] = [];
  const said: string[] = [];

  before(async () => {
    folder = await folderWithCatalogue();
    catalogue = await openCatalogue({ dataFolder: folder });
  });
  after(async () => {
    await catalogue.close();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    await catalogue.query('DELETE FROM expert_rules');
    said.length = 0;
  });
  afterEach(async () => {
    for (const end of ending.splice(0)) await end();
  });

  const publishing = (log: MemoryLog, everyMs = 60_000) => {
    const publication = new RulePublication({
      catalogue,
      log: async () => log,
      logger: linesTo((line) => said.push(line)),
      everyMs,
    });
    ending.push(() => publication.stop());
    return { publication, rules: new CatalogueRules(catalogue, () => publication.tell()) };
  };
  const unpublished = async () => {
    const rows = await catalogue.query('SELECT id FROM expert_rules WHERE NOT published');
    return rows.map(({ id }) => String(id));
  };

  it('puts what is entered and what is ended on the log by its id', async () => {
    const log = new MemoryLog();
    const { rules } = publishing(log);
    const rule = window('a');
    await rules.enter(rule);
    await until('it is published', async () => log.of('rules').length === 1 && (await unpublished()).length === 0);
    const ended = await rules.end(rule, { by: 'bob', now: NOON + 1, at: NOON + 1 });
    await until('its end is published', async () => log.of('rules').length === 2 && (await unpublished()).length === 0);
    assert.deepEqual(
      log.of('rules').map(({ key, value }) => [key, value]),
      [
        [rule.id, rule],
        [rule.id, ended],
      ],
    );
  });

  it('tries again what could not be published, and tells of it once', async () => {
    const log = new MemoryLog();
    log.failure = { topic: 'rules', error: new Error('the brokers are away') };
    const { publication, rules } = publishing(log, 50);
    publication.start();
    const rule = window('b');
    await rules.enter(rule);
    await until('it was tried', async () => said.length > 0);
    assert.deepEqual(await unpublished(), [rule.id]);
    log.failure = null;
    await until('it is published', async () => (await unpublished()).length === 0);
    assert.deepEqual(said, [
      'what people have ruled waits to be published: the brokers are away',
      'what people have ruled is published again',
    ]);
  });

  it('publishes everything at its start: the log may be another', async () => {
    const { rules } = publishing(new MemoryLog());
    for (const id of ['c', 'd']) await rules.enter(window(id));
    await until('both are published', async () => (await unpublished()).length === 0);
    const another = new MemoryLog();
    publishing(another).publication.start();
    await until('both are on the other', async () => another.of('rules').length === 2);
    const byId = (all: readonly ExpertRule[]) => all.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    assert.deepEqual(byId(another.values('rules')), byId(await allRules(catalogue)));
  });

  it('ends although the log takes nothing', async () => {
    const log = new EmbeddedLog({ durableGroups: { rules: 'nobody' } });
    const publication = new RulePublication({
      catalogue,
      log: async () => log,
      logger: linesTo((line) => said.push(line)),
    });
    const rules = new CatalogueRules(catalogue, () => publication.tell());
    await rules.enter(window('e'));
    const began = Date.now();
    await publication.stop();
    assert.ok(Date.now() - began < 3_000);
    await log.close();
  });
});
