// Datasets while the service is killed again and again, uploads that are large or many, and all hostile statements.
//   npm run test:datasets [-- --only upload,kills,hostile --kills 100 --clients 4 --seed 1 --mebibytes 2048]
import { countOf, refuse, runOptions } from '../../run-options.ts';
import { hostile } from './hostile.ts';
import { kills } from './kills.ts';
import { largeUpload } from './large-upload.ts';

const { values: options } = runOptions({
  options: {
    only: { type: 'string', default: 'upload,kills,hostile' },
    kills: { type: 'string', default: '100' },
    clients: { type: 'string', default: '4' },
    seed: { type: 'string', default: '1' },
    mebibytes: { type: 'string', default: '2048' },
  },
});
const mebibytes = countOf(options, 'mebibytes');
const killed = {
  kills: countOf(options, 'kills'),
  clients: countOf(options, 'clients'),
  seed: countOf(options, 'seed'),
};
const TRIALS: Readonly<Record<string, () => Promise<{ line: string; problems: readonly string[] }>>> = {
  hostile,
  upload: () => largeUpload({ mebibytes }),
  kills: () => kills(killed),
};
let failed = false;
for (const name of options.only.split(',')) {
  const trial = TRIALS[name];
  if (trial === undefined) refuse(`--only takes ${Object.keys(TRIALS).join(', ')}`);
  const { line, problems } = await trial();
  console.log(`${name}: ${line}; ${problems.length} problems`);
  for (const problem of problems.slice(0, 20)) console.log(`  ${problem}`);
  failed ||= problems.length > 0;
}
process.exit(failed ? 1 : 0);
