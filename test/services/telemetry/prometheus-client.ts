import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { pythonWith } from '../../servers/python-packages.ts';
import type { Sample } from './prometheus-text.ts';

const SCRIPT = `
import json, sys
from prometheus_client.parser import text_string_to_metric_families
families = text_string_to_metric_families(sys.stdin.read())
print(json.dumps([
    {'name': family.name, 'type': family.type, 'help': family.documentation,
     'samples': [{'name': s.name, 'labels': s.labels, 'value': s.value} for s in family.samples]}
    for family in families
]))
`;

/** A metric as Prometheus' own client for Python reads it; a counter's name is without `_total` there. */
interface ReadFamily {
  readonly name: string;
  readonly type: string;
  readonly help: string;
  readonly samples: readonly Sample[];
}

/** Reads a page by the parser of prometheus_client; or says why that cannot be had. */
export async function readByPrometheusClient(page: string): Promise<readonly ReadFamily[] | { missing: string }> {
  const found = await pythonWith(['prometheus-client==0.22.1']);
  if ('missing' in found) return found;
  const child = spawn(found.python, ['-c', SCRIPT], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(page);
  const [written, [code]] = await Promise.all([text(child.stdout), once(child, 'exit') as Promise<[number]>]);
  if (code !== 0) throw new Error(`prometheus_client ends with ${code}`);
  return JSON.parse(written) as ReadFamily[];
}
