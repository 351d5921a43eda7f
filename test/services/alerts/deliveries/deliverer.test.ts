import assert from 'node:assert/strict';
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { readConfiguration } from '../../../../schemas/configuration.ts';
import { linesTo, SILENT } from '../../../../schemas/logger.ts';
import { watchAlerts } from '../../../../services/alerts/alert-metrics.ts';
import { changeAlert } from '../../../../services/alerts/change-alert.ts';
import { Deliverer } from '../../../../services/alerts/deliveries/deliverer.ts';
import { webhookAttempt } from '../../../../services/alerts/deliveries/post-webhook.ts';
import { emailAttempt } from '../../../../services/alerts/deliveries/send-email.ts';
import { WebhookHosts } from '../../../../services/alerts/deliveries/webhook-hosts.ts';
import { addAlert, listAlerts } from '../../../../services/alerts/records/alert-records.ts';
import { catalogueBook } from '../../../../services/alerts/records/catalogue-book.ts';
import {
  addDeliveries,
  deliveriesOf,
  deliveriesWithIds,
} from '../../../../services/alerts/records/delivery-records.ts';
import { addRule, changeRule } from '../../../../services/alerts/records/rule-records.ts';
import type { AlertRule, Channel } from '../../../../services/alerts/rules/alert-rule.ts';
import { tell } from '../../../../services/alerts/tell.ts';
import type { Catalogue } from '../../../../services/stores/catalogue.ts';
import { startTelemetry } from '../../../../services/telemetry/start-telemetry.ts';
import { until } from '../../../until.ts';
import { NOON } from '../../api/some-records.ts';
import { onBothCatalogues } from '../../stores/both-catalogues.ts';
import { readPrometheus, sampleOf } from '../../telemetry/prometheus-text.ts';
import { MailServer } from '../mail-server.ts';
import { someAlert, someRule } from '../played-verdicts.ts';
import { WebhookReceiver } from '../webhook-receiver.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('deliveries of alerts', () => {
  onBothCatalogues((catalogue) => deliveryContract(catalogue));
});

