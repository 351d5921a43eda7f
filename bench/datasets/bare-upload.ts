// A server that writes each request's body to a file and answers when the disk has it: what an upload costs at least.
//   tsx bench/datasets/bare-upload.ts FOLDER
import { createWriteStream } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

const folder = process.argv[2];
let files = 0;
const server = createServer((request, response) => {
  // With `flush` it is closed when the disk has it.
  const file = createWriteStream(join(folder, `bare-${files++}`), { flush: true });
  pipeline(request, file).then(
    () => response.end('{}'),
    () => response.destroy(),
  );
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
