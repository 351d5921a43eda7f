import { randomUUID } from 'node:crypto';
import { HalcyonError } from '../../schemas/errors.ts';
import type { CreateTaskInput } from '../../schemas/http/patterns/payloads.ts';
import type { PgJson } from '../../schemas/http/patterns/pg-json.ts';
import type { Catalogue, Row, Statements } from '../stores/catalogue.ts';
import { type Added, addGraph, graphWithId } from '../stores/graphs/graphs.ts';
import { unaddressable } from './addressable-id.ts';
import { changeNode, type PatternNode, patternNode } from './pattern-nodes.ts';
import { rootOf } from './pattern-problems.ts';
import { type PatternPage, type PatternSearch, searchedPatterns } from './stored-patterns.ts';
import { storedTasks, type TaskPage } from './stored-tasks.ts';
import { linkedTasks, TASK_LABEL } from './task-links.ts';

/** Kinds of graphs in the catalogue. */
const [PATTERN, TASK] = ['pattern', 'task'];

/** What rests on a pattern: tasks that it accomplishes, datasets that its query made. */
export interface Dependents {
  readonly tasks: readonly string[];
  readonly datasets: readonly string[];
}

/** Where patterns and tasks are kept. */
export interface PatternStore {
  /**
   * Keeps a valid pattern under the id of its root, linked to the tasks that its graph names and to `task`.
   *
   * @param body the pattern as JSON, as it was given: it is what `pattern` resolves with
   * @returns the id; of a pattern that is there already with an equal graph as well
   * @throws HalcyonError `invalid_parameter` where another graph has this id or where `task` is not known
   */
  create(graph: PgJson, body: string, task: string | undefined): Promise<string>;
  /** A pattern as it was given, JSON; null where there is none of this id. */
  pattern(id: string): Promise<string | null>;
  /** A page of the patterns that a search finds, in the order of their ids. */
  list(search: PatternSearch): Promise<PatternPage>;
  /** Forgets a pattern with its links to tasks; resolves with what rested on it, null where there is none of this id. */
  remove(id: string): Promise<Dependents | null>;
  /** A node of stored patterns; null where none has it. */
  node(id: string): Promise<PatternNode | null>;
  /** Gives a node properties in every pattern that has it; resolves with it as it then is, null where none has it. */
  changeNode(id: string, properties: Readonly<Record<string, unknown>>): Promise<PatternNode | null>;
  /** Keeps a task under a new UUID, and resolves with it. */
  createTask(task: CreateTaskInput): Promise<string>;
  /** A page of the tasks that were created, the newest first. */
  listTasks(page: { readonly offset: number; readonly limit: number }): Promise<TaskPage>;
  /** Ids of the patterns linked to a task, oldest link first; null where the task is not known. */
  patternsOf(task: string): Promise<string[] | null>;
}

/** Patterns and tasks as property graphs in the catalogue. */
export class CataloguePatterns implements PatternStore {
  readonly #catalogue: Catalogue;
  readonly #now: () => number;

  /** @param now current time, ms since the epoch */
  constructor(catalogue: Catalogue, now: () => number) {
    this.#catalogue = catalogue;
    this.#now = now;
  }

