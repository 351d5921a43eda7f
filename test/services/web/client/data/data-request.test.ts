import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  curlCommand,
  type DataRequest,
  dataFile,
  dataPath,
  pythonProgram,
} from '../../../../../services/web/client/data/data-request.ts';

const REQUEST: DataRequest = {
  network: 'north sea',
  station: "o'hare",
  from: '2026-03-01T00:00:00Z',
  to: '2026-03-08T00:00:00Z',
  flags: true,
  units: 'own',
  format: 'csv',
};
const ORIGIN = 'http://127.0.0.1:8080';

describe('a request for data', () => {
  it('is one address for the whole period, without what is the default', () => {
    const query = new URL(ORIGIN + dataPath(REQUEST)).searchParams;
    assert.deepEqual(Object.fromEntries(query), {
      network: 'north sea',
      station: "o'hare",
      from: '2026-03-01T00:00:00Z',
      to: '2026-03-08T00:00:00Z',
      limit: 'all',
      format: 'csv',
    });
    const other = new URL(ORIGIN + dataPath({ ...REQUEST, station: '', flags: false, units: 'si' })).searchParams;
    assert.deepEqual([other.get('station'), other.get('flags'), other.get('units')], [null, 'false', 'si']);
  });

  it('has a file whose name every system takes', () => {
    assert.equal(dataFile(REQUEST), 'north-sea_o-hare_2026-03-01_2026-03-08.csv');
    assert.equal(dataFile({ ...REQUEST, station: '', format: 'arrow' }), 'north-sea_2026-03-01_2026-03-08.arrows');
  });

  it('is a command that a shell takes as it was meant', () => {
    const command = curlCommand(REQUEST, ORIGIN, true).replace(/^curl/, 'printf "%s\\n"');
    const words = execFileSync('sh', ['-c', command], { encoding: 'utf8', env: { TOKEN: 'secret' } })
      .trim()
      .split('\n');
    assert.deepEqual(words, [
      '-f',
      '-o',
      dataFile(REQUEST),
      '-H',
      'Authorization: Bearer secret',
      ORIGIN + dataPath(REQUEST),
    ]);
  });

  it('is a program that Python reads', () => {
    for (const withToken of [true, false]) {
      const program = pythonProgram(REQUEST, ORIGIN, withToken);
      assert.equal(program.includes('TOKEN'), withToken);
      try {
        execFileSync('python3', ['-c', 'import ast, sys; ast.parse(sys.stdin.read())'], { input: program });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      }
    }
  });
});