function deliveryContract(catalogue: () => Catalogue): void {
  let receiver: WebhookReceiver;
  let mail: MailServer;
  let clock: number;
  let network = '';
  let count = 0;
  const said: string[] = [];
  const secret = `whsec_${randomBytes(32).toString('base64')}`;

  before(async () => {
    mail = await new MailServer().start();
  });
  after(() => mail.stop());
  beforeEach(async () => {
    receiver = await new WebhookReceiver().up();
    await catalogue().query("UPDATE deliveries SET state = 'failed' WHERE state = 'pending'");
    clock = NOON;
    count += 1;
    network = `d${count}`;
    mail.received.length = 0;
    mail.busy = null;
    said.length = 0;
  });
  afterEach(() => receiver.down());

  const newDeliverer = (timeoutMs = 2_000, hosts = new WebhookHosts([], { own: true, near: true })) => {
    const now = () => clock;
    const publicUrl = () => 'https://h.example';
    const email = emailAttempt({ smtpUrl: mail.url, from: 'Halcyon <halcyon@example.org>', publicUrl, now });
    const attempts = { webhook: webhookAttempt({ hosts, publicUrl, now, timeoutMs }), email };
    return new Deliverer({ catalogue: catalogue(), attempts, now, logger: linesTo((line) => said.push(line)) });
  };
  const newRule = (channels: readonly Channel[]) =>
    addRule(catalogue(), randomUUID(), someRule({ channels, networks: [network] }), 'ann', NOON);
  const hook = (): Channel => ({ type: 'webhook', url: receiver.url, secret });
  /** Opens an alert of a rule; resolves with its id. */
  const open = async (rule: AlertRule, summary = 'Alpha: device failure, temp_out +15.0 degC at one report') => {
    const id = randomUUID();
    await catalogue().transaction(async (statements) => {
      await addAlert(statements, someAlert(rule.id, { id, network, severity: 'critical', summary, opened: clock }));
      await tell(catalogueBook(statements), rule, id, { event: 'alert.opened', at: clock, comment: null });
    });
    return id;
  };
  const change = (id: string, state: 'acknowledged' | 'resolved') =>
    changeAlert(catalogue(), id, { state, by: 'bob', comment: null, at: clock });
  /** Lets everything that is due be tried. */
  const work = async (deliverer: Deliverer) => {
    while ((await deliverer.begin()) > 0) await deliverer.idle();
  };
  const states = async (alert: string) => (await deliveriesOf(catalogue(), alert)).map(({ state }) => state);

  it('bring an event to a webhook once, signed', async () => {
    const alert = await open(await newRule([hook()]));
    await work(newDeliverer());
    await work(newDeliverer());
    assert.equal(receiver.received.length, 1);
    const [{ headers, body, payload }] = receiver.received;
    assert.equal(headers['content-type'], 'application/json');
    assert.equal(headers['webhook-id'], payload.id);
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
    assert.equal(headers['webhook-signature'], `v1,${createHmac('sha256', key).update(signed).digest('base64')}`);
    assert.equal(payload.type, 'alert.opened');
    assert.equal(payload.at, '2026-03-01T12:00:00Z');
    assert.equal(payload.alert.id, alert);
    assert.equal(payload.alert.state, 'open');
    assert.equal(payload.link, `https://h.example/map/stations/a?network=${network}&time=2026-03-01T12%3A00%3A00Z`);
    assert.deepEqual(payload.units, { temp_out: 'degC' });
    assert.ok(!body.includes('whsec_'));
    assert.deepEqual(await states(alert), ['delivered']);
  });

  it('all come, each once and in order, when a receiver was down for an hour', async () => {
    const rule = await newRule([hook()]);
    const deliverer = newDeliverer();
    await receiver.down();
    const ids: string[] = [];
    // Every ten minutes one opens, and the one before is acknowledged and resolved.
    for (let passed = 0; passed < HOUR; passed += 10_000) {
      if (passed % (10 * MINUTE) === 0) {
        const last = ids.at(-1);
        if (last !== undefined) {
          await change(last, 'acknowledged');
          await change(last, 'resolved');
        }
        ids.push(await open(rule));
      }
      await work(deliverer);
      clock += 10_000;
    }
    assert.equal(receiver.received.length, 0);
    const waiting = (await Promise.all(ids.map((id) => deliveriesOf(catalogue(), id)))).flat();
    assert.ok(waiting.every(({ state }) => state === 'pending'));
    const tried = waiting.reduce((sum, { attempts }) => sum + attempts, 0);
    assert.ok(tried > 20 && tried < 200, `${tried} attempts`);
    assert.match(String(waiting[0].error), /^nobody listens there \(connect ECONNREFUSED/);

    await receiver.up();
    for (let passed = 0; passed < 2 * HOUR; passed += MINUTE) {
      await work(deliverer);
      clock += MINUTE;
    }
    const came = receiver.received.map(({ payload }) => `${payload.type} ${payload.alert.id}`);
    for (const [at, id] of ids.entries()) {
      const events = at === ids.length - 1 ? ['opened'] : ['opened', 'acknowledged', 'resolved'];
      assert.deepEqual(
        came.filter((one) => one.endsWith(id)),
        events.map((event) => `alert.${event} ${id}`),
      );
    }
    assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 16);
    assert.equal(receiver.received.length, 16);
    for (const id of ids) assert.ok((await states(id)).every((state) => state === 'delivered'));
  });

  it('are given up after a day, and say why', async () => {
    const telemetry = await startTelemetry(readConfiguration({}), SILENT);
    const endWatching = watchAlerts(catalogue(), null);
    const metrics = async () => readPrometheus(await telemetry.metrics());
    await receiver.down();
    const alert = await open(await newRule([hook()]));
    const deliverer = newDeliverer();
    await work(deliverer);
    assert.equal(sampleOf(await metrics(), 'halcyon_alert_deliveries_waiting'), 1);
    for (let passed = 0; passed < 25 * HOUR; passed += 10 * MINUTE) {
      await work(deliverer);
      clock += 10 * MINUTE;
    }
    const [{ state, error, attempts }] = await deliveriesOf(catalogue(), alert);
    assert.equal(state, 'failed');
    const families = await metrics();
    const made = (outcome: string) =>
      sampleOf(families, 'halcyon_alert_deliveries_total', { channel: 'webhook', outcome });
    assert.deepEqual([made('failed'), made('given_up')], [attempts - 1, 1]);
    assert.equal(sampleOf(families, 'halcyon_alert_deliveries_waiting'), 0);
    endWatching();
    await telemetry.stop();
    assert.match(String(error), /ECONNREFUSED/);
    assert.ok(attempts > 20 && attempts < 80, `${attempts}`);
  });

  it('are tried again with the same id and body after an answer that is no good, a redirect or none', async () => {
    const alert = await open(await newRule([hook()]));
    const deliverer = newDeliverer(200);
    for (const status of [500, 302, 0, 429]) {
      receiver.status = status;
      receiver.headers = status === 302 ? { location: `${receiver.url}/other` } : {};
      await work(deliverer);
      const [{ error }] = await deliveriesOf(catalogue(), alert);
      if (status === 302) assert.equal(error, 'answered 302: redirects are not followed');
      clock += 10 * MINUTE;
    }
    const errors = (await deliveriesOf(catalogue(), alert)).map(({ error }) => error);
    assert.deepEqual(errors, ['answered 429']);
    receiver.status = 200;
    await work(deliverer);
    assert.deepEqual(await states(alert), ['delivered']);
    assert.equal(receiver.received.length, 5);
    assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 1);
    assert.equal(new Set(receiver.received.map(({ body }) => body)).size, 1);
    assert.ok(new Set(receiver.received.map(({ headers }) => headers['webhook-timestamp'])).size > 3);
  });

  it('leave a receiver alone for as long as it asks', async () => {
    const alert = await open(await newRule([hook()]));
    receiver.status = 503;
    receiver.headers = { 'retry-after': '600' };
    const deliverer = newDeliverer();
    await work(deliverer);
    const [{ due }] = await deliveriesOf(catalogue(), alert);
    assert.equal(due - clock, 600_000);
  });

  it('stop at 410', async () => {
    const alert = await open(await newRule([hook()]));
    receiver.status = 410;
    await work(newDeliverer());
    const [{ state, error, attempts }] = await deliveriesOf(catalogue(), alert);
    assert.deepEqual([state, error, attempts], ['failed', 'answered 410', 1]);
  });

  it('call no host that is not allowed', async () => {
    const alert = await open(await newRule([hook(), { type: 'webhook', url: 'http://localhost:1/', secret: null }]));
    await work(newDeliverer(2_000, new WebhookHosts([], { own: false, near: true })));
    const found = await deliveriesOf(catalogue(), alert);
    assert.deepEqual(
      found.map(({ state }) => state),
      ['failed', 'pending'],
    );
    for (const { error } of found) assert.match(String(error), /address of this machine/);
    assert.equal(receiver.received.length, 0);
  });

  it('are made by one of several processes each', async () => {
    const rule = await newRule([hook()]);
    const ids = await Promise.all(Array.from({ length: 40 }, () => open(rule)));
    const deliverers = Array.from({ length: 4 }, () => newDeliverer());
    for (let rounds = 0; rounds < 30 && receiver.received.length < ids.length; rounds++)
      await Promise.all(deliverers.map(work));
    assert.equal(receiver.received.length, ids.length);
    assert.deepEqual(receiver.received.map(({ payload }) => payload.alert.id).toSorted(), ids.toSorted());
  });

  it('that a process died over are made by another once its lease has ended', async () => {
    receiver.status = 0;
    const alert = await open(await newRule([hook()]));
    const dying = newDeliverer(60_000);
    await dying.begin();
    await until('it is under way', () => receiver.received.length > 0, 10_000);
    const other = newDeliverer();
    receiver.status = 204;
    await work(other);
    assert.equal(receiver.received.length, 1, 'it is leased');
    clock += 2 * MINUTE;
    await work(other);
    assert.equal(receiver.received.length, 2);
    assert.equal(receiver.received[0].body, receiver.received[1].body);
    assert.deepEqual(await states(alert), ['delivered']);
    await dying.stop();
    assert.deepEqual(await states(alert), ['delivered']);
  });

  it('under way are given back when a process ends', async () => {
    receiver.status = 0;
    const alert = await open(await newRule([hook()]));
    const deliverer = newDeliverer(60_000);
    deliverer.start();
    await until('it is under way', () => receiver.received.length > 0, 10_000);
    await deliverer.stop();
    receiver.status = 204;
    await work(newDeliverer());
    assert.deepEqual(await states(alert), ['delivered']);
    assert.equal((await deliveriesOf(catalogue(), alert))[0].attempts, 1);
  });

  it('to a receiver that hangs hold up no other', async () => {
    const hanging = await new WebhookReceiver().up();
    hanging.status = 0;
    const slow = await newRule([{ type: 'webhook', url: hanging.url, secret: null }]);
    for (let k = 0; k < 30; k++) await open(slow);
    const fast = await open(await newRule([hook()]));
    const deliverer = newDeliverer(60_000);
    deliverer.start();
    await until('the other has its own', async () => (await states(fast))[0] === 'delivered', 10_000);
    assert.ok(hanging.received.length <= 4);
    await deliverer.stop();
    await hanging.down();
  });

  it('go by the secret that the rule has now', async () => {
    await receiver.down();
    const rule = await newRule([hook()]);
    await open(rule);
    const deliverer = newDeliverer();
    await work(deliverer);
    await receiver.up();
    clock += HOUR;
    await changeRule(
      catalogue(),
      rule.id,
      { ...rule, channels: [{ type: 'webhook', url: receiver.url, secret: null }] },
      'ann',
      clock,
    );
    await work(deliverer);
    assert.equal(receiver.received[0].headers['webhook-signature'], undefined);
  });

  it('stop where the rule tells nobody there any more', async () => {
    const rule = await newRule([hook()]);
    const alert = await open(rule);
    await changeRule(catalogue(), rule.id, { ...rule, channels: [] }, 'ann', clock);
    await work(newDeliverer());
    const [{ state, error }] = await deliveriesOf(catalogue(), alert);
    assert.deepEqual([state, error], ['failed', 'the rule tells nobody there any more']);
    assert.equal(receiver.received.length, 0);
  });

  it('bring an e-mail to each address once, with the id of the delivery', async () => {
    const rule = await newRule([{ type: 'email', to: ['night@example.org', 'day@example.org', 'night@example.org'] }]);
    const alert = await open(rule, 'Mühle <b>: device failure, temp_out +15.0 degC\r\nBcc: all@example.org');
    const deliverer = newDeliverer();
    mail.busy = 'come again';
    await work(deliverer);
    assert.equal(mail.received.length, 0);
    assert.match(String((await deliveriesOf(catalogue(), alert))[0].error), /come again/);
    mail.busy = null;
    clock += HOUR;
    await work(deliverer);
    await work(deliverer);
    assert.deepEqual(mail.received.flatMap(({ to }) => to).sort(), ['day@example.org', 'night@example.org']);
    const ids = (await deliveriesOf(catalogue(), alert)).map(({ id }) => id);
    const message = mail.received.find(({ to }) => to.includes('night@example.org'))?.message ?? '';
    assert.ok(
      ids.some((id) => message.includes(`Message-ID: <${id}@example.org>`)),
      message,
    );
    assert.match(message, /^From: Halcyon <halcyon@example\.org>$/m);
    assert.match(message, new RegExp(`^References: <alert-${alert}@example.org>`, 'm'));
    assert.doesNotMatch(message.split('\r\n\r\n')[0], /^Bcc:/m);
    assert.match(message, /Content-Type: text\/plain/);
    assert.match(message, /Content-Type: text\/html/);
    assert.match(message, /&lt;b&gt;/);
    assert.match(message, /^Auto-Submitted: auto-generated/m);
  });

  it('of a test are made at once, and once', async () => {
    const rule = await newRule([hook()]);
    receiver.status = 500;
    const told = {
      alert: null,
      round: 1,
      rule: rule.id,
      event: 'alert.test' as const,
      at: clock,
      payload: {
        type: 'alert.test',
        alert: { network, stations: ['a'], variables: [], last_time: '2026-03-01T12:00:00Z' },
      },
    };
    const ids = await addDeliveries(catalogue(), told, [{ channel: 'webhook', target: receiver.url }]);
    const deliverer = newDeliverer();
    await deliverer.tryOnce(ids);
    const [{ state, error }] = await deliveriesWithIds(catalogue(), ids);
    assert.deepEqual([state, error], ['failed', 'answered 500']);
  });

  it('leave no alert behind whose events nobody wrote', async () => {
    const rule = await newRule([hook()]);
    await assert.rejects(
      catalogue().transaction(async (statements) => {
        await tell(catalogueBook(statements), rule, 'none', { event: 'alert.opened', at: clock, comment: null });
      }),
    );
    assert.equal((await listAlerts(catalogue(), { network, limit: 1, after: null })).length, 0);
  });
}
