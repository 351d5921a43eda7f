import { HalcyonError } from '../../../../schemas/errors.ts';
import { distributionOf } from '../../../datasets/graphs/dataset-types.ts';
import { isNetworkAddress } from '../../../datasets/networks/network-address.ts';
import type { ShownDataset } from './dataset-answers.ts';
import type { DatasetService } from './dataset-service.ts';
import type { QueriedFile } from './request-graphs.ts';

/** A network that has no observations yet names no times of its own. */
const ALL_TIMES = 'from=1970-01-01T00:00:00Z&to=NOW';

/**
 * The file that an argument of a query names: `ID/FILE`; `ID` where the dataset has one file; of a network
 * `ID/observations?from=...&to=...`, without times all that is stored.
 *
 * @throws HalcyonError `invalid_parameter`, `not_found`, and as the service
 */
export async function queriedFile(service: DatasetService, argument: string): Promise<QueriedFile> {
  const [id, ...rest] = argument.split('/');
  const { read: dataset } = await service.dataset(id);
  const wanted = rest.length === 0 ? null : rest.join('/');
  const stored = dataset.files.map(({ name, contentUrl, encodingFormat }) => {
    return { dataset: dataset['@id'], name, contentUrl, encodingFormat: String(encodingFormat ?? '') };
  });
  const tables = tablesOf(dataset);
  // Only a network's tables are cut to a stretch: the name of a file may have a '?' in it.
  if (stored.length > 0 || tables.length === 0) return oneOf(stored, id, wanted);
  const [, table, times] = /^([^?]*)\??(.*)$/s.exec(wanted ?? '') ?? ['', '', ''];
  const found = oneOf(tables, id, table === '' ? null : table);
  return { ...found, contentUrl: withTimes(found.contentUrl, times) };
}

/** The tables of a network as files; none where the dataset is no network. */
function tablesOf(dataset: ShownDataset): QueriedFile[] {
  return distributionOf(dataset, dataset['@id'])
    .filter(({ properties }) => isNetworkAddress(properties['contentUrl']))
    .map(({ properties: { name, contentUrl, encodingFormat } }) => ({
      dataset: dataset['@id'],
      name: String(name),
      contentUrl: String(contentUrl),
      encodingFormat: String(encodingFormat),
    }));
}

function oneOf(files: readonly QueriedFile[], id: string, wanted: string | null): QueriedFile {
  if (files.length === 0) throw new HalcyonError('not_found', `the dataset ${id} has no files`);
  const names = files.map(({ name }) => `${id}/${name}`).join(', ');
  if (wanted === null && files.length > 1) {
    throw new HalcyonError('invalid_parameter', `the dataset ${id} has several files, name one of ${names}`);
  }
  const found = wanted === null ? files[0] : files.find(({ name }) => name === wanted);
  if (found !== undefined) return found;
  throw new HalcyonError('not_found', `the dataset ${id} has no '${wanted}', should be one of ${names}`);
}

/** An address with the times that are given instead of its own; what is wrong with them, the service says. */
function withTimes(address: string, given: string): string {
  const [place, own = ALL_TIMES] = address.split('?');
  const parts = (text: string) => text.split('&').filter((part) => part !== '');
  const nameOf = (part: string) => part.split('=')[0];
  const times = parts(given);
  const kept = parts(own).filter((part) => !times.some((time) => nameOf(time) === nameOf(part)));
  return `${place}?${[...times, ...kept].join('&')}`;
}
