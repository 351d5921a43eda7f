// How the sources hang together: files and lines, circles between folders, and the files that one observation takes.
//   npm run structure [-- --files] [--no-path]
// --files lists the files of that path; --no-path leaves it out, and no system is started.

import { packageFile } from '../../schemas/package-root.ts';
import { runOptions } from '../run-options.ts';
import { CalledFiles } from './called-files.ts';
import { measureObservationPath } from './observation-path.ts';
import { readSources } from './source-imports.ts';
import { pathReport, structureReport } from './structure-report.ts';

const { values } = runOptions({ options: { files: { type: 'boolean' }, 'no-path': { type: 'boolean' } } });
const root = packageFile();
console.log(structureReport(readSources(root)));
if (values['no-path'] !== true)
  console.log(`\n${pathReport(await measureObservationPath(new CalledFiles(`${root}/`)), values.files === true)}`);
