import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { rulePreviewShape } from '../../../../schemas/http/answers/rule-preview-answer.ts';
import { addRule } from '../../../../services/alerts/records/rule-records.ts';
import { type CommandIo, runInFrame } from '../../../../services/cli/frame/command-frame.ts';
import { halcyonCommand } from '../../../../services/cli/halcyon-command.ts';
import type { Catalogue } from '../../../../services/stores/catalogue.ts';
import { openCatalogue } from '../../../../services/stores/opening/open-catalogue.ts';
import { alertPartsOver } from '../../alerts/alert-dependencies.ts';
import { someRule } from '../../alerts/played-verdicts.ts';
import { someFault } from '../../answers/some-fault.ts';
import { RunningApplication } from '../../api/running-application.ts';
import { NOON, someStation } from '../../api/some-records.ts';
import { folderWithCatalogue } from '../../stores/made-folders.ts';
import { recordedIo } from '../recorded-io.ts';

const HOUR = 3_600_000;

describe('halcyon alert rule preview', () => {
  const running = new RunningApplication();
  const folder = mkdtempSync(join(tmpdir(), 'halcyon-preview-'));
  let catalogue: Catalogue;
  before(async () => {
    catalogue = await openCatalogue({ dataFolder: await folderWithCatalogue() });
    running.parts.alerts = alertPartsOver(catalogue, () => NOON);
    running.parts.stations = [someStation({ id: 'a', name: 'Alpha' })];
    const began = NOON - 10 * HOUR;
    running.parts.faults = [someFault({ start: began, named: began, known: began, state: 'settled', values: 60 })];
    await running.start();
  });
  after(async () => {
    await running.stop();
    await catalogue.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const rule = {
    name: 'Failures',
    classes: ['device_failure'],
    networks: ['north'],
    severity: 'warning',
    channels: [{ type: 'email', to: ['ann@example.org', 'bob@example.org'] }, { type: 'feed' }],
  };
  const written = (name: string, content: unknown) => {
    const path = join(folder, name);
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
    return path;
  };
  const preview = async (words: readonly string[], changes: Partial<CommandIo> = {}) => {
    const io = recordedIo({ environment: { HALCYON_DATA: join(folder, 'data') }, ...changes });
    const argv = ['alert', 'rule', 'preview', ...words, '--url', running.listening.url];
    const code = await runInFrame(halcyonCommand, argv, io);
    return { code, out: io.out(), err: io.err() };
  };

  it('says what the rule of a file would have told: alerts, messages, stations and the newest messages', async () => {
    const { code, out, err } = await preview([written('rule.json', rule)]);
    assert.equal(code, 0, err);
    assert.match(out, /^What the rule would have told, 2026-01-30T12:00Z to 2026-03-01T12:00Z\n/);
    assert.match(out, /\nAlerts {4}1\nMessages {2}2 by e-mail, 0 by webhook, 1 in the feed\nStations {2}1\n/);
    assert.match(out, /\na +Alpha +north +1\n/);
    assert.match(out, /\nNewest messages\n- 2026-03-01T0\d:\d\dZ \[Halcyon\] warning: Alpha: /);
    assert.equal(err, '');
  });

  it('reads standard input, and prints what the endpoint answers', async () => {
    const { out } = await preview(['-', '--json'], { stdin: Readable.from([JSON.stringify(rule)]) });
    const answer = await running.json('POST', '/api/v1/alert-rules/preview', rule);
    // The alert of each has an id of its own.
    const read = (text: string) =>
      rulePreviewShape.parse(JSON.parse(text.replaceAll(/Alert {6}[\da-f-]{36}/g, 'Alert')));
    assert.deepEqual(read(out), read(answer.text));
    const { out: table } = await preview([written('rule.json', rule), '--format', 'csv']);
    assert.equal(table, 'network,station_id,station_name,alerts\nnorth,a,Alpha,1\n');
  });

  it('takes a rule that there is', async () => {
    const id = randomUUID();
    await addRule(catalogue, id, someRule({ networks: ['north'], channels: [{ type: 'feed' }] }), 'ann', NOON);
    const { out, err } = await preview(['--rule', id]);
    assert.match(out, /\nMessages {2}0 by e-mail, 0 by webhook, 1 in the feed\n/, err);
  });

  it('tells nobody, and keeps nothing', async () => {
    await catalogue.query('UPDATE alert_rules SET deleted = now()');
    await preview([written('rule.json', rule)]);
    assert.deepEqual(await catalogue.query('SELECT 1 FROM alerts UNION ALL SELECT 1 FROM deliveries'), []);
  });

  for (const [what, words, says] of [
    ['no rule', [], 'the rule is missing: give a file with its JSON, or --rule ID of one that there is'],
    ['two rules', ['{rule}', '--rule', randomUUID()], 'there are two rules: give either a file'],
    [
      'a file that is not there',
      ['{folder}/none.json'],
      'the rule: {folder}/none.json cannot be read: there is nothing',
    ],
    ['a file that is no JSON', ['{text}'], '{text} should hold a rule as JSON, an object with name, classes, severity'],
    ['a rule that lacks something', ['{partly}'], 'severity: Field required'],
    ['a network that there is not', ['{elsewhere}'], "there is no network 'nowhere'"],
    ['an id of no rule', ['--rule', randomUUID()], 'there is no rule of this id'],
  ] as const) {
    it(`refuses ${what}`, async () => {
      const places: Readonly<Record<string, string>> = {
        folder,
        rule: written('rule.json', rule),
        text: written('text.json', 'name: Failures'),
        partly: written('partly.json', { ...rule, severity: undefined }),
        elsewhere: written('elsewhere.json', { ...rule, networks: ['nowhere'] }),
      };
      const placed = (text: string) => text.replace(/\{(\w+)\}/g, (_, name: string) => places[name]);
      const { code, out, err } = await preview(words.map(placed));
      assert.ok(err.startsWith('error: ') && err.includes(placed(says)), err);
      assert.deepEqual([code, out], [3, '']);
    });
  }

  it('says where nothing answers, and what can be done', async () => {
    const io = recordedIo({ environment: { HALCYON_DATA: join(folder, 'data'), PORT: '1' } });
    const argv = ['alert', 'rule', 'preview', written('rule.json', rule)];
    assert.equal(await runInFrame(halcyonCommand, argv, io), 2);
    assert.match(io.err(), /^error: nothing answers at http:\/\/127\.0\.0\.1:1 .*start one \(halcyon run\)/);
  });
});
