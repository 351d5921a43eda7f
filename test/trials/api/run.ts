// Every example of the OpenAPI documents, sent to the system that serves them; then requests that schemathesis makes from them,
// good ones and bad ones, all its checks on: no answer is 5xx, every answer is as documented, what the schema refuses is
// refused; with access control, every example is sent as everybody who there can be: nobody, and each role that holds everywhere,
// in the network of the examples, or in another.
// With `--examples 0` schemathesis is left out, which takes most of the time.
//   npm run test:api [-- --examples 10 --seed 1 --auth off,required]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { oas31 } from 'zod-openapi';
import { runOptions } from '../../run-options.ts';
import { pythonWith } from '../../servers/python-packages.ts';
import { authorisationMatrix } from './authorisation-matrix.ts';
import { listedId } from './listed-id.ts';
import { runExamples } from './run-examples.ts';
import { runSchemathesis } from './run-schemathesis.ts';
import { seededSystem } from './seeded-system.ts';

const SCHEMATHESIS = 'schemathesis==4.32.5';

/** Operations on what the system itself gave an id, by the list that has it. */
const BY_LIST: Readonly<Record<string, readonly string[]>> = {
  anomalies: ['get-anomaly', 'put-override', 'delete-override'],
  faults: ['get-fault', 'put-fault-override', 'delete-fault-override', 'put-fault-care'],
  episodes: ['get-episode'],
  alerts: ['get-alert', 'acknowledge-alert', 'resolve-alert', 'comment-alert'],
  maintenance: ['end-maintenance'],
  bars: ['end-bar'],
  'dead-letters': ['replay-dead-letter'],
};

const { values: options } = runOptions({
  options: {
    examples: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
    auth: { type: 'string', default: 'off,required' },
  },
});
const found = await pythonWith([SCHEMATHESIS]);
if ('missing' in found) {
  console.error(found.missing);
  process.exit(2);
}
const { python } = found;
let failed = false;
for (const auth of options.auth.split(',')) {
  console.log(`HALCYON_AUTH=${auth}`);
  const began = performance.now();
  const good = await holds(auth);
  console.log(`${good ? 'as it should be' : 'FAILED'} after ${Math.round((performance.now() - began) / 1000)} s`);
  failed ||= !good;
}
process.exit(failed ? 1 : 0);

/** Whether a system with that access control keeps what its document promises. */
async function holds(auth: string): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'halcyon-api-'));
  const { system, authorization, tokens, authorizationOf } = await seededSystem(folder, auth);
  try {
    const address = `${system.url}/api/v1/openapi.json`;
    const document = (await (await fetch(address)).json()) as oas31.OpenAPIObject;
    const findings = await runExamples(system.url, document, { authorization, tokens });
    if (auth === 'required') {
      const given = { authorization, tokens: null };
      const matrix = await authorisationMatrix(system.url, document, given, authorizationOf);
      console.log(
        `roles and networks: ${matrix.operations} operations, ${matrix.cells} cells, ${matrix.findings.length} findings`,
      );
      findings.push(...matrix.findings);
    }
    for (const finding of findings) console.log(`FAILED: ${finding}`);
    if (options.examples === '0') return findings.length === 0 && system.endedByItself === 0;
    const common = { python, folder, document: address, seed: options.seed, examples: options.examples };
    const services = {
      choice: ['--exclude-tag', 'Identity'],
      authorization,
      ids: await idsOf(system.url, authorization),
    };
    const codes = [await runSchemathesis({ ...common, ...services })];
    // A client proves itself in the form: the header of another caller would be the wrong proof.
    const identity = { choice: ['--include-tag', 'Identity'], authorization: '', ids: {} };
    codes.push(await runSchemathesis({ ...common, ...identity }));
    if (system.endedByItself > 0) console.log('FAILED: the system ended');
    return findings.length === 0 && codes.every((code) => code === 0) && system.endedByItself === 0;
  } finally {
    await system.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Ids of things that there are, by the operations that ask for them. */
async function idsOf(url: string, authorization: string): Promise<Record<string, string>> {
  const headers = { Authorization: authorization };
  const task = await fetch(`${url}/api/v1/tasks/`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Heat days', request: 'Which were they?' }),
  });
  const ids: Record<string, string> = { 'list-task-patterns': ((await task.json()) as { id: string }).id };
  for (const [list, operations] of Object.entries(BY_LIST)) {
    const id = await listedId(`${url}/api/v1/${list}`, headers);
    for (const operation of operations) ids[operation] = id;
  }
  return ids;
}
