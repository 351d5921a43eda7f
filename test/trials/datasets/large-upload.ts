import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HalcyonProcess } from '../../resilience/halcyon-process.ts';
import { sendUpload } from './sent-upload.ts';

const MiB = 2 ** 20;

/** One large file is uploaded while the service's memory is watched; then many side by side. */
export async function largeUpload(options: { readonly mebibytes: number }) {
  const folder = mkdtempSync(join(tmpdir(), 'halcyon-trials-'));
  const environment = { HALCYON_DATA: join(folder, 'data') };
  const service = await HalcyonProcess.on({ environment, only: 'datasets' });
  const problems: string[] = [];
  try {
    await service.start();
    // What the first request of all takes is no growth by size.
    await upload(service.url, 'first', 8);
    const resident = () => residentBytes(service.pid);
    const before = resident();
    let most = before;
    const watching = setInterval(() => {
      most = Math.max(most, resident());
    }, 20);
    const sent = await upload(service.url, 'large', options.mebibytes);
    clearInterval(watching);
    if (sent.answered !== sent.sha256) problems.push(`the digest is ${sent.answered}, should be ${sent.sha256}`);
    const growth = (most - before) / MiB;
    if (growth >= 50) problems.push(`memory grew by ${growth.toFixed(0)} MiB`);
    const many = await Promise.all(Array.from({ length: 50 }, (_, at) => upload(service.url, `side ${at}`, 8)));
    for (const { answered, sha256 } of many) if (answered !== sha256) problems.push(`one of fifty is ${answered}`);
    const line =
      `${options.mebibytes} MiB: memory grew by ${growth.toFixed(1)} MiB, from ${(before / MiB).toFixed(0)} MiB ` +
      `(goal < 50 MiB); 50 files of 8 MiB side by side, each whole`;
    return { line, problems };
  } finally {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Uploads a file; resolves with its digest, and the one that was answered. */
async function upload(url: string, dataset: string, mebibytes: number) {
  const hash = createHash('sha256');
  const onPiece = (piece: Buffer) => void hash.update(piece);
  const text = await sendUpload(`${url}/dmm/api/v1/data-workflow`, { dataset, mebibytes, onPiece });
  const { sha256: answered } = (JSON.parse(text) as { dataset: { sha256: string } }).dataset;
  return { sha256: hash.digest('hex'), answered };
}

/** Resident memory of a process, bytes. */
function residentBytes(pid: number): number {
  const match = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(match?.[1] ?? 0) * 1024;
}
