// Datasets while the service is killed again and again, uploads that are large or many, and all hostile statements.
//   npm run test:datasets [-- --only upload,kills,hostile --kills 100 --clients 4 --seed 1 --mebibytes 2048]
import { parseArgs } from 'node:util';
import { hostile } from './hostile.ts';
import { kills } from './kills.ts';
import { largeUpload } from './large-upload.ts';

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: 'upload,kills,hostile' },
    kills: { type: 'string', default: '100' },
    clients: { type: 'string', default: '4' },
    seed: { type: 'string', default: '1' },
    mebibytes: { type: 'string', default: '2048' },
  },
});
const TRIALS: Readonly<Record<string, () => Promise<{ line: string; problems: readonly string[] }>>> = {
  hostile,
  upload: () => largeUpload({ mebibytes: Number(options.mebibytes) }),
  kills: () => kills({ kills: Number(options.kills), clients: Number(options.clients), seed: Number(options.seed) }),
};
let failed = false;
for (const name of options.only.split(',')) {
  const trial = TRIALS[name];
  if (trial === undefined) {
    console.error(`--only takes ${Object.keys(TRIALS).join(', ')}`);
    process.exit(2);
  }
  const { line, problems } = await trial();
  console.log(`${name}: ${line}; ${problems.length} problems`);
  for (const problem of problems.slice(0, 20)) console.log(`  ${problem}`);
  failed ||= problems.length > 0;
}
process.exit(failed ? 1 : 0);