  create(graph: PgJson, body: string, task: string | undefined): Promise<string> {
    const { id } = rootOf(graph);
    return this.#catalogue.transaction(async (statements) => {
      if (task !== undefined && (await patternsOf(statements, task)) === null) throw unknownTask();
      if ((await addPattern(statements, graph, body, task)) === 'other') throw alreadyThere(graph, id);
      return id;
    });
  }

  async pattern(id: string): Promise<string | null> {
    if (unaddressable(id) !== null) return null;
    return (await graphWithId(this.#catalogue, PATTERN, id))?.body ?? null;
  }

  list(search: PatternSearch): Promise<PatternPage> {
    return searchedPatterns(this.#catalogue, search);
  }

  async remove(id: string): Promise<Dependents | null> {
    if (unaddressable(id) !== null) return null;
    return this.#catalogue.transaction(async (statements) => {
      const gone = 'DELETE FROM graphs WHERE kind = $1 AND id = $2 RETURNING id';
      if ((await statements.query(gone, [PATTERN, id])).length === 0) return null;
      const unlinked = await statements.query('DELETE FROM task_patterns WHERE pattern = $1 RETURNING task', [id]);
      // A dataset says in its provenance which pattern made it, which then is no more.
      const sql = 'SELECT id, provenance FROM datasets WHERE position($1 IN provenance) > 0 ORDER BY id COLLATE "C"';
      const named = await statements.query(sql, [JSON.stringify(id)]);
      const made = named.filter((row) => {
        return (JSON.parse(String(row['provenance'])) as { readonly pattern?: unknown }).pattern === id;
      });
      return { tasks: textsOf(unlinked, 'task').sort(), datasets: textsOf(made, 'id') };
    });
  }

  async node(id: string): Promise<PatternNode | null> {
    return unaddressable(id) === null ? patternNode(this.#catalogue, id) : null;
  }

  async changeNode(id: string, properties: Readonly<Record<string, unknown>>): Promise<PatternNode | null> {
    if (unaddressable(id) !== null) return null;
    return this.#catalogue.transaction((statements) => changeNode(statements, id, properties));
  }

  async createTask({ name, request }: CreateTaskInput): Promise<string> {
    const id = randomUUID();
    const properties = { name, request, created: new Date(this.#now()).toISOString() };
    await addGraph(this.#catalogue, TASK, id, { nodes: [{ id, labels: [TASK_LABEL], properties }], edges: [] });
    return id;
  }

  listTasks(page: { readonly offset: number; readonly limit: number }): Promise<TaskPage> {
    return storedTasks(this.#catalogue, page);
  }

  patternsOf(task: string): Promise<string[] | null> {
    return patternsOf(this.#catalogue, task);
  }
}

/**
 * Adds a valid pattern under the id of its root, linked to the tasks that its graph names and to `task`; where another graph
 * has the id, nothing.
 */
export async function addPattern(statements: Statements, graph: PgJson, body: string, task?: string): Promise<Added> {
  const { id } = rootOf(graph);
  const added = await addGraph(statements, PATTERN, id, graph, body);
  if (added === 'other') return added;
  // In one order for everybody: two that link the same tasks must not wait for each other.
  const tasks = new Set([...linkedTasks(graph, id), ...(task === undefined ? [] : [task])]);
  for (const linked of [...tasks].sort()) {
    const sql = 'INSERT INTO task_patterns (task, pattern) VALUES ($1, $2) ON CONFLICT DO NOTHING';
    await statements.query(sql, [linked, id]);
  }
  return added;
}

/** A task is known when it was created, or when the graph of a pattern named it. */
async function patternsOf(statements: Statements, task: string): Promise<string[] | null> {
  if (unaddressable(task) !== null) return null;
  const sql = 'SELECT pattern FROM task_patterns WHERE task = $1 ORDER BY linked, pattern';
  const rows = await statements.query(sql, [task]);
  if (rows.length === 0 && (await graphWithId(statements, TASK, task)) === null) return null;
  return rows.map((row) => String(row['pattern']));
}

function textsOf(rows: readonly Row[], column: string): string[] {
  return rows.map((row) => String(row[column]));
}

function unknownTask(): HalcyonError {
  const msg = 'there is no task of this id; create it first, or leave task_id out';
  const problems = [{ loc: ['query', 'task_id'], msg, type: 'value_error' }];
  return new HalcyonError('invalid_parameter', msg, { problems });
}

function alreadyThere(graph: PgJson, id: string): HalcyonError {
  const place = graph.nodes.findIndex((node) => node.id === id);
  const msg = `a pattern '${id}' is stored already, with another graph; give the root another id`;
  const problems = [{ loc: ['body', 'nodes', place, 'id'], msg, type: 'already_exists' }];
  return new HalcyonError('invalid_parameter', msg, { problems });
}
