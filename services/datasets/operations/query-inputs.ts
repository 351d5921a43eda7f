import { HalcyonError } from '../../../schemas/errors.ts';
import type { DatasetGraph, GraphNode } from '../../../schemas/http/datasets/property-graph.ts';
import { type DatasetFile, fileNamed, filesOf } from '../catalogue/dataset-files.ts';
import type { DatasetRecord, Provenance } from '../catalogue/dataset-records.ts';
import type { DatasetDependencies } from '../dataset-dependencies.ts';
import { catalogued } from '../dataset-id.ts';
import { distributionOf } from '../graphs/dataset-types.ts';
import { fileFormat } from '../graphs/file-format.ts';
import { FILE_OBJECT } from '../graphs/labels.ts';
import type { QueryStep } from '../graphs/query-plan.ts';
import { ownersOf } from '../graphs/query-sources.ts';
import { malformed, shown } from '../graphs/request-roles.ts';
import type { NetworkDataset } from '../networks/dataset-networks.ts';
import { isNetworkAddress, networkAddress, readNetworkAddress } from '../networks/network-address.ts';
import type { QueryFile } from '../queries/query-runner.ts';
import { addressText, storageAddress } from '../storage/storage-address.ts';
import { knownDatasets } from './known-datasets.ts';

/** A file that a statement reads. */
export interface QueryInput {
  readonly file: QueryFile;
  readonly origin: Provenance['inputs'][number];
}

/** A dataset that a query may read. */
type Readable = DatasetRecord | NetworkDataset;

/**
 * The datasets that a step reads, but those that steps before it make.
 *
 * @throws HalcyonError `not_found`, `conflict` for those that are neither loaded nor ready
 */
export async function inputDatasets(
  { catalogue, networks, scope }: Pick<DatasetDependencies, 'catalogue' | 'networks' | 'scope'>,
  nodes: readonly GraphNode[],
): Promise<ReadonlyMap<string | number, Readable>> {
  const found = new Map<string | number, Readable>();
  for (const node of nodes) {
    const network = await networks.find(catalogued(node['@id']));
    if (network !== null) found.set(node['@id'], network);
  }
  const others = nodes.filter((node) => !found.has(node['@id']));
  const records = await knownDatasets(catalogue, scope, others);
  const early = records.filter(({ state }) => state !== 'Loaded' && state !== 'Ready');
  if (early.length > 0) {
    const states = early.map(({ id, state }) => `the dataset ${id} is ${state}`).join(', ');
    throw new HalcyonError('conflict', `${states}; what is queried should be Loaded or Ready`);
  }
  for (const [at, node] of others.entries()) found.set(node['@id'], records[at]);
  return found;
}

/**
 * The files that the arguments of a step name, where the engine can read them.
 *
 * @param made files of datasets that steps before it have made, by the ids of their nodes
 * @param folder where copies may be made
 * @throws HalcyonError `malformed_pattern` for arguments that name no file of an input, `not_found` for files that are not there
 */
export async function inputFiles(
  dependencies: Pick<DatasetDependencies, 'catalogue' | 'storage' | 'networks'>,
  request: DatasetGraph,
  step: QueryStep,
  datasets: ReadonlyMap<string | number, Readable>,
  made: ReadonlyMap<string | number, QueryInput>,
  { folder, signal }: { readonly folder: string; readonly signal: AbortSignal },
): Promise<Map<string, QueryInput>> {
  const inputs = new Map<string, QueryInput>();
  for (const [argument, id] of step.arguments) {
    const earlier = made.get(id);
    if (earlier !== undefined) {
      inputs.set(argument, { ...earlier, origin: { ...earlier.origin, argument } });
      continue;
    }
    const place = `${argument} of the operator ${shown(step.operator['@id'])}`;
    const [dataset, node] = fileObject(request, step, datasets, id, place);
    const contentUrl = node.properties['contentUrl'];
    if (isNetworkAddress(contentUrl)) {
      const named = readNetworkAddress(String(contentUrl), Date.now());
      const network = datasets.get(dataset);
      if (network === undefined || !('network' in network) || network.network !== named.network) {
        const message = `the file's contentUrl is of another network than the dataset, ${shown(contentUrl)}`;
        throw malformed([`${place}: ${message}`]);
      }
      // The times that were read: of NOW nobody could tell later when it was.
      const address = networkAddress(named.network, named.table, named);
      const path = await dependencies.networks.write(address, folder, signal);
      const origin = { argument, dataset: network.id, contentUrl: address, sha256: null };
      inputs.set(argument, { file: { path, name: `${argument}.parquet`, format: 'parquet' }, origin });
      continue;
    }
    const file = await storedFile(dependencies, datasets.get(dataset), dataset, node, place);
    const format = fileFormat(file.name, node);
    if (format === null) {
      const message = `${place}: the file '${file.name}' is not CSV, TSV, JSON lines or Parquet by its encodingFormat or its name`;
      throw malformed([message]);
    }
    const path = await dependencies.storage.localFile(file.bucket, file.key, folder);
    const origin = {
      argument,
      dataset: file.dataset,
      contentUrl: addressText(file.bucket, file.dataset, file.name),
      sha256: file.sha256,
    };
    inputs.set(argument, { file: { path, name: file.name, format }, origin });
  }
  return inputs;
}

