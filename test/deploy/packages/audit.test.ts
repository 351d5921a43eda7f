import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageFile } from '../../../schemas/package-root.ts';

interface Done {
  readonly code: number;
  readonly out: string;
}

/** What a registry answers to what npm asks it about weaknesses; null where it knows no such request, as many mirrors. */
type Advisories = Readonly<Record<string, readonly object[]>> | null;

const weakness = (severity: string) => ({
  id: 1,
  url: 'https://example.org/1',
  title: 'Made for this test',
  severity,
  vulnerable_versions: '*',
});

/** Runs the command with a registry of its own. */
async function auditWith(advisories: Advisories): Promise<Done> {
  const folder = mkdtempSync(join(tmpdir(), 'halcyon-audit-'));
  const registry = createServer((request, response) => {
    request.resume();
    const asked = /\/advisories\/bulk$/.test(request.url ?? '');
    const name = decodeURIComponent((request.url ?? '/').slice(1));
    const known = { name, versions: {}, 'dist-tags': {} };
    response.writeHead(asked && advisories === null ? 405 : 200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(asked ? (advisories ?? {}) : known));
  });
  registry.listen(0, '127.0.0.1');
  await once(registry, 'listening');
  const { port } = registry.address() as AddressInfo;
  const env = {
    ...process.env,
    npm_config_registry: `http://127.0.0.1:${port}/`,
    npm_config_cache: folder,
    npm_config_fetch_retries: '0',
  };
  try {
    return await new Promise<Done>((resolve) => {
      execFile(process.execPath, [packageFile('deploy', 'packages', 'audit.mjs')], { env }, (error, out, err) =>
        resolve({ code: Number(error?.code ?? 0), out: out + err }),
      );
    });
  } finally {
    registry.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

describe('npm run audit', () => {
  let none: Done;
  let shipped: Done;
  let development: Done;
  before(async () => {
    [none, shipped, development] = await Promise.all([
      auditWith(null),
      auditWith({ leaflet: [weakness('high')], uplot: [weakness('moderate')] }),
      auditWith({ mocha: [weakness('critical')], uplot: [weakness('moderate')] }),
    ]);
  });

  it('says so where the registry does not answer, and does not fail', () => {
    assert.equal(none.code, 0, none.out);
    assert.match(none.out, /^The registry does not answer audits: 405 .*\n$/);
  });

  it('fails for a high one in what is shipped, the pages among it', () => {
    assert.equal(shipped.code, 1, shipped.out);
    assert.match(shipped.out, /^high: leaflet \d\S+: Made for this test https:\/\/example\.org\/1$/m);
    assert.match(shipped.out, /^moderate: uplot /m);
  });

  it('does not fail for a lesser one, nor for what is for development', () => {
    assert.equal(development.code, 0, development.out);
    assert.match(development.out, /^1 of \d{3} shipped packages have known weaknesses \(and 1 for development\)\.$/m);
    assert.doesNotMatch(development.out, /mocha/);
  });
});
