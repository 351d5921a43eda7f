/** What an action that is recorded means; `often` where it is done so often that repetitions are counted instead. */
interface AuditedAction {
  readonly meaning: string;
  readonly often?: true;
}

/** Every action that the audit log knows, by its name. */
const AUDIT_ACTIONS = {
  'audit.begin': { meaning: 'a process begins to write; names the last records that were there' },
  'audit.end': { meaning: 'it ends in order' },
  'audit.remove': { meaning: 'days that are older than the settings keep are removed; names the last record of each' },
  'audit.lose': { meaning: 'records could not be written for too long and are on standard error alone' },
  'audit.read': { meaning: 'the audit log is read', often: true },
  access: { meaning: 'something that changes nothing is asked for; recorded where it is refused' },
  login: { meaning: 'a user logs in by password', often: true },
  logout: { meaning: 'a session is ended' },
  'token.client': { meaning: 'a client gets a token of its own', often: true },
  'token.refresh': { meaning: 'a session gets new tokens', often: true },
  'token.exchange': { meaning: 'a service gets a token to act for somebody', often: true },
  'token.revoke': { meaning: 'a token is taken back' },
  'user.add': { meaning: 'a user is added' },
  'user.disable': { meaning: 'a user may log in no more' },
  'user.enable': { meaning: 'a user may log in again' },
  'user.password': { meaning: 'a user gets another password' },
  'user.roles': { meaning: 'a user gets other roles' },
  'user.change': { meaning: 'a user gets another name or address' },
  'user.delete': { meaning: 'a user is deleted' },
  'client.add': { meaning: 'a client is added' },
  'client.disable': { meaning: 'a client gets no tokens any more' },
  'client.enable': { meaning: 'a client gets tokens again' },
  'client.change': { meaning: 'a client gets other services or roles' },
  'client.delete': { meaning: 'a client is deleted' },
  'client.secret': { meaning: 'a client gets another secret' },
  'keys.rotate': { meaning: 'a new signing key is made' },
  'realm.add': { meaning: 'a realm is added' },
  'realm.import': { meaning: 'users and clients are imported into a realm' },
  'observations.push': { meaning: 'observations are pushed', often: true },
  'observations.import': { meaning: 'a command imports history; its batches are pushed' },
  'dead-letter.replay': { meaning: 'a dead letter is submitted again' },
  'stations.register': { meaning: 'stations are registered, or their registrations replaced' },
  'override.set': { meaning: 'an anomaly is called otherwise' },
  'override.remove': { meaning: 'the machine has the word on an anomaly again' },
  'fault.enter': { meaning: 'a fault that people know of is entered' },
  'fault.set': { meaning: 'people say how a fault is' },
  'fault.remove': { meaning: 'what people said of a fault is taken back' },
  'fault.care': { meaning: 'somebody takes a fault, gives it back or puts it off' },
  'maintenance.enter': { meaning: 'a maintenance window is entered' },
  'maintenance.end': { meaning: 'it is ended' },
  'bar.enter': { meaning: 'a sensor no longer counts as a neighbour' },
  'bar.end': { meaning: 'it counts again' },
  'threshold.set': { meaning: 'from when on a variable of a station is flagged' },
  'threshold.remove': { meaning: 'it is flagged as without' },
  'limits.set': { meaning: 'limits of a variable are set' },
  'limits.remove': { meaning: 'they are taken back' },
  'alert.acknowledge': { meaning: 'somebody looks after an alert' },
  'alert.resolve': { meaning: 'an alert is over' },
  'alert.comment': { meaning: 'something is said of an alert' },
  'alert-rule.add': { meaning: 'a rule of alerts is added' },
  'alert-rule.change': { meaning: 'a rule of alerts is replaced' },
  'alert-rule.delete': { meaning: 'a rule of alerts is deleted' },
  'alert-rule.test': { meaning: 'everybody of a rule is told of an alert that there is not' },
  'silence.add': { meaning: 'a silence is entered' },
  'silence.end': { meaning: 'it is ended' },
  'dataset.upload': { meaning: 'a file of a dataset is uploaded' },
  'dataset.register': { meaning: 'a dataset is registered' },
  'dataset.load': { meaning: 'files of a dataset are moved to permanent storage' },
  'dataset.update': { meaning: 'datasets are changed' },
  'dataset.delete': { meaning: 'a dataset is marked as deleted' },
  'dataset.purge': { meaning: 'the files of a deleted dataset are removed for good' },
  'dataset.query': { meaning: 'a statement is run over datasets' },
  'pattern.add': { meaning: 'an analytical pattern is stored' },
  'pattern.change': { meaning: 'a node of patterns gets other properties' },
  'pattern.delete': { meaning: 'an analytical pattern is deleted' },
  'task.add': { meaning: 'a task is stored' },
  'backup.take': { meaning: 'everything that is stored is copied' },
  'backup.restore': { meaning: 'a back-up is restored' },
} as const satisfies Readonly<Record<string, AuditedAction>>;

export type AuditAction = keyof typeof AUDIT_ACTIONS;
export const AUDIT_ACTION_NAMES = Object.keys(AUDIT_ACTIONS) as AuditAction[];

/** What became of an action: done; refused to who asked for it; or it went wrong here. */
export const AUDIT_RESULTS = ['done', 'refused', 'failed'] as const;
export type AuditResult = (typeof AUDIT_RESULTS)[number];

/** True for an action of which repetitions are counted instead of recorded. */
export function isOften(action: AuditAction): boolean {
  const row: AuditedAction = AUDIT_ACTIONS[action];
  return row.often === true;
}
