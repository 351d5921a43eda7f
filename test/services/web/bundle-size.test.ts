import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { packageFile } from '../../../schemas/package-root.ts';

/** What all pages together may weigh, packed by gzip, without the outline of the world [bytes]. */
const MOST = 200_000;

describe('the build of the pages', () => {
  const folder = packageFile('dist', 'web');
  before(function () {
    if (existsSync(folder)) return;
    console.warn('      skipped: it is not built (npm run build)');
    this.skip();
  });

  it('is small', () => {
    const packed = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.gz'));
    const own = packed.filter((name) => !name.includes('countries'));
    assert.ok(own.length > 3 && own.length < packed.length, packed.join());
    const size = own.reduce((sum, name) => sum + statSync(`${folder}/${name}`).size, 0);
    assert.ok(size < MOST, `${size} bytes`);
  });

  it('asks no other host for anything', () => {
    const page = readFileSync(`${folder}/index.html`, 'utf8');
    assert.doesNotMatch(page, /(src|href)="(https?:)?\/\//);
    assert.doesNotMatch(page, /<script>|<style>|style="/);
  });
});
