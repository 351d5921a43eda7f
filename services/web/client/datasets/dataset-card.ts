import { element } from '../dom/element.ts';
import { scrolledTable } from '../dom/scrolled-table.ts';
import { message } from '../messages/message.ts';
import { shownNumber } from '../state/numbers.ts';
import { zonedToSecond } from '../time/moments.ts';
import { type DescribedField, type QueriedFile, queriedFiles, type WholeDataset } from './dataset-answers.ts';
import { stateWord } from './state-word.ts';

/** What can be done with a dataset; null for whom may not. */
export interface DatasetActions {
  readonly onClose: () => void;
  readonly onDownload: (name: string, said: HTMLElement) => void;
  readonly onLoad: (() => void) | null;
  readonly onEdit: (() => void) | null;
  readonly onDelete: (() => void) | null;
  readonly onQuery: ((file: QueriedFile) => void) | null;
  readonly onProfile: ((file: QueriedFile) => void) | null;
}

/** All that is known of a dataset: how it came to be, its files, its columns. */
export function datasetCard(dataset: WholeDataset, actions: DatasetActions): HTMLElement {
  const { '@id': id, name = id, description, status, statusHistory = [], provenance, recordSet } = dataset;
  const button = (label: string, click: () => void, attributes = {}) =>
    element('button', { type: 'button', on: { click }, ...attributes }, label);
  const fields = recordSet.filter(({ field = [] }) => field.length > 0);
  return element(
    'section',
    { class: 'card dataset', tabindex: '-1', 'aria-label': name },
    element(
      'div',
      { class: 'row' },
      element('h2', {}, name),
      element('span', { class: 'chip' }, stateWord(status)),
      status === 'Staged' && actions.onLoad !== null && button(message('datasets.load'), actions.onLoad),
      actions.onEdit !== null && button(message('datasets.edit'), actions.onEdit),
      actions.onDelete !== null && button(message('datasets.delete'), actions.onDelete),
      button(message('form.close'), actions.onClose),
    ),
    description !== undefined && element('p', {}, description),
    element('p', { class: 'soft' }, element('code', {}, id)),
    statusHistory.length > 0 &&
      element(
        'p',
        { class: 'soft' },
        statusHistory
          .map(({ status: state, since }) => `${stateWord(state)} ${zonedToSecond(Date.parse(since))}`)
          .join(' · '),
      ),
    provenance !== undefined &&
      element('div', {}, element('h3', {}, message('datasets.made_by')), element('pre', {}, provenance.statement)),
    element('h3', {}, message('datasets.files')),
    filesList(dataset, actions),
    ...fields.map(({ name: set = name, field = [] }) => fieldsTable(set, field)),
  );
}

function filesList(dataset: WholeDataset, { onDownload, onQuery, onProfile }: DatasetActions): HTMLElement {
  const said = element('span', { class: 'soft', role: 'status' });
  const queried = new Map(queriedFiles(dataset).map((file) => [file.name, file]));
  const found = dataset.files ?? null;
  const rows = (found ?? dataset.distribution).map((file) => {
    const table = queried.get(file.name);
    const button = (label: string, click: () => void) =>
      element('button', { type: 'button', 'aria-label': `${label}: ${file.name}`, on: { click } }, label);
    return element(
      'li',
      { class: 'row' },
      element('b', {}, file.name),
      'contentSize' in file &&
        element('span', { class: 'soft' }, message('datasets.size', { size: sizeOf(file.contentSize) })),
      element('span', { class: 'soft' }, file.encodingFormat),
      found !== null && button(message('datasets.download'), () => onDownload(file.name, said)),
      table !== undefined && onProfile !== null && button(message('datasets.profile'), () => onProfile(table)),
      table !== undefined && onQuery !== null && button(message('datasets.query_file'), () => onQuery(table)),
    );
  });
  if (rows.length === 0) return element('p', { class: 'soft' }, message('datasets.no_files'));
  return element('div', {}, element('ul', { class: 'dataset-files' }, ...rows), said);
}

function sizeOf(bytes: number): string {
  return shownNumber(bytes / 1000, bytes < 100_000 ? 1 : 0);
}

/** Columns of a file, folded: a network has many. */
function fieldsTable(set: string, fields: readonly DescribedField[]): HTMLElement {
  const title = message('datasets.columns_of', { name: set, n: fields.length });
  const head = (text: string) => element('th', { scope: 'col' }, text);
  return element(
    'details',
    {},
    element('summary', {}, title),
    scrolledTable(
      title,
      {},
      element(
        'thead',
        {},
        element(
          'tr',
          {},
          head(message('datasets.column')),
          head(message('datasets.type')),
          head(message('datasets.description')),
        ),
      ),
      element(
        'tbody',
        {},
        ...fields.map(({ name, dataType, description = '' }) =>
          element(
            'tr',
            {},
            element('th', { scope: 'row' }, name),
            element('td', {}, [dataType ?? ''].flat().join(', ')),
            element('td', {}, description),
          ),
        ),
      ),
    ),
  );
}
