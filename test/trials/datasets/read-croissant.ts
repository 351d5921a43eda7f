import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CONVERT_EXAMPLE, EXAMPLE_FILE } from '../../../services/datasets/endpoints/graph-examples.ts';
import { HalcyonProcess } from '../../resilience/halcyon-process.ts';
import { pythonWith } from '../../servers/python-packages.ts';

const run = promisify(execFile);

/** The reader of MLCommons, which defines the format. */
const READER = ['mlcroissant==1.1.1'];

/** Reads a document and its records, and says what it finds wrong, as JSON. */
const SCRIPT = `
import json, sys, mlcroissant as mlc
dataset = mlc.Dataset(jsonld=sys.argv[1])
issues = dataset.metadata.ctx.issues
records = [
    {name: value.decode() if isinstance(value, bytes) else str(value) for name, value in row.items()}
    for record_set in dataset.metadata.record_sets for row in dataset.records(record_set=record_set.uuid)
]
print(json.dumps({"errors": list(issues.errors), "warnings": list(issues.warnings), "records": records}))
`;

/** A document of a graph that \`convert\` gives, with a file beside it, as the reader of MLCommons takes it, and its records. */
export async function readCroissant() {
  const python = await pythonWith(READER);
  if ('missing' in python) return { line: python.missing, problems: [python.missing] };
  const folder = mkdtempSync(join(tmpdir(), 'halcyon-trials-'));
  const service = await HalcyonProcess.on({ environment: { HALCYON_DATA: join(folder, 'data') }, only: 'datasets' });
  try {
    await service.start();
    const path = join(folder, 'metadata.json');
    writeFileSync(join(folder, EXAMPLE_FILE.name), EXAMPLE_FILE.text);
    const graph = JSON.stringify(CONVERT_EXAMPLE).replace('https://example.org/places.csv', EXAMPLE_FILE.name);
    const form = new FormData();
    form.set('file', new Blob([graph]), 'graph.json');
    const answer = await fetch(`${service.url}/dmm/api/v1/convert?from=moma&to=croissant`, {
      method: 'POST',
      body: form,
    });
    const { croissant } = (await answer.json()) as { croissant: unknown };
    writeFileSync(path, JSON.stringify(croissant));
    const { stdout } = await run(python.python, ['-c', SCRIPT, path], { cwd: folder });
    const found = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as {
      readonly errors: readonly string[];
      readonly warnings: readonly string[];
      readonly records: readonly Readonly<Record<string, string>>[];
    };
    const read = found.records.map((record) => Object.values(record).join()).join(' ');
    const problems = [
      ...found.errors,
      ...(read === 'Alpha Beta' ? [] : [`the records are '${read}', should be 'Alpha Beta'`]),
    ];
    const line = `${READER.join()} reads ${found.records.length} records of what convert gives, ${found.warnings.length} warnings`;
    for (const warning of found.warnings) console.log(`  ${warning}`);
    return { line, problems };
  } finally {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
