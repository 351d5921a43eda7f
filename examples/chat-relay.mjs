// Passes alerts of Halcyon on to a chat: docs/guides/mail-and-chat.md.
//   node examples/chat-relay.mjs --secret-file FILE --chat-file FILE [--port 9000] [--host 127.0.0.1]
// The first file has the secret of the rule's webhook, with or without whsec_, the second the address of the chat's own
// incoming webhook. It needs Node.js 20 or later and no package.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

/** Largest message that is read: an alert has at most 100 ids [bytes]. */
const LARGEST = 1_000_000;
/** A signature is good for so long [s]. */
const FRESH = 300;
/** The chat has to answer before Halcyon gives up at ten seconds [ms]. */
const PATIENCE = 8_000;

/** What the chat gets for a message of Halcyon. Slack and Mattermost take `text`. */
export function message({ type, alert }) {
  const what = type.replace('alert.', '').toUpperCase();
  const where = `${alert.network}: ${alert.stations.join(', ')}`;
  return { text: `${what} (${alert.severity}) ${where}: ${alert.summary} [${alert.rule.name}]` };
}

/** True where the body, as it came, was signed with the secret in the last five minutes. */
function isSigned(secret, headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures = '' } = headers;
  if (!(Math.abs(Date.now() / 1000 - Number(time)) <= FRESH)) return false;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const right = Buffer.from(`v1,${createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64')}`);
  const same = (given) => given.length === right.length && timingSafeEqual(Buffer.from(given), right);
  return signatures.split(' ').some(same);
}

/** The body of a request as text; null where it is too large. */
async function bodyOf(request) {
  const chunks = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > LARGEST) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The status for a request: 204 once the chat has the message, 502 where Halcyon should try again. */
async function passOn(request, secret, chat) {
  const body = await bodyOf(request);
  if (body === null) return 413;
  if (request.method !== 'POST' || !isSigned(secret, request.headers, body)) return 401;
  try {
    const answer = await fetch(chat, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(message(JSON.parse(body))),
      signal: AbortSignal.timeout(PATIENCE),
    });
    if (answer.ok) return 204;
    console.error(`the chat answered ${answer.status}`);
  } catch (error) {
    console.error(`the chat did not take the message: ${error.message}`);
  }
  return 502;
}

/** A server that is not listening yet. */
export function relay(secret, chat) {
  return createServer((request, response) => {
    passOn(request, secret, chat).then(
      (status) => response.writeHead(status).end(),
      () => response.destroy(),
    );
  });
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { values } = parseArgs({
    options: {
      'secret-file': { type: 'string' },
      'chat-file': { type: 'string' },
      port: { type: 'string', default: '9000' },
      host: { type: 'string', default: '127.0.0.1' },
    },
  });
  if (values['secret-file'] === undefined || values['chat-file'] === undefined) {
    console.error('--secret-file and --chat-file are needed');
    process.exit(3);
  }
  const [secret, chat] = [values['secret-file'], values['chat-file']].map((path) => readFileSync(path, 'utf8').trim());
  relay(secret, chat).listen(Number(values.port), values.host, () =>
    console.log(`http://${values.host}:${values.port}/`),
  );
}
