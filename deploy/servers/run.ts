import { runProcess } from '../../services/cli/frame/command-frame.ts';
import { serversCommand } from './servers-command.ts';

await runProcess(serversCommand, { graceMs: 60_000 });
