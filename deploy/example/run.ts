// npm run example
//
// Writes examples/weather/, the folder of the README: one day of 12 invented stations, made as the demonstration makes them.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFile } from '../../schemas/package-root.ts';
import { exampleFiles } from './weather-folder.ts';

const folder = join(packageFile('examples'), 'weather');
mkdirSync(folder, { recursive: true });
for (const [name, text] of exampleFiles()) {
  writeFileSync(join(folder, name), text);
  console.log(`${join('examples', 'weather', name)}: ${text.split('\n').length - 2} rows`);
}
