import type { DatasetGraph } from '../../../schemas/http/datasets/property-graph.ts';
import type { Bucket } from '../storage/object-store.ts';
import { addressText, storageAddress } from '../storage/storage-address.ts';
import { renamedNode } from './renamed-node.ts';

/** Properties that hold the id of a node: references of JSON-LD, and arguments of operators. */
const NAMES_A_NODE = /^(@id|arg\d+)$/;

/**
 * A graph in which a dataset has another id: its node and edges, addresses of its files, references to it.
 */
export function renamedDataset<G extends DatasetGraph>(graph: G, from: string | number, to: string): G {
  if (from === to) return graph;
  const before = String(from);
  return mappedProperties(renamedNode(graph, from, to), (text, name) => {
    // Only where an id is meant: a dataset may be called what its id was.
    if (text === before && NAMES_A_NODE.test(name)) return to;
    const address = storageAddress(text);
    return address?.dataset === before ? addressText(address.bucket, to, address.name) : text;
  });
}

/** A graph in which what is addressed in a folder is in another: the files uploaded for an id, once a dataset has them. */
export function movedFolder<G extends DatasetGraph>(graph: G, from: string, to: string): G {
  return mappedProperties(graph, (text) => {
    const address = storageAddress(text);
    if (address === null || address.dataset.toLowerCase() !== from.toLowerCase()) return text;
    return addressText(address.bucket, to, address.name);
  });
}

/**
 * A graph in which the files of a dataset are in another bucket: their addresses, and the one where the dataset is archived.
 *
 * @param dataset its id, in any case
 */
export function movedFiles<G extends DatasetGraph>(graph: G, dataset: string, to: Bucket): G {
  const isDataset = (id: string | number) => String(id).toLowerCase() === dataset.toLowerCase();
  const moved = mappedProperties(graph, (text) => {
    const address = storageAddress(text);
    return address !== null && isDataset(address.dataset) ? addressText(to, address.dataset, address.name) : text;
  });
  return {
    ...moved,
    nodes: moved.nodes.map((node) =>
      isDataset(node['@id'])
        ? { ...node, properties: { ...node.properties, archivedAt: addressText(to, node['@id']) } }
        : node,
    ),
  };
}

function mappedProperties<G extends DatasetGraph>(graph: G, map: (text: string, name: string) => string): G {
  const nodes = graph.nodes.map((node) => ({
    ...node,
    properties: mappedTexts(node.properties, map) as typeof node.properties,
  }));
  return { ...graph, nodes };
}

/** A JSON value with every text in it mapped, which also depends on the property it stands in; names of properties stay. */
function mappedTexts(value: unknown, map: (text: string, name: string) => string, name = ''): unknown {
  if (typeof value === 'string') return map(value, name);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => mappedTexts(item, map, name));
  return Object.fromEntries(Object.entries(value).map(([inner, held]) => [inner, mappedTexts(held, map, inner)]));
}
