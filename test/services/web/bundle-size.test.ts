import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { packageFile } from '../../../schemas/package-root.ts';

/**
 * What all pages together may weigh for one reader, packed by gzip, without the outline of the world [bytes]: of the catalogues
 * of messages one is loaded, so that the largest counts.
 */
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
    const sizeOf = (name: string) => statSync(`${folder}/${name}`).size;
    const isCatalogue = (name: string) => /assets\/(en|de|fr|el)-/.test(name);
    const catalogues = own.filter(isCatalogue).map(sizeOf);
    assert.equal(catalogues.length, 4);
    const rest = own.filter((name) => !isCatalogue(name)).reduce((sum, name) => sum + sizeOf(name), 0);
    const size = rest + Math.max(...catalogues);
    assert.ok(size < MOST, `${size} bytes`);
  });

  it('asks no other host for anything', () => {
    const page = readFileSync(`${folder}/index.html`, 'utf8');
    assert.doesNotMatch(page, /(src|href)="(https?:)?\/\//);
    assert.doesNotMatch(page, /<script>|<style>|style="/);
  });
});
