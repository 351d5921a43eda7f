import { fork } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { moduleToFork } from '../../services/stores/fork-module.ts';

const MiB = 2 ** 20;

/**
 * MB/s of uploads to the service and to a server that only writes the body to disk, in turn.
 *
 * @param folder of the bare server's files, on the disk that the service writes to
 */
export async function uploadRate(url: string, folder: string, mebibytes: number, rounds: number) {
  const { script, execArgv } = moduleToFork('./bare-upload', import.meta.url);
  const bare = fork(script, [folder], { execArgv });
  const [port] = (await once(bare, 'message')) as [number];
  const [ours, theirs]: [number[], number[]] = [[], []];
  try {
    for (let round = 0; round <= rounds; round++) {
      const own = await upload(`${url}/dmm/api/v1/data-workflow`, mebibytes);
      const other = await upload(`http://127.0.0.1:${port}/`, mebibytes);
      // The first round warms both.
      if (round === 0) continue;
      ours.push(own);
      theirs.push(other);
    }
  } finally {
    bare.kill();
  }
  return { ours, bare: theirs };
}

/** Uploads a file as one would be; resolves with MB/s. */
async function upload(url: string, mebibytes: number): Promise<number> {
  const piece = randomBytes(MiB);
  const field = (name: string, value: string) =>
    `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const file = '--x\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\n';
  const head = field('dataset_id', randomUUID()) + field('file_name', 'file.bin') + file;
  const end = '\r\n--x--\r\n';
  const began = performance.now();
  const headers = {
    'Content-Type': 'multipart/form-data; boundary=x',
    'Content-Length': head.length + mebibytes * MiB + end.length,
  };
  const sending = request(url, { method: 'POST', headers });
  const answer = once(sending, 'response');
  sending.write(head);
  for (let at = 0; at < mebibytes; at++) if (!sending.write(piece)) await once(sending, 'drain');
  sending.end(end);
  const [response] = (await answer) as [import('node:http').IncomingMessage];
  response.resume();
  await once(response, 'end');
  if (response.statusCode !== 200) throw new Error(`an upload was answered ${response.statusCode}`);
  return (mebibytes * MiB) / 1e6 / ((performance.now() - began) / 1000);
}
