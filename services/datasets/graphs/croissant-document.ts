import type { DatasetGraph, GraphNode } from '../../../schemas/http/datasets/property-graph.ts';
import { CROISSANT_CONTEXT, DEEPEST } from './croissant.ts';
import { dayOf } from './day-of.ts';
import { outgoingEdges } from './edges-by-node.ts';
import { mediaTypeOf } from './file-format.ts';
import { DISTRIBUTION, hasLabel } from './labels.ts';
import { ownNode } from './own-node.ts';

/** All terms of Croissant 1.0. */
const CONTEXT = {
  ...CROISSANT_CONTEXT,
  data: { '@id': 'cr:data', '@type': '@json' },
  equivalentProperty: 'cr:equivalentProperty',
  fileProperty: 'cr:fileProperty',
  isLiveDataset: 'cr:isLiveDataset',
  jsonPath: 'cr:jsonPath',
  md5: 'cr:md5',
  parentField: 'cr:parentField',
  rai: 'http://mlcommons.org/croissant/RAI/',
  regex: 'cr:regex',
  replace: 'cr:replace',
  samplingRate: 'cr:samplingRate',
} as const;

const CONFORMS_TO = 'http://mlcommons.org/croissant/1.0';
/** Data types of Croissant by words of profiles that are none. */
const DATA_TYPES: Readonly<Record<string, string>> = {
  bool: 'sc:Boolean',
  boolean: 'sc:Boolean',
  date: 'sc:Date',
  datetime: 'sc:Date',
  float: 'sc:Float',
  number: 'sc:Float',
  int: 'sc:Integer',
  integer: 'sc:Integer',
  url: 'sc:URL',
};

/** Properties that say what a node is or where it is kept here, not what is in it. */
const OUR_OWN = new Set([
  '@id',
  '@type',
  '@context',
  'type',
  'status',
  'archivedAt',
  'distribution',
  'recordSet',
  'field',
]);

type Document = Readonly<Record<string, unknown>>;

/**
 * A dataset's graph as a Croissant 1.0 document that readers of Croissant take: files and sets of files behind edges
 * `distribution`, record sets behind `recordSet`, their fields behind `field`. What is empty is left out, days have the year
 * first, what must have a name has its id as one, and a field comes from the file that it, or an edge of it, names, from the
 * column of its name where none is named. A field that is met again, or in itself, is there by its `@id`.
 */
export function croissantDocument(graph: DatasetGraph, dataset: string | number): Document {
  const nodes = new Map(graph.nodes.map((node) => [node['@id'], node]));
  const outgoing = outgoingEdges(graph);
  const behind = (node: GraphNode, label: string) =>
    [...new Set((outgoing.get(node['@id']) ?? []).filter((edge) => hasLabel(edge, label)).map(({ to }) => to))].flatMap(
      (to) => nodes.get(to) ?? [],
    );
  const own = ownNode(graph, dataset);
  const files = behind(own, DISTRIBUTION);
  const shown = new Set<string | number>();
  const fieldOf = (node: GraphNode, depth: number): Document => {
    if (shown.has(node['@id']) || depth > DEEPEST) return { '@id': String(node['@id']) };
    shown.add(node['@id']);
    const { dataType, source, ...said } = saidOf(node);
    const edge = (outgoing.get(node['@id']) ?? []).find(({ labels }) =>
      labels.some((label) => /file(Object|Set)$/.test(label)),
    );
    const subFields = behind(node, 'subField').map((field) => fieldOf(field, depth + 1));
    return {
      '@type': 'cr:Field',
      ...withName(node, said),
      dataType: dataTypeOf(dataType),
      ...(subFields.length === 0 && sourceOf(source, { node, said, linked: edge?.to }, files)),
      ...(subFields.length > 0 && { subField: subFields }),
    };
  };
  const recordSets = behind(own, 'recordSet').map((node) => {
    const { examples, ...said } = saidOf(node);
    const fields = behind(node, 'field').map((field) => fieldOf(field, 0));
    return { '@type': 'cr:RecordSet', ...withName(node, said), ...exampleRows(examples), field: fields };
  });
  const { datePublished, ...said } = saidOf(own);
  const day = dayOf(datePublished);
  return {
    '@context': CONTEXT,
    '@type': 'sc:Dataset',
    ...withName(own, said),
    ...(day !== null && { datePublished: day }),
    conformsTo: CONFORMS_TO,
    [DISTRIBUTION]: files.map((node) => fileOf(node, behind(node, 'containedIn'), files)),
    ...(recordSets.length > 0 && { recordSet: recordSets }),
  };
}

