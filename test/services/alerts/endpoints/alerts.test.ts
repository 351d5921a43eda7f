import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { alertAnswerShape, deliveryShape, wholeAlertShape } from '../../../../schemas/http/answers/alert-answer.ts';
import { alertRuleShape, silenceShape } from '../../../../schemas/http/answers/alert-rule-answer.ts';
import { listShape, pageShape } from '../../../../schemas/http/answers/page-answer.ts';
import { rulePreviewShape } from '../../../../schemas/http/answers/rule-preview-answer.ts';
import { addAlert, addAnomalies } from '../../../../services/alerts/records/alert-records.ts';
import type { Catalogue } from '../../../../services/stores/catalogue.ts';
import { openCatalogue } from '../../../../services/stores/opening/open-catalogue.ts';
import { someFault } from '../../answers/some-fault.ts';
import { RunningApplication } from '../../api/running-application.ts';
import { NOON, someStation } from '../../api/some-records.ts';
import { folderWithCatalogue } from '../../stores/made-folders.ts';
import { alertPartsOver } from '../alert-dependencies.ts';
import { someAlert } from '../played-verdicts.ts';
import { WebhookReceiver } from '../webhook-receiver.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const SECRET = `whsec_${randomBytes(24).toString('base64')}`;
const RULE = { name: 'Failures', classes: ['device_failure'], severity: 'critical', channels: [{ type: 'feed' }] };

