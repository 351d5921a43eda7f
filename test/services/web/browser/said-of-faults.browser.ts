import assert from 'node:assert/strict';
import type { NowAnswer } from '../../../../schemas/http/answers/now-answer.ts';
import { until } from '../../../until.ts';
import { findings, LOOKS, NETWORK, OpenPages } from './open-pages.ts';

describe('what people say of faults on the pages', function () {
  this.timeout(300_000);
  let pages: OpenPages;
  before(async function () {
    pages = await OpenPages.startOrSkip(this);
    await pages.judged();
  });
  after(() => pages?.stop());

  // It was ten rows, each of which said "is of another station".
  it('is said of two stations that are swapped in one row, and of all faults that it is of', async () => {
    const answer = await pages.system.get<NowAnswer>(`/api/v1/now?network=${NETWORK}`);
    const [first] = answer.faults.filter(({ group }) => group === 'open');
    const other = {
      kind: 'swapped',
      station_id: 'other',
      station_name: 'Other Hill',
      variable: first.variable,
    } as const;
    const swap: NowAnswer['faults'][number] = {
      ...first,
      kind: 'swapped',
      estimate: { ...first.estimate, swapped_with: 'other' },
      same_cause: [
        { ...other, fault_id: 'b'.repeat(32) },
        { ...other, fault_id: 'c'.repeat(32), kind: 'level' },
      ],
    };
    const page = await pages.open('/map/networks');
    await page.route('**/api/v1/now?*', (route) => route.fulfill({ json: { ...answer, faults: [swap] } }));
    const asked: string[] = [];
    await page.route('**/override', (route) => {
      asked.push(`${route.request().method()} ${new URL(route.request().url()).pathname}`);
      return route.fulfill({ json: {} });
    });
    await page.getByRole('link', { name: 'Now', exact: true }).click();
    const row = page.locator('#open .fault');
    await row.waitFor();
    assert.equal(await row.getByRole('heading').textContent(), `${first.station_name} ⇄ Other Hill`);
    assert.match((await row.textContent()) ?? '', /The records of the two stations are exchanged: /);
    await row.getByRole('button', { name: 'Not a fault' }).click();
    await page.getByRole('dialog').getByLabel('Why').fill('the plugs were put right');
    await page.getByRole('dialog').getByRole('button', { name: 'Not a fault' }).click();
    const ids = [first.fault_id, 'b'.repeat(32)];
    await until('both are called no fault', async () => asked.length === 2);
    assert.deepEqual(
      asked,
      ids.map((id) => `PUT /api/v1/faults/${id}/override`),
    );
    await page.getByRole('button', { name: 'Undo' }).click();
    await until('that is taken back', async () => asked.length === 4);
    await page.context().close();
  });

  // Such a fault was on no page any more.
  it('is on the page of the station where it is no fault, folded, with who said so and why', async () => {
    const { faults } = await pages.system.get<NowAnswer>(`/api/v1/now?network=${NETWORK}`);
    const [{ fault_id: id, station_id: station }] = faults.filter(({ group }) => group === 'open');
    const path = `/api/v1/faults/${id}/override`;
    await pages.system.send('PUT', path, { classification: 'normal', reason: 'a bonfire beside the mast' });
    for (const look of [LOOKS.light, LOOKS.phone]) {
      const page = await pages.open(`/map/stations/${station}?network=${NETWORK}`, look);
      const folded = page.locator('details.rejected');
      await folded.getByText('Called no fault (1)').click();
      const said = folded.getByText('Called no fault by local: a bonfire beside the mast');
      await said.waitFor();
      assert.ok(await said.isVisible());
      assert.deepEqual(await findings(page), []);
      await page.context().close();
    }
    await pages.system.send('DELETE', path, {});
  });

  // Nobody could take it back on the page: the list had no button.
  it('is taken back on the page of the station, by which it is a fault again', async () => {
    const { faults } = await pages.system.get<NowAnswer>(`/api/v1/now?network=${NETWORK}`);
    const [{ fault_id: id, station_id: station }] = faults.filter(({ group }) => group === 'open');
    const reason = 'a bonfire beside the mast';
    await pages.system.send('PUT', `/api/v1/faults/${id}/override`, { classification: 'normal', reason });
    const page = await pages.open(`/map/stations/${station}?network=${NETWORK}`);
    const folded = page.locator('details.rejected');
    await folded.getByText('Called no fault (1)').click();
    await folded.getByRole('button', { name: 'Take back' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click();
    await until('the list has nothing that is called no fault', async () => (await folded.count()) === 0);
    const { override } = await pages.system.get<{ override?: unknown }>(`/api/v1/faults/${id}`);
    assert.equal(override, undefined);
    const focused = "document.activeElement?.getAttribute('aria-label')";
    assert.equal(await page.evaluate(focused), 'Faults');
    await page.context().close();
  });
});
