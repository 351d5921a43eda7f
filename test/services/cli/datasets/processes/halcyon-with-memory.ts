import { runInFrame } from '../../../../../services/cli/frame/command-frame.ts';
import { halcyonCommand } from '../../../../../services/cli/halcyon-command.ts';

/** Runs `halcyon` and writes the largest memory that the process had [KiB] as the last line of standard error. */
const { stdout, stderr, stdin, env: environment } = process;
const signal = new AbortController().signal;
const io = { stdout, stderr, stdin, environment, now: Date.now, signal };
process.exitCode = await runInFrame(halcyonCommand, process.argv.slice(2), io);
stderr.write(`${process.resourceUsage().maxRSS}\n`);
