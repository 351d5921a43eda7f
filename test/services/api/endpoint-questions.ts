import { randomUUID } from 'node:crypto';
import { VARIABLES } from '../../../schemas/variables.ts';
import { putFile } from '../../../services/datasets/catalogue/dataset-files.ts';
import { addDataset } from '../../../services/datasets/catalogue/dataset-records.ts';
import { CONVERT_EXAMPLE } from '../../../services/datasets/endpoints/graph-examples.ts';
import { newWindow } from '../../../services/experts/new-rule.ts';
import { addClient } from '../../../services/identity/state/clients.ts';
import { DEFAULT_REALM, makeRealm } from '../../../services/identity/state/realms.ts';
import { addUser } from '../../../services/identity/state/users.ts';
import type { Catalogue } from '../../../services/stores/catalogue.ts';
import { someFault } from '../answers/some-fault.ts';
import { datasetRequest, queryRequest } from '../datasets/request-graphs.ts';
import { deadLetter } from '../stores/records.ts';
import { NOON, someAnomaly, someStation } from './some-records.ts';

// What the contract of the endpoints asks each of them with, and the records that this is about.

export const PATTERN = JSON.stringify({
  nodes: [{ id: 'a', labels: ['Analytical_Pattern'], properties: null }],
  edges: [],
});

/** An upload, with its boundary. */
export const UPLOAD = 'multipart/form-data; boundary=x';
const FORM = ['dataset_id"\r\n\r\na', 'file_name"\r\n\r\na.csv', 'file"; filename="a.csv"\r\n\r\nx\n1\n']
  .map((field) => `--x\r\nContent-Disposition: form-data; name="${field}\r\n`)
  .join('');

/** Datasets that are there: one to be queried, changed and shown, and some to be loaded once each. */
export const LOADED = randomUUID();
/** One whose files may be removed. */
export const DELETED = randomUUID();
/** What a query made. */
export const RESULT = randomUUID();
export const STAGED = Array.from({ length: 10 }, () => randomUUID());

/** Alerts, and the rules and the silence that they are of. */
export const ALERTS = { get: randomUUID(), acknowledge: randomUUID(), resolve: randomUUID(), comment: randomUUID() };
export const [RULE, DELETED_RULE, SILENCE] = [randomUUID(), randomUUID(), randomUUID()];
const ALERT_RULE = { name: 'Failures', classes: ['device_failure'], severity: 'warning', channels: [] };

/** A good body of endpoints that take another than most. */
export const BODIES: Readonly<Record<string, () => string>> = {
  'post-stations': () => '[{"station_id":"a","latitude":1,"longitude":2}]',
  detect: () => '{}',
  'put-override': () => '{"classification":"normal","reason":"x"}',
  'post-maintenance': () => WINDOW,
  'post-bars': () => WINDOW,
  'post-fault': () => '{"station":"a","variable":"rain","kind":"stuck","start":"2026-03-01T12:00:00Z","reason":"x"}',
  'put-fault-override': () => '{"classification":"normal","reason":"x"}',
  'put-fault-care': () => '{"version":0,"assignee":"ann"}',
  'put-threshold': () => '{"threshold":8,"reason":"x"}',
  'put-station-limits': () => LIMITS,
  'put-network-limits': () => LIMITS,
  'create-pattern': () => PATTERN,
  'display-pattern': () => PATTERN,
  'validate-pattern': () => PATTERN,
  'change-pattern-node': () => '{"name":"x"}',
  'create-task': () => '{"name":"Heat days","request":"Which were they?"}',
  'upload-file': () => `${FORM}--x--\r\n`,
  'register-dataset': () => JSON.stringify(datasetRequest('register')),
  'update-dataset': () => JSON.stringify(datasetRequest('update', { id: LOADED })),
  'load-dataset': () => JSON.stringify(datasetRequest('load', { id: STAGED.pop() ?? 'none is left' })),
  'acknowledge-alert': () => '{}',
  'resolve-alert': () => '{"comment":"cleaned"}',
  'comment-alert': () => '{"text":"on my way"}',
  'create-alert-rule': () => JSON.stringify(ALERT_RULE),
  'preview-alert-rule': () => JSON.stringify(ALERT_RULE),
  'put-alert-rule': () => JSON.stringify(ALERT_RULE),
  'create-user': () => JSON.stringify({ username: `user-${randomUUID()}`, roles: ['curator@north'] }),
  'change-user': () => '{"roles":["user"]}',
  'create-client': () => JSON.stringify({ client_id: randomUUID(), roles: ['feed'] }),
  'change-client': () => '{"roles":["feed@north"]}',
  'create-silence': () => '{"to":"2026-03-02T00:00:00Z","reason":"calibration"}',
  'convert-graph': () => JSON.stringify(CONVERT_EXAMPLE),
  'query-datasets': () => JSON.stringify(queryRequest('SELECT 1 FROM {{arg1}}', [{ id: LOADED, file: 'a.csv' }])),
};