describe('the endpoints of alerts', () => {
  const running = new RunningApplication();
  let catalogue: Catalogue;
  let receiver: WebhookReceiver;

  before(async () => {
    catalogue = await openCatalogue({ dataFolder: await folderWithCatalogue() });
    running.parts.alerts = alertPartsOver(catalogue, () => NOON);
    running.parts.stations = [someStation()];
    receiver = await new WebhookReceiver().up();
    await running.start();
  });
  after(async () => {
    await running.stop();
    await receiver.down();
    await catalogue.close();
  });

  const get = async <S extends z.ZodType>(schema: S, path: string) => (await running.request(path)).as(schema);
  const rules = async () => (await get(listShape('rules', alertRuleShape), '/api/v1/alert-rules')).rules;
  const newRule = async (fields: object = {}) => {
    const answer = await running.json('POST', '/api/v1/alert-rules', { ...RULE, ...fields });
    assert.equal(answer.status, 201, answer.text);
    return answer.as(alertRuleShape);
  };
  const newAlert = async (rule: string, fields: Parameters<typeof someAlert>[1] = {}) => {
    const alert = someAlert(rule, fields);
    await addAlert(catalogue, alert);
    return alert.id;
  };
  const post = (id: string, verb: string, body: object = {}) =>
    running.json('POST', `/api/v1/alerts/${id}/${verb}`, body);

  it('keep a rule, replace it, and delete it', async () => {
    const made = await newRule({ variables: ['bar'], stations: ['a'], box: [3, 50, 5, 52], min_duration_minutes: 30 });
    assert.deepEqual(made, {
      id: made.id,
      ...RULE,
      enabled: true,
      variables: ['bar'],
      networks: null,
      stations: ['a'],
      box: [3, 50, 5, 52],
      area: null,
      min_duration_minutes: 30,
      created_at: '2026-03-01T12:00:00Z',
      created_by: 'local',
      updated_at: '2026-03-01T12:00:00Z',
      updated_by: 'local',
    });
    const path = `/api/v1/alert-rules/${made.id}`;
    assert.deepEqual(await get(alertRuleShape, path), made);
    assert.ok((await rules()).some(({ id }) => id === made.id));
    const put = await running.json('PUT', path, { ...made, enabled: false, variables: null });
    const { enabled, variables } = put.as(alertRuleShape);
    assert.deepEqual([put.status, enabled, variables], [200, false, null]);
    for (let times = 0; times < 2; times++)
      assert.equal((await running.request(path, { method: 'DELETE' })).status, 200);
    assert.equal((await running.request(path)).status, 404);
    assert.equal((await running.json('PUT', path, RULE)).status, 404);
    assert.equal((await running.json('POST', `${path}/test`, {})).status, 404);
    assert.ok((await rules()).every(({ id }) => id !== made.id));
  });

  it('keep a rule of conditions in an area', async () => {
    const areas = [
      { type: 'Circle', center: [4, 51], radius_km: 12.5 },
      {
        type: 'Polygon',
        coordinates: [
          [
            [3, 50],
            [5, 50],
            [4, 52],
            [3, 50],
          ],
        ],
      },
    ];
    for (const area of areas) {
      const made = await newRule({ classes: ['silent', 'outage'], area, min_duration_minutes: 43_200 });
      assert.deepEqual([made.classes, made.area], [['silent', 'outage'], area]);
      const put = await running.json('PUT', `/api/v1/alert-rules/${made.id}`, made);
      assert.deepEqual(put.as(alertRuleShape).area, area, 'it may be sent back');
    }
  });

  it('say what a rule would have told, and store nothing of it', async () => {
    const before = await rules();
    const rule = { ...RULE, stations: ['a'], channels: [{ type: 'email', to: ['ann@example.org'] }] };
    running.parts.faults = [someFault({ known: NOON - 5 * HOUR, start: NOON - 6 * HOUR, state: 'settled' })];
    const answer = await running.json('POST', '/api/v1/alert-rules/preview', rule);
    const { alerts, messages, stations, last, left_out } = answer.as(rulePreviewShape);
    assert.deepEqual([alerts, messages, left_out], [1, { email: 1, webhook: 0, feed: 0 }, []]);
    assert.deepEqual(
      stations.map(({ station_id, alerts: count }) => [station_id, count]),
      [['a', 1]],
    );
    assert.deepEqual([last[0].event, last[0].at], ['alert.opened', '2026-03-01T10:00:00Z']);
    assert.match(last[0].text, /https:\/\/h\.example\/map\/stations\/a/);
    running.parts.faults = [];
    assert.deepEqual(await rules(), before);
    const unknown = await running.json('POST', '/api/v1/alert-rules/preview', { ...rule, stations: ['nowhere'] });
    assert.equal(unknown.status, 404);
  });

  it('never answer a secret, and keep it until it is taken away', async () => {
    const made = await newRule({ channels: [{ type: 'webhook', url: receiver.url, secret: SECRET }] });
    assert.deepEqual(made.channels, [{ type: 'webhook', url: receiver.url, signed: true }]);
    const path = `/api/v1/alert-rules/${made.id}`;
    const same = await running.json('PUT', path, await get(alertRuleShape, path));
    assert.deepEqual(same.as(alertRuleShape).channels, made.channels, same.text);
    assert.ok(!same.text.includes('whsec_'));
    const without = { ...made, channels: [{ type: 'webhook', url: receiver.url, secret: null }] };
    const unsigned = (await running.json('PUT', path, without)).as(alertRuleShape);
    assert.deepEqual(unsigned.channels, [{ type: 'webhook', url: receiver.url, signed: false }]);
  });

  it('refuse a rule that makes no sense, with everything that is wrong', async () => {
    const wrong: readonly (readonly [object, string])[] = [
      [{ name: '' }, 'name'],
      [{ classes: [] }, 'classes'],
      [{ classes: ['storm'] }, 'classes'],
      [{ variables: ['snow'] }, 'variables'],
      [{ severity: 'huge' }, 'severity'],
      [{ min_duration_minutes: 43_201 }, 'min_duration_minutes'],
      [{ classes: ['poor_health'], min_duration_minutes: 1441 }, 'min_duration_minutes'],
      [{ classes: ['silent', 'weather_event'], min_duration_minutes: 1441 }, 'min_duration_minutes'],
      [{ area: { type: 'Circle', center: [4, 51], radius_km: -1 } }, 'area'],
      [
        {
          area: {
            type: 'Polygon',
            coordinates: [
              [
                [0, 0],
                [1, 0],
                [1, 1],
                [0, 1],
              ],
            ],
          },
        },
        'area',
      ],
      [{ min_duration_minutes: 0.5 }, 'min_duration_minutes'],
      [{ box: [3, 52, 5, 50] }, 'box'],
      [{ box: [3, 52, 5] }, 'box'],
      [{ minimum: 5 }, 'minimum'],
      [{ channels: [{ type: 'pigeon' }] }, 'channels'],
      [{ channels: [{ type: 'webhook', url: 'ftp://example.org' }] }, 'channels'],
      [{ channels: [{ type: 'webhook', url: 'http://user:pw@example.org' }] }, 'channels'],
      [{ channels: [{ type: 'webhook', url: 'http://169.254.169.254/' }] }, 'channels'],
      [{ channels: [{ type: 'webhook', url: receiver.url, secret: 'short' }] }, 'channels'],
      [{ channels: [{ type: 'email', to: ['nobody'] }] }, 'channels'],
      [{ channels: [{ type: 'email', to: ['a@example.org'] }] }, 'channels'],
    ];
    for (const [fields, place] of wrong) {
      const { status, problems, text } = await running.json('POST', '/api/v1/alert-rules', { ...RULE, ...fields });
      assert.equal(status, 422, `${JSON.stringify(fields)}: ${text}`);
      assert.equal(problems[0].loc[1], place, text);
      assert.match(problems[0].msg, /\w{3}/);
      assert.doesNotMatch(problems[0].msg, /valid $/);
    }
    const { problems } = await running.json('POST', '/api/v1/alert-rules', { name: 1, severity: 2 });
    assert.deepEqual(problems.map(({ loc }) => loc[1]).sort(), ['channels', 'classes', 'name', 'severity']);
  });

  // A mistyped station was taken: nothing was ever told of it, and nobody noticed.
  it('refuse a rule of a network or station that is not there, but for those that it had', async () => {
    const post = (fields: object) => running.json('POST', '/api/v1/alert-rules', { ...RULE, ...fields });
    for (const [fields, message] of [
      [{ networks: ['nowhere'] }, /there is no network 'nowhere'; there is /],
      [{ stations: ['a', 'nope'] }, /there is no station 'nope' in any network/],
    ] as const) {
      const { status, text } = await post(fields);
      assert.equal(status, 404, text);
      assert.match(text, message);
    }
    const gone = { ...(await newRule({ stations: ['a'] })), stations: ['gone'] };
    await catalogue.query(
      `UPDATE alert_rules SET definition = replace(definition, '["a"]', '["gone"]') WHERE id = $1`,
      [gone.id],
    );
    const put = (fields: object) => running.json('PUT', `/api/v1/alert-rules/${gone.id}`, { ...gone, ...fields });
    assert.equal((await put({ enabled: false })).status, 200);
    assert.equal((await put({ stations: ['gone', 'nope'] })).status, 404);
  });

  it('test a rule, and say what became of it', async () => {
    const made = await newRule({
      channels: [
        { type: 'webhook', url: receiver.url, secret: SECRET },
        { type: 'webhook', url: 'http://127.0.0.1:1/path?token=a' },
      ],
    });
    const tested = await running.json('POST', `/api/v1/alert-rules/${made.id}/test`, {});
    assert.equal(tested.status, 200);
    const [first, second] = tested.as(z.object({ deliveries: z.array(deliveryShape) })).deliveries;
    assert.deepEqual([first.event, first.state, first.attempts, first.error], ['alert.test', 'delivered', 1, null]);
    assert.deepEqual([second.state, second.target], ['failed', 'http://127.0.0.1:1']);
    assert.match(String(second.error), /ECONNREFUSED/);
    const [{ payload, headers }] = receiver.received;
    assert.equal(payload.type, 'alert.test');
    assert.match(payload.alert.summary, /test of the rule Failures/);
    assert.equal(headers['webhook-id'], first.id);
  });

  it('list alerts, the newest first, in pages and by filters', async () => {
    const { id } = await newRule();
    const network = 'listed';
    const ids: string[] = [];
    for (let k = 0; k < 5; k++) {
      const station = k % 2 === 0 ? 'a' : 'b';
      ids.unshift(
        await newAlert(id, {
          network,
          stations: [station],
          opened: NOON + k * MINUTE,
          severity: k === 0 ? 'info' : 'critical',
        }),
      );
    }
    const list = async (search: string) => {
      const page = await get(pageShape('alerts', alertAnswerShape), `/api/v1/alerts?network=${network}&${search}`);
      return { ids: page.alerts.map((alert) => alert.id), next: page.next_cursor };
    };
    assert.deepEqual(await list(''), { ids, next: null });
    const first = await list('limit=2');
    const second = await list(`limit=2&cursor=${first.next}`);
    const third = await list(`limit=2&cursor=${second.next}`);
    assert.deepEqual([...first.ids, ...second.ids, ...third.ids], ids);
    assert.equal(third.next, null);
    assert.equal((await list('station=a')).ids.length, 3);
    assert.equal((await list('station=a,b')).ids.length, 5);
    assert.equal((await list('severity=info')).ids.length, 1);
    assert.equal((await list('state=resolved')).ids.length, 0);
    assert.deepEqual((await list('from=2026-03-01T12:01:00Z&to=2026-03-01T12:02:00Z')).ids, [ids[2], ids[3]]);
    assert.equal((await running.request('/api/v1/alerts?cursor=bad')).status, 422);
    assert.equal((await running.request('/api/v1/alerts?state=sad')).status, 422);
  });

  it('acknowledge, comment and resolve an alert, once each, and tell it', async () => {
    const { id: rule } = await newRule();
    const id = await newAlert(rule);
    await addAnomalies(catalogue, { id, rule: { id: rule, name: '' } }, [{ id: `x${id}`, time: NOON }]);
    const acknowledged = await post(id, 'acknowledge', { comment: 'on my way' });
    assert.equal(acknowledged.status, 200, acknowledged.text);
    const { state, acknowledged_by, acknowledged_at, anomaly_ids } = acknowledged.as(alertAnswerShape);
    assert.deepEqual([state, acknowledged_by], ['acknowledged', 'local']);
    assert.equal(acknowledged_at, '2026-03-01T12:00:00Z');
    assert.deepEqual(anomaly_ids, [`x${id}`]);
    await post(id, 'acknowledge');
    await post(id, 'comments', { text: 'there: a wasp nest\nin the shield' });
    const resolved = (await post(id, 'resolve', { comment: 'cleaned' })).as(alertAnswerShape);
    assert.equal(resolved.state, 'resolved');
    assert.equal((await post(id, 'resolve')).as(alertAnswerShape).resolved_at, resolved.resolved_at);
    assert.equal((await post(id, 'acknowledge')).status, 409);
    const whole = await get(wholeAlertShape, `/api/v1/alerts/${id}`);
    assert.deepEqual(
      whole.comments.map(({ by, text }) => `${by}: ${text}`),
      ['local: on my way', 'local: there: a wasp nest\nin the shield', 'local: cleaned'],
    );
    assert.deepEqual(
      whole.deliveries.map((one) => [one.event, one.channel, one.state]),
      [
        ['alert.acknowledged', 'feed', 'delivered'],
        ['alert.resolved', 'feed', 'delivered'],
      ],
    );
  });

  it('refuse what is no comment, and answer 404 for what is not there', async () => {
    const { id: rule } = await newRule();
    const id = await newAlert(rule);
    for (const text of ['', '  ', 'a\u0000b', 'x'.repeat(4001), 5])
      assert.equal((await post(id, 'comments', { text })).status, 422);
    for (const unknown of [randomUUID(), 'a', 'a%00b', '..%2f']) {
      for (const verb of ['acknowledge', 'resolve', 'comments'])
        assert.equal((await post(unknown, verb, verb === 'comments' ? { text: 'a' } : {})).status, 404);
      assert.equal((await running.request(`/api/v1/alerts/${unknown}`)).status, 404);
      assert.equal((await running.request(`/api/v1/alert-rules/${unknown}`)).status, 404);
      assert.equal((await running.request(`/api/v1/silences/${unknown}/end`, { method: 'POST' })).status, 404);
    }
  });

  it('keep silences and end them', async () => {
    const asked = {
      network: 'north',
      stations: ['a'],
      variables: ['rain'],
      kinds: ['stuck'],
      to: '2026-03-01T14:00:00Z',
      reason: 'wash',
    };
    const answer = await running.json('POST', '/api/v1/silences', asked);
    assert.equal(answer.status, 201);
    const silence = answer.as(silenceShape);
    assert.deepEqual(silence, {
      id: silence.id,
      ...asked,
      kinds: ['stuck'],
      area: null,
      box: null,
      from: '2026-03-01T12:00:00Z',
      by: 'local',
      created_at: '2026-03-01T12:00:00Z',
      ended_by: null,
    });
    const listed = async (search = '') =>
      (await get(listShape('silences', silenceShape), `/api/v1/silences${search}`)).silences;
    assert.deepEqual(await listed(), [silence]);
    const late = await running.json('POST', '/api/v1/silences', {
      to: '2026-03-01T14:00:00Z',
      from: '2026-03-01T13:00:00Z',
      reason: 'a',
    });
    assert.equal(late.status, 201);
    const past = await running.json('POST', '/api/v1/silences', { to: '2026-03-01T11:00:00Z', reason: 'a' });
    assert.deepEqual(past.problems[0].loc, ['body', 'to']);
    const ended = await running.request(`/api/v1/silences/${silence.id}/end`, { method: 'POST' });
    const { to, ended_by } = ended.as(silenceShape);
    assert.deepEqual([to, ended_by], ['2026-03-01T12:00:00Z', 'local']);
    assert.ok((await listed('?ended=true')).length >= 2);
    const area = { type: 'Circle', center: [4, 51], radius_km: 12.5 };
    const around = await running.json('POST', '/api/v1/silences', { to: '2026-03-02T00:00:00Z', reason: 'snow', area });
    assert.deepEqual(around.as(silenceShape).area, area);
  });

  it('refuse a silence of stations and networks that are not there, by their names, and keep nothing', async () => {
    const asked = { to: '2026-03-01T14:00:00Z', reason: 'wash' };
    const before = await catalogue.query('SELECT id FROM silences');
    const refused = async (fields: object) => {
      const { status, error } = await running.json('POST', '/api/v1/silences', { ...asked, ...fields });
      return [status, error.code, error.detail];
    };
    assert.deepEqual(await refused({ network: 'north', stations: ['a', 'Alpha', 'x'] }), [
      404,
      'unknown_station',
      "there is no station 'Alpha', 'x' in network north: give ids of stations",
    ]);
    assert.deepEqual(await refused({ stations: ['x'] }), [
      404,
      'unknown_station',
      "there is no station 'x' in any network: give ids of stations",
    ]);
    assert.deepEqual(await refused({ network: 'nord' }), [
      404,
      'unknown_network',
      "there is no network 'nord'; there is north",
    ]);
    assert.deepEqual(await catalogue.query('SELECT id FROM silences'), before);
  });
});
