import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { packageFile } from '../../../schemas/package-root.ts';
import { compiledFile } from '../../compiled.ts';

/** Finds no engine of an embedded store, as in the container image for servers, which leaves them out. */
const HOOKS = `export async function resolve(name, context, next) {
  if (/^(@electric-sql\\/pglite|chdb)/.test(name)) throw new Error('there is no ' + name);
  return next(name, context);
}`;
const asUrl = (text: string) => `data:text/javascript,${encodeURIComponent(text)}`;
const REGISTER = asUrl(`import { register } from 'node:module'; register(${JSON.stringify(asUrl(HOOKS))});`);

describe('a system without the engines of embedded stores', () => {
  it('is loaded whole: with servers it needs none of them', () => {
    const files = ['system', 'assemble-system'].map((name) => packageFile('services', 'system', `${name}.ts`));
    const loading = files.map((file) => `await import('${pathToFileURL(compiledFile(file) ?? file)}');`);
    const source = `${loading.join(' ')} console.log('loaded');`;
    const withTsx = files.map(compiledFile).includes(null) ? ['--import', 'tsx'] : [];
    const words = [...withTsx, '--import', REGISTER, '--input-type=module', '--eval', source];
    const written = execFileSync(process.execPath, words, { cwd: packageFile(), encoding: 'utf8', stdio: 'pipe' });
    assert.equal(written, 'loaded\n');
  }).timeout(60_000);
});