/** A dead letter, as its id is derived. */
export const LETTER = deadLetter('north', '0123456789abcdef0123456789abcdef', NOON);

const LIMITS = '{"fail":{"low":400},"reason":"x"}';
/** A maintenance window of the one station, and a bar of it. */
const WINDOW = '{"station":"a","from":"2026-03-01T09:00:00Z","reason":"x"}';
export const WINDOWS = (['maintenance', 'bar'] as const).map((kind) =>
  newWindow(kind, someStation(), { variables: VARIABLES, from: NOON, to: null }, { by: 'ann', reason: 'x', at: NOON }),
);

/** What stands for the parameter in the path, and for the one after it. */
export const PARAMETERS: Readonly<Record<string, string>> = {
  'get-anomaly': someAnomaly().id,
  'get-fault': someFault().id,
  'get-episode': someAnomaly().id,
  'put-override': someAnomaly().id,
  'delete-override': someAnomaly().id,
  'put-fault-override': someFault().id,
  'delete-fault-override': someFault().id,
  'put-fault-care': someFault().id,
  'end-maintenance': WINDOWS[0].id,
  'end-bar': WINDOWS[1].id,
  'put-network-limits': 'north',
  'delete-network-limits': 'north',
  'docs-file': 'swagger-ui.css',
  'docs-error': 'not_found',
  'get-dataset': LOADED,
  'get-dataset-graph': LOADED,
  'get-query-result': RESULT,
  'download-file': LOADED,
  'purge-dataset': DELETED,
  'get-alert': ALERTS.get,
  'acknowledge-alert': ALERTS.acknowledge,
  'resolve-alert': ALERTS.resolve,
  'comment-alert': ALERTS.comment,
  'get-alert-rule': RULE,
  'put-alert-rule': RULE,
  'test-alert-rule': RULE,
  'delete-alert-rule': DELETED_RULE,
  'end-silence': SILENCE,
  'replay-dead-letter': LETTER.id,
  'change-user': 'ada',
  'reset-password': 'ada',
  'delete-user': 'gone',
  'change-client': 'harbour',
  'renew-client-secret': 'harbour',
  'delete-client': 'gone',
  'sensorthings-path': "Things('north.a')",
};

export const SECOND: Readonly<Record<string, string>> = {
  'put-threshold': 'bar',
  'delete-threshold': 'bar',
  'put-station-limits': 'bar',
  'delete-station-limits': 'bar',
  'put-network-limits': 'bar',
  'delete-network-limits': 'bar',
};

export const SOMEBODY = { realm: DEFAULT_REALM, password: 'x', federated: null, name: null, email: null, roles: [] };
const RIGHTS = { service: null, scopes: ['detect'], roles: [], disabled: false };
export const SOME_CLIENT = { realm: DEFAULT_REALM, secret: 'x', ...RIGHTS };

/** Users and clients, one of each to be changed. */
export async function addPeople(catalogue: Catalogue): Promise<void> {
  await makeRealm(catalogue, DEFAULT_REALM);
  await addUser(catalogue, { ...SOMEBODY, username: 'ada' });
  await addClient(catalogue, { ...SOME_CLIENT, id: 'harbour' });
}

/** Registers a dataset as a query makes one; its file is there. */
export async function addResult(catalogue: Catalogue): Promise<void> {
  const software = { name: 'DuckDB', version: 'v1' };
  const provenance = { pattern: 'p', operator: 'o', statement: 'SELECT 3 s', software, inputs: [], by: null };
  const graph = { nodes: [{ '@id': RESULT, labels: ['sc:Dataset'], properties: {} }], edges: [] };
  await addDataset(catalogue, { id: RESULT, state: 'Ready', owner: null, networks: null, provenance, graph });
  const file = { name: 'output.csv', bucket: 'results', key: `${RESULT}/output.csv`, size: 4, sha256: '' } as const;
  await putFile(catalogue, { dataset: RESULT, ...file, uploader: null });
}
