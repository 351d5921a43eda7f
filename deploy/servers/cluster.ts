import { runProcess } from '../../services/cli/frame/command-frame.ts';
import { clusterCommand } from './cluster-command.ts';

await runProcess(clusterCommand, { graceMs: 120_000 });
