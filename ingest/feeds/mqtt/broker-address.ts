import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { HalcyonError, messageOf } from '../../../schemas/errors.ts';
import { interval } from '../../../schemas/settings.ts';
import { noNetwork, readNetwork } from '../../validation/identifier.ts';
import { decoded, readSourceForm, type SourceForm } from '../../validation/source-form.ts';
import { TopicPattern } from './topic-pattern.ts';

/** A broker and what is asked of it, as HALCYON_FEED names them. */
export interface BrokerAddress {
  /** `mqtt://`, `mqtts://`, `ws://` or `wss://`, without credentials. */
  readonly url: string;
  /** '' where the broker asks for none. */
  readonly username: string;
  readonly password: string;
  /** PEM; absent where not given. */
  readonly tls: { readonly ca?: Buffer; readonly cert?: Buffer; readonly key?: Buffer };
  readonly version: '5' | '3.1.1';
  /** The broker keeps under this name what was published while nobody was there. */
  readonly clientId: string;
  /** How long it keeps that [ms]. */
  readonly sessionMs: number;
  readonly topics: readonly TopicPattern[];
  /** Network of what names none: the broker's host where the address says none. */
  readonly network: string;
  readonly form: SourceForm;
  /** The pieces that only one kind of feed knows, as they were given. */
  readonly rest: Readonly<Record<string, string>>;
}

/** What tells kinds of feeds by a broker apart. */
export interface BrokerKind {
  /** Name as HALCYON_FEED has it. */
  readonly name: string;
  /** Topics where the address names none. */
  readonly topics: string;
  /** Pieces behind the `#` that this kind knows beside those of all. */
  readonly pieces: readonly string[];
}

type Refuse = (why: string, cause?: unknown) => HalcyonError;

const SCHEMES = ['mqtt:', 'mqtts:', 'ws:', 'wss:'];
const PIECES = ['topics', 'network', 'client_id', 'password_file', 'ca_file', 'cert_file', 'key_file'];
/** A broker should not keep the session of a client for ever that never comes back: 7 days, at most 90 [ms]. */
const SESSION = interval(60_000, 7_776_000_000, 604_800_000, { name: 'session', meaning: '' });

/**
 * Reads `<broker URL>#<pieces>`, such as `mqtts://user@broker.example#topics=stations/{network}/{station_id}/observations`.
 *
 * @param id of the installation: two on one machine are two clients
 * @throws HalcyonError `invalid_configuration`, that shows no password
 */
export function brokerAddress(text: string, kind: BrokerKind, id: string): BrokerAddress {
  const at = text.indexOf('#');
  const [place, pieces] = at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
  const parsed = URL.canParse(place) ? new URL(place) : null;
  if (parsed === null || !SCHEMES.includes(parsed.protocol) || parsed.hostname === '') {
    const expected = 'should be followed by the URL of a broker such as mqtts://broker.example:8883';
    throw new HalcyonError('invalid_configuration', `HALCYON_FEED: ${kind.name}: ${expected}`);
  }
  const { username, password } = parsed;
  parsed.username = '';
  parsed.password = '';
  const url = parsed.href.replace(/\/$/, '');
  const refuse: Refuse = (why, cause) =>
    new HalcyonError('invalid_configuration', `HALCYON_FEED: ${kind.name}:${url}#: ${why}`, { cause });
  const read = readSourceForm(pieces, [...PIECES, 'session', 'version', ...kind.pieces]);
  if (typeof read === 'string') throw refuse(read);
  const { form, rest } = read;
  const network = readNetwork(rest['network'] ?? parsed.hostname);
  if (network === undefined) throw refuse(noNetwork(rest['network']));
  const topics = (rest['topics'] ?? kind.topics).split(',').map((topic) => {
    const pattern = TopicPattern.of(topic.trim());
    if (typeof pattern === 'string') throw refuse(`topics: ${pattern}`);
    return pattern;
  });
  const filters = topics.map(({ filter }) => filter);
  return {
    url,
    username: decoded(username),
    password: passwordOf(rest['password_file'], decoded(password), refuse),
    tls: tlsOf(rest, parsed.protocol, refuse),
    version: versionOf(rest['version'], refuse),
    clientId: rest['client_id'] ?? clientId([hostname(), id, url, username, ...filters]),
    sessionMs: sessionOf(rest['session'], refuse),
    topics,
    network,
    form,
    rest,
  };
}

/** The same after every start, and another for another installation, broker or list of topics; 23 characters, as MQTT 3.1.1 has them at most. */
function clientId(pieces: readonly string[]): string {
  return `halcyon${createHash('sha256').update(pieces.join('\n')).digest('hex').slice(0, 16)}`;
}

function passwordOf(path: string | undefined, given: string, refuse: Refuse): string {
  if (path === undefined) return given;
  if (given !== '') throw refuse('password_file is given beside a password in the URL, one of them should be left out');
  return fileOf('password_file', path, refuse).toString('utf8').trimEnd();
}

function tlsOf(rest: Readonly<Record<string, string>>, protocol: string, refuse: Refuse): BrokerAddress['tls'] {
  const { ca_file: ca, cert_file: cert, key_file: key } = rest;
  if (ca === undefined && cert === undefined && key === undefined) return {};
  if (protocol !== 'mqtts:' && protocol !== 'wss:') {
    throw refuse(
      'ca_file, cert_file and key_file are of no use without TLS: the URL should begin with mqtts:// or wss://',
    );
  }
  if ((cert === undefined) !== (key === undefined)) throw refuse('cert_file and key_file should be given together');
  return {
    ...(ca !== undefined && { ca: fileOf('ca_file', ca, refuse) }),
    ...(cert !== undefined && { cert: fileOf('cert_file', cert, refuse) }),
    ...(key !== undefined && { key: fileOf('key_file', key, refuse) }),
  };
}

function versionOf(given: string | undefined, refuse: Refuse): '5' | '3.1.1' {
  if (given === undefined || given === '5') return '5';
  if (given === '3.1.1') return given;
  throw refuse(`version is '${given}', should be 5 or 3.1.1`);
}

function sessionOf(given: string | undefined, refuse: Refuse): number {
  if (given === undefined) return SESSION.fallback({});
  const ms = SESSION.read(given);
  if (ms === undefined) throw refuse(`session is '${given}', should be ${SESSION.expected}`);
  return ms;
}

function fileOf(piece: string, path: string, refuse: Refuse): Buffer {
  try {
    return readFileSync(path);
  } catch (cause) {
    throw refuse(`${piece} names ${path}, which cannot be read: ${messageOf(cause)}`, cause);
  }
}
