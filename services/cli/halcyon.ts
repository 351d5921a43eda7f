#!/usr/bin/env node
import './frame/elements-of-arguments.ts';
import { runProcess } from './frame/command-frame.ts';
import { halcyonCommand } from './halcyon-command.ts';

await runProcess(halcyonCommand, { graceMs: 20_000 });
