import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatasetGraph } from '../../../schemas/http/datasets/property-graph.ts';
import type { PgJson } from '../../../schemas/http/patterns/pg-json.ts';
import type { Caller } from '../../access/caller.ts';
import { addPattern } from '../../patterns/pattern-store.ts';
import type { Statements } from '../../stores/catalogue.ts';
import { putFile } from '../catalogue/dataset-files.ts';
import { addDataset, type Provenance } from '../catalogue/dataset-records.ts';
import type { DatasetDependencies } from '../dataset-dependencies.ts';
import { catalogued } from '../dataset-id.ts';
import { completedGraph } from '../graphs/completed-graph.ts';
import { datasetPart } from '../graphs/dataset-part.ts';
import { pgJsonForm } from '../graphs/pg-json-form.ts';
import { type QueryStep, queryPlan } from '../graphs/query-plan.ts';
import { renamedNode } from '../graphs/renamed-node.ts';
import { rolesOf } from '../graphs/request-roles.ts';
import type { Written } from '../storage/object-store.ts';
import { assertMarks, nextState } from './next-state.ts';
import { inputDatasets, inputFiles, type QueryInput } from './query-inputs.ts';

/** Name of the file that a query makes. */
export const OUTPUT_FILE = 'output.csv';

/** What a step has made: a file in the storage that belongs to nobody yet. */
interface Result extends Written {
  readonly id: string;
  readonly step: QueryStep;
  readonly provenance: Omit<Provenance, 'pattern'>;
}

/**
 * Runs the statements of a query over the files of its datasets, and registers what each makes as a new dataset, all or
 * none. The completed pattern is stored with the patterns; where its id is taken by another one, as by an earlier run, its
 * root gets a new UUID.
 *
 * @returns the completed pattern
 * @throws HalcyonError `malformed_pattern`, `not_found`, `conflict`, `query_failed`, `overloaded`
 */
export async function query<G extends DatasetGraph>(
  dependencies: DatasetDependencies,
  request: G,
  caller: Caller | null,
  signal: AbortSignal,
): Promise<G> {
  const roles = rolesOf(request, 'query');
  const plan = queryPlan(request, roles);
  assertMarks(plan.steps.map(({ output }) => output));
  const outputs = new Set(plan.steps.map(({ output }) => output['@id']));
  const named = new Set([...roles.datasets, ...plan.steps.flatMap(({ inputs }) => inputs)]);
  const inputs = [...named].filter((node) => !outputs.has(node['@id']));
  const datasets = await inputDatasets(dependencies, inputs);
  await mkdir(dependencies.runs, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(dependencies.runs, 'query-'));
  try {
    const made = new Map<string | number, QueryInput>();
    const results: Result[] = [];
    for (const [at, step] of plan.steps.entries()) {
      const own = join(folder, String(at));
      await mkdir(join(own, 'files'), { recursive: true });
      await mkdir(join(own, 'run'));
      const files = await inputFiles(dependencies, plan.graph, step, datasets, made, {
        folder: join(own, 'files'),
        signal,
      });
      const { path, engine } = await dependencies.queries.run({
        statement: step.run,
        files: new Map([...files].map(([argument, { file }]) => [argument, file])),
        folder: join(own, 'run'),
        caller: caller?.id ?? '',
        signal,
      });
      const id = randomUUID();
      const written = await dependencies.storage.put('results', `${id}/${OUTPUT_FILE}`, createReadStream(path), signal);
      const provenance = {
        operator: String(step.operator['@id']),
        statement: step.statement,
        software: { name: 'DuckDB', version: engine },
        inputs: [...files.values()].map(({ origin }) => origin),
        by: caller?.id ?? null,
      };
      results.push({ id, step, provenance, ...written });
      const contentUrl = `s3://results/${id}/${OUTPUT_FILE}`;
      made.set(step.output['@id'], {
        file: { path, name: OUTPUT_FILE, format: 'csv' },
        origin: { argument: '', dataset: id, contentUrl, sha256: written.sha256 },
      });
    }
    return await keepResults(dependencies, plan.graph, results, caller);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Registers what was made and stores the completed pattern, in one transaction. */
function keepResults<G extends DatasetGraph>(
  { catalogue, scope }: Pick<DatasetDependencies, 'catalogue' | 'scope'>,
  request: G,
  results: readonly Result[],
  caller: Caller | null,
): Promise<G> {
  const completed = results.reduce((graph, { id, step, size, sha256 }) => {
    const file = { name: OUTPUT_FILE, size, sha256 };
    return completedGraph(graph, step.output['@id'], id, file);
  }, request);
  return catalogue.transaction(async (statements) => {
    const graph = await storedPattern(statements, completed);
    const pattern = String(rolesOf(graph, 'query').pattern['@id']);
    for (const { id, step, size, sha256, provenance } of results) {
      await addDataset(statements, {
        id,
        state: nextState(step.output, null, 'Ready'),
        owner: caller?.id ?? null,
        networks: scope.names,
        provenance: { pattern, ...provenance },
        graph: datasetPart(graph, id),
      });
      await putFile(statements, {
        dataset: catalogued(id),
        name: OUTPUT_FILE,
        bucket: 'results',
        key: `${id}/${OUTPUT_FILE}`,
        size,
        sha256,
        uploader: caller?.id ?? null,
      });
    }
    return graph;
  });
}

/** Stores a pattern; its root gets another id where its own is taken. */
async function storedPattern<G extends DatasetGraph>(statements: Statements, graph: G): Promise<G> {
  const add = (pattern: PgJson) => addPattern(statements, pattern, JSON.stringify(pattern));
  if ((await add(pgJsonForm(graph))) !== 'other') return graph;
  const renamed = renamedNode(graph, rolesOf(graph, 'query').pattern['@id'], randomUUID());
  await add(pgJsonForm(renamed));
  return renamed;
}
