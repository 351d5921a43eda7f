import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfiguration, SETTINGS } from '../../schemas/configuration.ts';
import { ERRORS } from '../../schemas/errors.ts';
import { packageFile } from '../../schemas/package-root.ts';
import { assertIssuer, assertReachable, WHOLE } from '../../services/system/chosen-parts.ts';
import { ENDING_SECONDS } from './halcyon-process.ts';
import { PACKAGE } from './versions.ts';

const FOLDER = join('deploy', 'systemd');
const UNIT = 'halcyon.service';
const INSTALLED = '/opt/halcyon';

/** Assignments of a file, `NAME=value` a line. */
function assignmentsOf(text: string): Map<string, string> {
  const lines = text.split('\n').filter((line) => /^[A-Za-z_]+=/.test(line));
  return new Map(lines.map((line): [string, string] => [line.split('=')[0], line.slice(line.indexOf('=') + 1)]));
}

describe('deploy/systemd', () => {
  const text = readFileSync(packageFile(FOLDER, UNIT), 'utf8');
  const unit = assignmentsOf(text);
  const environment = assignmentsOf(readFileSync(packageFile(FOLDER, 'halcyon.env.example'), 'utf8'));

  it('starts the command of the package, under an account of its own', () => {
    const [node, script, ...words] = unit.get('ExecStart')?.split(' ') ?? [];
    assert.equal(node, '/usr/bin/node');
    assert.equal(script, join(INSTALLED, PACKAGE.bin['halcyon']));
    assert.deepEqual(words, ['run']);
    assert.equal(unit.get('User'), 'halcyon');
    for (const name of ['NoNewPrivileges', 'ProtectHome', 'PrivateTmp', 'PrivateDevices']) {
      assert.equal(unit.get(name), 'true', name);
    }
    assert.deepEqual([unit.get('ProtectSystem'), unit.get('CapabilityBoundingSet')], ['strict', '']);
  });

  it('has settings that hold: access control, no invented stations, and the only folder that it may write to', () => {
    const known: readonly string[] = Object.values(SETTINGS).map(({ name }) => name);
    for (const name of environment.keys()) assert.ok(known.includes(name), name);
    const configuration = readConfiguration(Object.fromEntries(environment));
    assert.deepEqual([configuration.auth, configuration.feed], ['required', '']);
    assert.equal(configuration.data, join('/var/lib', unit.get('StateDirectory') ?? ''));
    assert.equal(unit.get('StateDirectoryMode'), '0700');
    assertReachable(WHOLE, configuration);
    assertIssuer(configuration, WHOLE);
  });

  it('lets it end what it has in hand, and does not start it again with wrong settings', () => {
    assert.ok(Number(unit.get('TimeoutStopSec')) > ENDING_SECONDS);
    assert.equal(unit.get('Restart'), 'on-failure');
    assert.equal(Number(unit.get('RestartPreventExitStatus')), ERRORS.invalid_configuration.exit);
  });

  it('is what systemd takes', function () {
    if (!existsSync('/usr/bin/systemd-analyze')) return this.skip();
    const folder = mkdtempSync(join(tmpdir(), 'halcyon-unit-'));
    try {
      const path = join(folder, UNIT);
      writeFileSync(path, text.replace('/usr/bin/node', process.execPath));
      const { status, stderr } = spawnSync('systemd-analyze', ['verify', path], { encoding: 'utf8' });
      assert.equal(status, 0, stderr);
      assert.equal(stderr, '');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
