#!/usr/bin/env node
import './frame/elements-of-arguments.ts';
import { detectCommand } from './detector/detect-command.ts';
import { runProcess } from './frame/command-frame.ts';

await runProcess(detectCommand);
