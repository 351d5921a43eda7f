// Datasets while the service is killed again and again, uploads that are large or many, and all hostile statements; and
// requests of clients of other versions of the platform, where a folder of them is given; what convert gives as it is read by
// the reader of MLCommons, where that is asked for.
//   npm run test:datasets [-- --only upload,kills,hostile --kills 100 --clients 4 --seed 1 --mebibytes 2048]
//   npm run test:datasets -- --requests FOLDER [--files FOLDER]
//   npm run test:datasets -- --only croissant
import { countOf, refuse, runOptions } from '../../run-options.ts';
import { hostile } from './hostile.ts';
import { kills } from './kills.ts';
import { largeUpload } from './large-upload.ts';
import { readCroissant } from './read-croissant.ts';
import { requests } from './requests.ts';

const { values: options } = runOptions({
  options: {
    only: { type: 'string' },
    requests: { type: 'string' },
    files: { type: 'string', default: '' },
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
  croissant: readCroissant,
  upload: () => largeUpload({ mebibytes }),
  kills: () => kills(killed),
  requests: () => requests({ requests: options.requests ?? refuse('--requests takes a folder'), files: options.files }),
};
let failed = false;
const chosen = options.only ?? (options.requests === undefined ? 'upload,kills,hostile' : 'requests');
for (const name of chosen.split(',')) {
  const trial = TRIALS[name];
  if (trial === undefined) refuse(`--only takes ${Object.keys(TRIALS).join(', ')}`);
  const { line, problems } = await trial();
  console.log(`${name}: ${line}; ${problems.length} problems`);
  for (const problem of problems.slice(0, 20)) console.log(`  ${problem}`);
  failed ||= problems.length > 0;
}
process.exit(failed ? 1 : 0);
