import type { Endpoint } from '../../http/endpoint.ts';
import { createPattern } from './create-pattern.ts';
import { createTask } from './create-task.ts';
import { deletePattern } from './delete-pattern.ts';
import { displayPattern } from './display-pattern.ts';
import { getPattern } from './get-pattern.ts';
import { health } from './health.ts';
import { listPatterns } from './list-patterns.ts';
import { listTaskPatterns } from './list-task-patterns.ts';
import { listTasks } from './list-tasks.ts';
import type { PatternDependencies } from './pattern-dependencies.ts';
import { changePatternNode, getPatternNode } from './pattern-node.ts';
import { validatePattern } from './validate-pattern.ts';

/**
 * The endpoints of the pattern API, section 4.2 of the interface document, and those that later versions of the platform have
 * beside; `GET /` is every process's.
 */
export const PATTERN_ENDPOINTS: readonly Endpoint<PatternDependencies>[] = [
  createPattern,
  listPatterns,
  displayPattern,
  validatePattern,
  getPattern,
  getPatternNode,
  changePatternNode,
  deletePattern,
  createTask,
  listTasks,
  listTaskPatterns,
  health,
];
