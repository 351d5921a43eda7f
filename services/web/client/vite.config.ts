import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';

const here = dirname(fileURLToPath(import.meta.url));
const built = join(here, '..', '..', '..', 'dist', 'web');

/** Writes beside each file what a browser takes that can unpack it: made once here, not at each request. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    closeBundle() {
      for (const name of readdirSync(built, { recursive: true, encoding: 'utf8' })) {
        if (!/\.(html|js|css|svg|json)$/.test(name)) continue;
        const bytes = readFileSync(join(built, name));
        const parameters = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
        writeFileSync(join(built, `${name}.br`), brotliCompressSync(bytes, { params: parameters }));
        writeFileSync(join(built, `${name}.gz`), gzipSync(bytes, { level: 9 }));
      }
    },
  };
}

export default defineConfig({
  root: here,
  base: '/map/',
  build: {
    outDir: built,
    emptyOutDir: true,
    target: 'es2023',
    // The policy of the pages allows files only: nothing is put into others as data.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  plugins: [compressed()],
});
