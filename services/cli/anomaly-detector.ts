#!/usr/bin/env node
import { runProcess } from './command-frame.ts';
import { detectCommand } from './detector/detect-command.ts';

await runProcess(detectCommand);