/**
 * What an argument means and the input that it is of: the file object of an id, in the request's graph, else in that of the
 * dataset; the file at an address; what an edge `input` leads to; or the file of a dataset of an id, which may have one only.
 */
function fileObject(
  request: DatasetGraph,
  step: QueryStep,
  datasets: ReadonlyMap<string | number, Readable>,
  id: string | number,
  place: string,
): readonly [dataset: string | number, node: GraphNode] {
  for (const { '@id': dataset } of step.inputs) {
    for (const graph of [request, datasets.get(dataset)?.graph]) {
      const files = graph === undefined ? [] : distributionOf(graph, dataset);
      const node = files.find((file) => file['@id'] === id || file.properties['contentUrl'] === id);
      if (node !== undefined) return [dataset, node];
    }
  }
  const given = request.nodes.find((node) => node['@id'] === id);
  const address = storageAddress(given?.properties['contentUrl'] ?? id);
  const owner =
    step.inputs.find(({ '@id': dataset }) =>
      address === null ? dataset === id : catalogued(address.dataset) === catalogued(dataset),
    ) ?? ownersOf(request, id, step.inputs).at(0);
  if (owner !== undefined) {
    const contentUrl =
      address === null ? {} : { contentUrl: addressText(address.bucket, address.dataset, address.name) };
    const isDataset = given !== undefined && given['@id'] === owner['@id'];
    const node =
      isDataset || given === undefined ? { '@id': id, labels: [FILE_OBJECT], properties: contentUrl } : given;
    return [owner['@id'], node];
  }
  throw malformed([
    `${place} is ${shown(id)}, which is no file object behind a distribution edge of one of its inputs`,
  ]);
}

/**
 * The file of a node: the one that its `contentUrl` names, else the one of its `name`, as its dataset has them where the request
 * does not say them; where neither is said anywhere, the one file of the dataset.
 */
async function storedFile(
  { catalogue }: Pick<DatasetDependencies, 'catalogue'>,
  record: Readable | undefined,
  dataset: string | number,
  node: GraphNode,
  place: string,
): Promise<DatasetFile> {
  const known = record?.graph.nodes.find((each) => each['@id'] === node['@id'] && each['@id'] !== dataset);
  const { contentUrl = known?.properties['contentUrl'], name = known?.properties['name'] } = node.properties;
  const address = storageAddress(contentUrl);
  const key = catalogued(dataset);
  if (contentUrl !== undefined && contentUrl !== '') {
    if (address === null || address.name === null || catalogued(address.dataset) !== key) {
      const right = `'s3://dataset/${dataset}/<file>'`;
      throw malformed([`${place}: the file's contentUrl should be ${right}, it is ${shown(contentUrl)}`]);
    }
  }
  const asked = [address?.name, name].filter((one) => typeof one === 'string' && one !== '').map(String);
  for (const one of asked) {
    const file = await fileNamed(catalogue, key, one);
    if (file !== null) return file;
  }
  const files = await filesOf(catalogue, key);
  if (asked.length === 0 && files.length === 1) return files[0];
  const names = files.map((file) => `'${file.name}'`).join(', ') || 'none';
  if (asked.length === 0 && files.length > 1) {
    throw malformed([
      `${place}: which file of the dataset ${dataset} it is should be said by its contentUrl; it has ${names}`,
    ]);
  }
  const missing = asked.length === 0 ? 'no file' : `no file ${shown(asked[0])}`;
  throw new HalcyonError('not_found', `the dataset ${dataset} has ${missing}; it has ${names}`);
}
