// Loaded before the product in a process that is measured (`--import`): chooses the form, and says at SIGUSR2 what its
// memory is once nothing is left that could be freed.
import { writeFileSync } from 'node:fs';
import { register } from 'node:module';

if (process.env['ONE_RUNTIME_FORM'] === 'candidate') register('./redirect.js', import.meta.url);
const path = process.env['ONE_RUNTIME_MEMORY'];
if (path !== undefined) {
  process.on('SIGUSR2', () => {
    globalThis.gc?.();
    globalThis.gc?.();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    writeFileSync(path, `${JSON.stringify({ heapUsed, arrayBuffers })}\n`);
  });
}
