import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip as gzipCallback } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';
import { leafletParts } from './leaflet-parts.ts';

const brotli = promisify(brotliCompress);
const gzip = promisify(gzipCallback);

const here = dirname(fileURLToPath(import.meta.url));
const dist = join(here, '..', '..', '..', 'dist');
const built = join(dist, 'web');
/** What /docs needs of Swagger UI. The package itself is not installed where Halcyon runs: it brings another that reports. */
const SWAGGER_FILES = [
  'swagger-ui.css',
  'swagger-ui-bundle.js',
  'swagger-ui-bundle.js.LICENSE.txt',
  'LICENSE',
  'NOTICE',
];
/** What the page of Redoc needs. The package itself would bring ninety others. */
const REDOC_FILE = 'redoc.standalone.js';
/** An image that it would ask another server for: an empty one stands in its place. */
const REDOC_LOGO = 'https://cdn.redoc.ly/redoc/logo-mini.svg';

/** Writes beside each file what a browser takes that can unpack it: made once here, not at each request. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    async closeBundle() {
      const names = readdirSync(built, { recursive: true, encoding: 'utf8' });
      const compressible = names.filter((name) => /\.(html|js|css|svg|json)$/.test(name));
      // All at once: they share the threads of the pool.
      await Promise.all(
        compressible.map(async (name) => {
          const bytes = readFileSync(join(built, name));
          const parameters = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
          const packed = await Promise.all([brotli(bytes, { params: parameters }), gzip(bytes, { level: 9 })]);
          for (const [at, ending] of ['br', 'gz'].entries())
            writeFileSync(join(built, `${name}.${ending}`), packed[at]);
        }),
      );
    },
  };
}

/** The pages are told the elements by the service: they have no environment. */
function elementsOfThePage(): Plugin {
  return {
    name: 'elements-of-the-page',
    enforce: 'pre',
    resolveId: (source) =>
      source.endsWith('/configured-elements.ts') ? join(here, 'state', 'page-elements.ts') : undefined,
  };
}

/** Puts the files of the pages of the API beside those of the others. */
function documentViewers(): Plugin {
  return {
    name: 'document-viewers',
    closeBundle() {
      const fromHere = createRequire(import.meta.url);
      const swagger = join(dist, 'swagger-ui');
      mkdirSync(swagger, { recursive: true });
      for (const name of SWAGGER_FILES) copyFileSync(fromHere.resolve(`swagger-ui-dist/${name}`), join(swagger, name));
      const redoc = join(dist, 'redoc');
      mkdirSync(redoc, { recursive: true });
      const bundles = dirname(fromHere.resolve(`redoc/bundles/${REDOC_FILE}`));
      copyFileSync(join(bundles, '..', 'LICENSE'), join(redoc, 'LICENSE'));
      copyFileSync(join(bundles, `${REDOC_FILE}.LICENSE.txt`), join(redoc, `${REDOC_FILE}.LICENSE.txt`));
      const text = readFileSync(join(bundles, REDOC_FILE), 'utf8');
      if (!text.includes(REDOC_LOGO))
        throw new Error(`${REDOC_FILE} no longer asks for ${REDOC_LOGO}: look what it asks for`);
      writeFileSync(join(redoc, REDOC_FILE), text.replaceAll(REDOC_LOGO, 'data:,'));
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
    rolldownOptions: {
      // Compressing takes longer than the rest, and whoever builds need not read of it.
      checks: { bundlerTimings: false },
      // What most pages need is one file in place of twenty small ones, which compress worse.
      output: { codeSplitting: { groups: [{ name: 'shared', minShareCount: 5, test: /services.web.client.*\.ts$/ }] } },
    },
  },
  plugins: [elementsOfThePage(), leafletParts(), compressed(), documentViewers()],
});
