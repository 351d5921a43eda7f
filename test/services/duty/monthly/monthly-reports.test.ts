import assert from 'node:assert/strict';
import { SILENT } from '../../../../schemas/logger.ts';
import type { ReportRecipient } from '../../../../schemas/report-recipients.ts';
import { mailSender } from '../../../../services/alerts/deliveries/mail-sender.ts';
import { MonthlyReports } from '../../../../services/duty/monthly/monthly-reports.ts';
import type { Catalogue } from '../../../../services/stores/catalogue.ts';
import { MailServer } from '../../alerts/mail-server.ts';
import { FakeParts } from '../../api/fake-parts.ts';
import { NOON, someObservation, someStation } from '../../api/some-records.ts';
import { onBothCatalogues } from '../../stores/both-catalogues.ts';
import { momentsOf } from '../../stores/some-moments.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MARCH = Date.UTC(2026, 2);
const ANN: ReportRecipient = { network: 'north', address: 'ann@example.org' };
const BOB: ReportRecipient = { network: '*', address: 'bob@example.org' };

describe('monthly reports', () => {
  onBothCatalogues((catalogue) => monthlyContract(catalogue));
});

function monthlyContract(catalogue: () => Catalogue): void {
  const mail = new MailServer();
  let parts: FakeParts;
  let clock: number;

  before(() => mail.start());
  after(() => mail.stop());
  beforeEach(async () => {
    await catalogue().query('DELETE FROM report_mails');
    mail.received.length = 0;
    mail.busy = null;
    clock = NOON;
    parts = new FakeParts();
    parts.stations = [someStation(), someStation({ id: 'b', name: 'Beta <b>' })];
    // February of one station.
    parts.observations = Array.from({ length: 28 * 24 }, (_, k) =>
      someObservation({ time: MARCH - 28 * DAY + k * HOUR }),
    );
  });

  /** A process. */
  const process = (recipients: readonly ReportRecipient[] = [ANN], smtpUrl = mail.url) => {
    const { store, experts } = parts.parts();
    return new MonthlyReports({
      ...{ catalogue: catalogue(), store, experts, recipients },
      send: mailSender({ smtpUrl, from: 'Halcyon <halcyon@example.org>', now: () => clock }),
      publicUrl: () => 'https://h.example',
      now: () => clock,
      logger: SILENT,
      random: () => 0,
    });
  };
  const told = () => mail.received.map(({ to }) => to.join()).sort();
  const states = async () =>
    (await catalogue().query('SELECT state FROM report_mails')).map((row) => String(row['state']));

  it('come once when the month is over, whichever processes run and however often they start', async () => {
    clock = MARCH + 5 * HOUR;
    await process().look();
    assert.deepEqual(told(), []);
    clock = MARCH + 6 * HOUR;
    await Promise.all(Array.from({ length: 4 }, () => process([ANN, BOB]).look()));
    for (const day of [0, 1, 6, 7, 8, 30]) {
      clock = MARCH + 6 * HOUR + day * DAY;
      await process([ANN, BOB]).look();
    }
    assert.deepEqual(told(), ['ann@example.org', 'bob@example.org']);
    clock = Date.UTC(2026, 3, 1, 6);
    await process([ANN, BOB]).look();
    assert.equal(told().length, 4, 'the next month is told too');
  });

  it('are made once for all who are told of a network', async () => {
    const { store, experts } = parts.parts();
    let made = 0;
    const counted: typeof store = {
      ...store,
      extent: (network) => {
        made += 1;
        return store.extent(network);
      },
    };
    const reports = new MonthlyReports({
      ...{ catalogue: catalogue(), store: counted, experts, recipients: [ANN, BOB] },
      send: mailSender({ smtpUrl: mail.url, from: 'Halcyon <halcyon@example.org>', now: () => clock }),
      publicUrl: () => 'https://h.example',
      now: () => clock,
      logger: SILENT,
    });
    await reports.look();
    assert.deepEqual([told(), made], [['ann@example.org', 'bob@example.org'], 1]);
  });

  it('are made piece by piece of a network that is too large for one question, which stays in hand meanwhile', async () => {
    parts.stations = Array.from({ length: 3_600 }, (_, k) => someStation({ id: `s${k}` }));
    parts.observations = [];
    const { store, experts } = parts.parts();
    const asked: number[] = [];
    const leases: number[] = [];
    const large: typeof store = {
      ...store,
      observationBlocks: (query, signal) => {
        asked.push([query.station ?? []].flat().length);
        return store.observationBlocks(query, signal);
      },
      stationMoments: async (_network, _time, stations) => momentsOf(stations, []),
    };
    const slow: typeof large = {
      ...large,
      observationBlocks: async function* (query, signal) {
        const [row] = await catalogue().query('SELECT leased FROM report_mails');
        leases.push((row['leased'] as Date).getTime() - clock);
        clock += 10 * MINUTE;
        yield* large.observationBlocks(query, signal);
      },
    };
    const reports = new MonthlyReports({
      ...{ catalogue: catalogue(), store: slow, experts, recipients: [ANN] },
      send: mailSender({ smtpUrl: mail.url, from: 'Halcyon <halcyon@example.org>', now: () => clock }),
      publicUrl: () => 'https://h.example',
      now: () => clock,
      logger: SILENT,
    });
    await reports.look();
    assert.deepEqual([told(), await states()], [['ann@example.org'], ['delivered']]);
    assert.deepEqual(asked, [1_000, 1_000, 1_000, 600]);
    assert.ok(
      leases.every((left) => left >= 15 * MINUTE),
      leases.join(),
    );
    assert.match(mail.received[0].message, /of 3600 stations/);
  });

  it('say in text and HTML how good the month was, with a link to its page', async () => {
    await process().look();
    const [{ message }] = mail.received;
    // The lines of quoted-printable joined.
    const said = message.replaceAll('=\r\n', '').replaceAll('=3D', '=');
    assert.match(said, /^Subject: \[Halcyon\] Report on network north, February 2026\r$/m);
    assert.match(said, /^Content-Type: text\/plain/m);
    assert.match(said, /^Content-Type: text\/html/m);
    assert.match(said, /^Complete +50\.\d % \(672 reports of 2 stations\)\r$/m);
    assert.match(said, /^Silent +1 station: b\r$/m);
    assert.match(said, /^temp_out\r\n {2}Hours +671\r$/m);
    assert.match(said, /^https:\/\/h\.example\/map\/report\?network=north&from=2026-02-01&to=2026-02-28\r$/m);
    assert.match(said, /<h1>Report on network north, February 2026<\/h1>/);
    assert.match(
      said,
      /<a href="https:\/\/h\.example\/map\/report\?network=north&amp;from=2026-02-01&amp;to=2026-02-28">/,
    );
    assert.match(said, /<li>Beta &lt;b&gt; lost 100\.0 % of its values/);
  });

  it('are tried again while the mail server is busy, by the same id, and given up after seven days', async () => {
    mail.busy = 'come again';
    await process().look();
    assert.deepEqual(await states(), ['pending']);
    mail.busy = null;
    await process().look();
    assert.deepEqual(told(), [], 'not before its time');
    clock += HOUR;
    await process().look();
    assert.deepEqual([told(), await states()], [['ann@example.org'], ['delivered']]);

    await catalogue().query('DELETE FROM report_mails');
    mail.busy = 'come again';
    for (let halfDays = 0; halfDays < 16; halfDays++) {
      clock += DAY / 2;
      await process().look();
    }
    assert.deepEqual(await states(), ['failed']);
  });

  it('are left by a process that dies to another, after its lease', async () => {
    const { store, experts } = parts.parts();
    const dying = new MonthlyReports({
      ...{ catalogue: catalogue(), store, experts, recipients: [ANN] },
      send: () => Promise.reject(new Error('it dies')),
      publicUrl: () => '',
      now: () => clock,
      logger: SILENT,
    });
    await assert.rejects(dying.look(), /it dies/);
    await process().look();
    assert.deepEqual(told(), []);
    clock += 16 * MINUTE;
    await process().look();
    assert.deepEqual(told(), ['ann@example.org']);
  });

  it('go to nobody of other networks, and not to whom the settings name no more', async () => {
    await process([{ network: 'south', address: 'eve@example.org' }]).look();
    assert.deepEqual(await states(), []);
    mail.busy = 'come again';
    await process().look();
    mail.busy = null;
    clock += HOUR;
    await process([]).look();
    assert.deepEqual([told(), await states()], [[], ['failed']]);
  });

  it('that cannot be made are given up at once', async () => {
    const { store, experts } = parts.parts();
    const reports = new MonthlyReports({
      ...{ catalogue: catalogue(), store: { ...store, extent: async () => null }, experts, recipients: [ANN] },
      send: mailSender({ smtpUrl: mail.url, from: 'Halcyon <halcyon@example.org>', now: () => clock }),
      publicUrl: () => 'https://h.example',
      now: () => clock,
      logger: SILENT,
    });
    await reports.look();
    const rows = await catalogue().query('SELECT state, error FROM report_mails');
    assert.deepEqual(rows, [{ state: 'failed', error: 'network north holds no observations yet' }]);
  });
}
