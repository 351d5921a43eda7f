import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { moduleToFork } from '../../services/stores/fork-module.ts';
import { sendUpload } from '../../test/trials/datasets/sent-upload.ts';

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

/** Uploads a file; resolves with MB/s. */
async function upload(url: string, mebibytes: number): Promise<number> {
  const began = performance.now();
  await sendUpload(url, { dataset: randomUUID(), mebibytes });
  return (mebibytes * MiB) / 1e6 / ((performance.now() - began) / 1000);
}