/** What a node says of itself in terms of Croissant or schema.org; what is empty is left out. */
function saidOf({ properties }: GraphNode): Document {
  const said = Object.entries(properties)
    .map(([name, value]) => [name.replace(/^(sc|cr|dct|schema):/, ''), value] as const)
    .filter(([name, value]) => !OUR_OWN.has(name) && value !== '' && value !== null);
  return Object.fromEntries(said);
}

function withName(node: GraphNode, said: Document): Document {
  return { '@id': String(node['@id']), name: String(node['@id']), ...said };
}

function fileOf(node: GraphNode, containers: readonly GraphNode[], files: readonly GraphNode[]): Document {
  const { sha256, md5, encodingFormat, containedIn, ...said } = saidOf(node);
  const inside = containers
    .filter((container) => files.includes(container))
    .map(({ '@id': id }) => ({ '@id': String(id) }));
  const name = typeof said['name'] === 'string' ? said['name'] : String(node['@id']);
  return {
    '@type': isFileSet(node) ? 'cr:FileSet' : 'cr:FileObject',
    ...withName(node, said),
    encodingFormat: encodingFormat ?? mediaTypeOf(name),
    ...(isDigest(sha256, 64) && { sha256 }),
    ...(isDigest(md5, 32) && { md5 }),
    ...(inside.length > 0 ? { containedIn: inside } : containedIn === undefined ? {} : { containedIn }),
  };
}

function isFileSet({ labels, properties }: GraphNode): boolean {
  return [...labels, properties['@type']].some((label) => /FileSet$/.test(String(label)));
}

function isDigest(value: unknown, length: number): boolean {
  return typeof value === 'string' && value.length === length && /^[\da-f]+$/i.test(value);
}

/** The rows that a record set shows; profiles write them as the text of a JSON value. */
function exampleRows(examples: unknown): Document {
  if (typeof examples !== 'string') return examples === undefined ? {} : { examples };
  try {
    return { examples: JSON.parse(examples) as unknown };
  } catch {
    return {};
  }
}

function dataTypeOf(value: unknown): unknown {
  if (typeof value !== 'string') return value ?? 'sc:Text';
  return /^\w+:/.test(value) ? value : (DATA_TYPES[value.toLowerCase()] ?? 'sc:Text');
}

/** Where a field comes from: what it says itself, else the file that it is linked to, else the one file that there is. */
function sourceOf(
  source: unknown,
  {
    node,
    said,
    linked,
  }: { readonly node: GraphNode; readonly said: Document; readonly linked: string | number | undefined },
  files: readonly GraphNode[],
): Document {
  const given = typeof source === 'object' && source !== null && !Array.isArray(source) ? { ...source } : {};
  if ('fileObject' in given || 'fileSet' in given || 'field' in given) return { source: given };
  const named = linked ?? said['source/fileObject'] ?? said['source/fileSet'];
  const file = files.find(({ '@id': id }) => id === named) ?? (files.length === 1 ? files[0] : undefined);
  if (file === undefined) return {};
  const column = said['source/extract/column'] ?? said['column'] ?? said['name'] ?? String(node['@id']);
  return {
    source: {
      extract: { column },
      ...given,
      [isFileSet(file) ? 'fileSet' : 'fileObject']: { '@id': String(file['@id']) },
    },
  };
}
