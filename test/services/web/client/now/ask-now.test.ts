import assert from 'node:assert/strict';
import { FAULT_GROUPS, NOW_GROUPS, type NowGroup } from '../../../../../schemas/http/answers/now-answer.ts';
import type { Api } from '../../../../../services/web/client/api/api.ts';
import { askNow } from '../../../../../services/web/client/now/ask-now.ts';

describe('what is wrong now, as far as it is asked for', () => {
  /** How many there are of each group. */
  const all: Readonly<Partial<Record<NowGroup, number>>> = {
    open: 2_345,
    recovered: 30,
    silent: 1_500,
    silent_sensors: 120,
  };
  let asked: string[] = [];
  /** Pages of a service: the cursor is the group, and how many came before. */
  const api = {
    get: async (path: string) => {
      const query = new URLSearchParams(path.split('?')[1]);
      asked.push(`${query.get('cursor')} ${query.get('limit')}`);
      const [group = null, before = '0'] = query.get('cursor')?.split('/') ?? [];
      const [begin, limit] = [Number(before), Number(query.get('limit'))];
      const rowsOf = (name: NowGroup) =>
        Array.from({ length: all[name] ?? 0 }, (_, k) => ({ group: name, id: `${name}${k}` })).slice(
          begin,
          group === null || group === name ? begin + limit : begin,
        );
      const next = (name: NowGroup) =>
        begin + limit < (all[name] ?? 0) && (group === null || group === name) ? `${name}/${begin + limit}` : null;
      return {
        faults: FAULT_GROUPS.flatMap(rowsOf),
        silent: rowsOf('silent'),
        silent_sensors: rowsOf('silent_sensors'),
        next_cursors: Object.fromEntries(NOW_GROUPS.map((name) => [name, next(name)])),
      };
    },
  } as unknown as Pick<Api, 'get'>;
  const ask = (wanted: readonly (readonly [NowGroup, number])[]) =>
    askNow(api, { network: 'north' }, new Map(wanted), new AbortController().signal);
  beforeEach(() => {
    asked = [];
  });

  it('is one question at first', async () => {
    const { faults, silent } = await ask([]);
    assert.deepEqual([faults.length, silent.length, asked], [130, 100, ['null 100']]);
  });

  it('goes page by page to the last of a group, and asks for no more of the others', async () => {
    const { faults, silent, next_cursors } = await ask([['open', 10_000]]);
    const open = faults.filter(({ group }) => group === 'open');
    assert.equal(new Set(open.map((fault) => (fault as unknown as { id: string }).id)).size, 2_345);
    assert.deepEqual([silent.length, next_cursors.open, typeof next_cursors.silent], [100, null, 'string']);
    assert.deepEqual(asked, ['null 100', 'open/100 1000', 'open/1100 1000', 'open/2100 1000']);
  });

  it('asks for what is missing alone', async () => {
    const { silent } = await ask([
      ['silent', 250],
      ['recovered', 100],
    ]);
    assert.deepEqual([silent.length, asked], [250, ['null 100', 'silent/100 150']]);
    assert.equal((await ask([['silent_sensors', 200]])).silent_sensors.length, 120);
  });
});
