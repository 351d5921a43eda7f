// A command with a behaviour to choose, run as a process by command-frame.test.ts.
import { setTimeout as sleep } from 'node:timers/promises';
import { HalcyonError } from '../../../../schemas/errors.ts';
import { type CommandIo, runProcess } from '../../../../services/cli/frame/command-frame.ts';

const BEHAVIOURS: Readonly<Record<string, (io: CommandIo) => Promise<number>>> = {
  async waits(io) {
    io.stdout.write('waiting\n');
    await sleep(60_000, undefined, { signal: io.signal });
    return 0;
  },
  async endsCleanly(io) {
    io.stdout.write('waiting\n');
    await sleep(60_000, undefined, { signal: io.signal }).catch(() => undefined);
    io.stdout.write('stopped\n');
    return 0;
  },
  async doesNotListen(io) {
    io.stdout.write('waiting\n');
    await sleep(60_000);
    return 0;
  },
  async rejectsUnseen() {
    void Promise.reject(new Error('nobody looked'));
    await sleep(60_000);
    return 0;
  },
  async throws() {
    throw new HalcyonError('store_locked', 'another process holds the folder');
  },
  async writesMuch(io) {
    for (let line = 0; line < 200_000; line++) io.stdout.write(`line ${line}\n`);
    return 0;
  },
};

await runProcess((argv, io) => BEHAVIOURS[argv[0]](io), { graceMs: 300 });
