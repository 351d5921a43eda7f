#!/usr/bin/env node
import { runProcess } from './command-frame.ts';
import { halcyonCommand } from './halcyon-command.ts';

await runProcess(halcyonCommand, { graceMs: 20_000 });
