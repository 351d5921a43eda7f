import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A node of a request as it is kept: of any version of the format. */
interface KeptNode {
  readonly '@id'?: string | number;
  readonly id?: string | number;
  readonly labels?: readonly string[];
  readonly properties?: Readonly<Record<string, unknown>> | null;
}

/** What a request asks for. */
export type Operation = 'register' | 'load' | 'update' | 'query';

/** The order in which requests of one day come: a dataset is registered before it is loaded. */
const LIFE: readonly Operation[] = ['register', 'load', 'update', 'query'];

/** A request of a client, kept as a file. */
export interface KeptRequest {
  readonly name: string;
  /** `YYYY-MM-DD` out of the file's name; '' where it has none. */
  readonly date: string;
  readonly operation: Operation;
  readonly text: string;
}

/** A dataset that a request is about, with the names of the files that it or others of the folder say it has. */
export interface NamedDataset {
  readonly id: string;
  /** The folder where its files are said to be; its id where nothing else is said. */
  readonly folder: string;
  readonly files: readonly string[];
}

/** The requests of a folder by their dates, those of one day in the order of a dataset's life. */
export function keptRequests(folder: string): KeptRequest[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => {
      const text = readFileSync(join(folder, name), 'utf8');
      return { name, date: /\d{4}-\d\d-\d\d/.exec(name)?.[0] ?? '', operation: operationOf(name, text), text };
    })
    .sort(
      (one, other) =>
        one.date.localeCompare(other.date) ||
        LIFE.indexOf(one.operation) - LIFE.indexOf(other.operation) ||
        one.name.localeCompare(other.name),
    );
}

/** The nodes of a request, wrapped or not. */
function nodesOf(text: string): readonly KeptNode[] {
  return graphOf(text).nodes ?? [];
}

/** The datasets of a request that are to be there before it, but those that it makes. */
export function datasetsOf(text: string, known: ReadonlyMap<string, readonly string[]>): NamedDataset[] {
  const { nodes = [], edges = [] } = graphOf(text);
  const made = new Set(edges.filter(({ labels = [] }) => labels.includes('output')).map(({ to }) => to));
  return nodes
    .filter((node) => isDataset(node) && !made.has(idOf(node)))
    .map((node) => {
      const id = String(idOf(node));
      const folder = /^s3:\/\/\w+\/([^/]+)$/.exec(String(node.properties?.['archivedAt'] ?? ''))?.[1] ?? id;
      return { id, folder, files: known.get(id) ?? [] };
    });
}

/** Names of files by the dataset that any of some requests says they are of. */
export function filesByDataset(requests: readonly KeptRequest[]): Map<string, string[]> {
  const files = new Map<string, string[]>();
  for (const { text } of requests) {
    const { nodes = [], edges = [] } = graphOf(text);
    for (const { from, to, labels = [] } of edges) {
      if (!labels.includes('distribution')) continue;
      const name = nodes.find((node) => idOf(node) === to)?.properties?.['name'];
      if (typeof name !== 'string') continue;
      files.set(String(from), [...new Set([...(files.get(String(from)) ?? []), name])]);
    }
  }
  return files;
}

/** A request in which every UUID of a dataset, or of a folder of files, is a new one: it meets nothing of others. */
export function withOwnIds(text: string): { readonly text: string; readonly before: ReadonlyMap<string, string> } {
  const ids = nodesOf(text).filter(isDataset).map(idOf);
  const folders = [...text.matchAll(/s3:\/\/\w+\/([\da-f-]{36})/g)].map(([, id]) => id);
  const before = new Map<string, string>();
  let own = text;
  for (const id of new Set([...ids, ...folders].map(String))) {
    if (!/^[\da-f-]{36}$/i.test(id)) continue;
    const fresh = randomUUID();
    before.set(fresh, id);
    own = own.replaceAll(id, fresh);
  }
  return { text: own, before };
}

interface KeptGraph {
  readonly nodes?: readonly KeptNode[];
  readonly edges?: readonly {
    readonly from: string | number;
    readonly to: string | number;
    readonly labels?: readonly string[];
  }[];
}

function graphOf(text: string): KeptGraph {
  const body = JSON.parse(text) as KeptGraph & { readonly ap?: KeptGraph };
  return body.nodes === undefined && body.ap !== undefined ? body.ap : body;
}

function operationOf(name: string, text: string): Operation {
  const properties = nodesOf(text).find(({ labels = [] }) => labels.includes('Analytical_Pattern'))?.properties ?? {};
  const process = String(properties['Process'] ?? properties['process'] ?? '').toLowerCase();
  return LIFE.find((one) => one === process) ?? LIFE.find((one) => name.includes(one)) ?? 'update';
}

function idOf(node: KeptNode): string | number {
  return node['@id'] ?? node.id ?? '';
}

function isDataset({ labels = [] }: KeptNode): boolean {
  return labels.some((label) => /^(\w+:)?Dataset$/.test(label));
}
