import assert from 'node:assert/strict';
import { VALID } from '../services/patterns/broken-patterns.ts';
import { timeAt } from './calm-network.ts';
import { freshDataFolder } from './data-folders.ts';
import { RunningSystem } from './running-system.ts';

describe('the pattern service by itself', () => {
  it('needs the catalogue only, and has after a restart what it had before', async () => {
    const system = await new RunningSystem(await freshDataFolder(), timeAt(0), {}, 'patterns').start();
    const [[, pattern]] = VALID;
    const { id: task } = await system.send<{ id: string }>('POST', '/api/v1/tasks/', { name: 'Nights', request: '' });
    const { id } = await system.send<{ id: string }>('POST', `/api/v1/aps/?task_id=${task}`, pattern);
    const { checks } = await system.get<{ checks: object }>('/readyz');
    assert.deepEqual(Object.keys(checks), ['catalogue', 'audit']);
    const observations = await fetch(`${system.url}/api/v1/observations`);
    assert.equal(observations.status, 404);
    await system.stop();
    await system.start();
    assert.deepEqual(await system.get(`/api/v1/aps/${id}`), pattern);
    assert.deepEqual(await system.get(`/api/v1/tasks/${task}/aps`), [id]);
    await system.stop();
    assert.deepEqual(system.failures, []);
  });
});
