import { v5 } from 'uuid';
import type { Extent } from '../../../ingest/observation-source.ts';
import type { DatasetGraph, GraphEdge, GraphNode } from '../../../schemas/http/datasets/property-graph.ts';
import { isoOf } from '../../../schemas/time.ts';
import { COLUMN_TYPES, type ColumnDescription, described } from '../../http/formats/column.ts';
import { DATASET, DISTRIBUTION, FILE_OBJECT } from '../graphs/labels.ts';
import { networkAddress } from './network-address.ts';
import { NETWORK_TABLES, type NetworkTable } from './network-tables.ts';

/** Namespace of the ids of networks and of what their graphs consist of (RFC 9562, UUID version 5). */
const NAMESPACE = 'f0d5647e-804e-4cfb-8966-da0da445d9e4';

const CONFORMS_TO = 'http://mlcommons.org/croissant/1.0';
const PARQUET = 'application/vnd.apache.parquet';

interface Part {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}

/** Id of a network's dataset: the same wherever and whenever it is asked. */
export function networkId(network: string): string {
  return v5(network, NAMESPACE);
}

/**
 * A network as a dataset in Croissant's terms: a file object for each of its tables, with the address of all that is
 * stored, and a record set with a field for each column.
 *
 * @param extent of its observations, null where it has none: the addresses then name no stretch
 */
export function networkGraph(network: string, extent: Extent | null): DatasetGraph {
  const id = networkId(network);
  const dataset: GraphNode = {
    '@id': id,
    labels: [DATASET],
    properties: {
      '@type': DATASET,
      name: network,
      alternateName: network,
      description:
        `Observations and anomalies of the network ${network}, as they are stored: they grow while it is watched. A query ` +
        'reads the time between from and to of the contentUrl, in UTC, both included.',
      conformsTo: CONFORMS_TO,
      'cr:isLiveDataset': true,
      ...(extent !== null && { temporalCoverage: `${isoOf(extent.first)}/${isoOf(extent.last)}` }),
    },
  };
  const parts = Object.values(NETWORK_TABLES).map((table) => tablePart(id, network, table, extent));
  return { nodes: [dataset, ...parts.flatMap(({ nodes }) => nodes)], edges: parts.flatMap(({ edges }) => edges) };
}

/** A table: its file object and its record set, with the edges that lead there from the dataset. */
function tablePart(dataset: string, network: string, table: NetworkTable, extent: Extent | null): Part {
  const { name, description, columns, key } = table;
  // No name of a network has a '/'.
  const idOf = (what: string) => v5(`${network}/${name}${what}`, NAMESPACE);
  const fieldId = (column: string) => idOf(`/fields/${column}`);
  const file = idOf('');
  const recordSet = idOf('/records');
  const stretch = extent === null ? null : { from: extent.first, to: extent.last };
  return {
    nodes: [
      {
        '@id': file,
        labels: [FILE_OBJECT, 'Table'],
        properties: {
          '@type': FILE_OBJECT,
          name,
          description,
          contentUrl: networkAddress(network, name, stretch),
          encodingFormat: PARQUET,
        },
      },
      {
        '@id': recordSet,
        labels: ['cr:RecordSet'],
        properties: {
          '@type': 'cr:RecordSet',
          name,
          description,
          key: key.map((column) => ({ '@id': fieldId(column) })),
        },
      },
      ...columns.map((column) => fieldNode(fieldId(column.name), column, file)),
    ],
    edges: [
      { from: dataset, to: file, labels: [DISTRIBUTION] },
      { from: dataset, to: recordSet, labels: ['recordSet'] },
      ...columns.map((column) => ({ from: recordSet, to: fieldId(column.name), labels: ['field'] })),
    ],
  };
}

function fieldNode(id: string, column: ColumnDescription, file: string): GraphNode {
  const { dataType, repeated } = COLUMN_TYPES[column.type];
  return {
    '@id': id,
    labels: ['cr:Field'],
    properties: {
      '@type': 'cr:Field',
      name: column.name,
      description: described(column),
      dataType,
      ...(repeated && { repeated }),
      source: { fileObject: { '@id': file }, extract: { column: column.name } },
    },
  };
}
