// Makes a release of the checkout in the current folder: the version in all places, a section of the changelog, a commit
// and a tag. Without --write it only says what it would do.
//   npm run release -- 0.2.0 --write
import { parseArgs } from 'node:util';
import { makeRelease, planRelease, ReleaseRefused } from './release.ts';

try {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { write: { type: 'boolean' } } });
  const day = new Date().toISOString().slice(0, 10);
  const planned = planRelease(process.cwd(), positionals.join(' '), day);
  console.log(`${planned.tag}, ${day}\n\n${planned.notes}\n\n${[...planned.files.keys()].join('\n')}\n`);
  if (values.write === true) {
    makeRelease(process.cwd(), planned);
    console.log('Committed and tagged. Publish both: git push --follow-tags');
  } else {
    console.log('Nothing was written. Add --write to make the commit and the tag.');
  }
} catch (error) {
  if (!(error instanceof ReleaseRefused)) throw error;
  console.error(`No release: ${error.message}.`);
  process.exitCode = 1;
}
