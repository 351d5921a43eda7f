import type { oas31 } from 'zod-openapi';
import { ROLES, type Role } from '../../../services/access/roles.ts';
import { ALLOWED } from '../../services/access/allowed-roles.ts';
import { isOfPeople, operationsOf, type ShownRequest, shownRequests } from './document-requests.ts';
import { ExampleSender, type Given } from './example-sender.ts';

/** The network that every example is of. */
const SHOWN_NETWORK = 'north';
/** Another one, whose people have nothing to do with it. */
const OTHER_NETWORK = 'south';
/** Where a role may hold: everywhere, in the network of the examples, in the other one. */
const PLACES = ['', `@${SHOWN_NETWORK}`, `@${OTHER_NETWORK}`] as const;
type Place = (typeof PLACES)[number];

/** The examples of rules are for all networks, as people are: who is bound to one is refused, with these words. */
const OF_RULES = /^\/api\/v1\/alert-rules\b/;
const NEEDS_EVERY_NETWORK = /every network/;

/** What was found of a matrix of roles, networks and operations. */
export interface Matrix {
  readonly operations: number;
  readonly cells: number;
  /** What did not hold, a line each. */
  readonly findings: readonly string[];
}

/**
 * Sends every example of a document as everybody who there can be: without a token, and with each role that holds everywhere,
 * in the network of the examples, and in another. Who has not the role is refused; who has it is let in; who has it in the
 * other network alone is refused what names the network of the examples, and shown nothing of it.
 *
 * @param authorizationOf the header of somebody with one role, as `HELD` names it
 */
export async function authorisationMatrix(
  url: string,
  document: oas31.OpenAPIObject,
  given: Given,
  authorizationOf: (held: string) => Promise<string>,
): Promise<Matrix> {
  const sender = new ExampleSender(url, document, given);
  const operations = operationsOf(document).filter(({ tag }) => tag !== 'Identity');
  const findings: string[] = [];
  let cells = 0;
  for (const operation of operations) {
    for (const shown of shownRequests(document, operation)) {
      const allowed = ALLOWED[operation.id] ?? null;
      const wrong = (who: string, why: string | null) => {
        cells++;
        if (why !== null) findings.push(`${operation.method} ${operation.path} as ${who}: ${why}`);
      };
      wrong('nobody', withoutToken(await sent(sender, shown, ''), allowed));
      for (const role of ROLES) {
        for (const place of PLACES) {
          const answer = await sent(sender, shown, await authorizationOf(`${role}${place}`));
          const who = `${role}${place}`;
          const isOfAll = isOfPeople(operation) || OF_RULES.test(operation.path);
          const ofAll = isOfAll && place !== '' && NEEDS_EVERY_NETWORK.test(answer.text);
          wrong(who, ofAll && answer.status === 403 ? null : withRole(answer, role, place, allowed));
        }
      }
    }
  }
  return { operations: operations.length, cells, findings };
}

interface Sent {
  readonly status: number;
  readonly text: string;
}

/** What is answered to a request whose ids are of things that there are; of a stream no more than its beginning. */
async function sent(sender: ExampleSender, shown: ShownRequest, authorization: string): Promise<Sent> {
  const answer = await sender.send(await sender.filledIn(shown), authorization);
  const { status } = answer;
  if (answer.headers.get('content-type')?.startsWith('text/event-stream') !== true) {
    return { status, text: await answer.text() };
  }
  await answer.body?.cancel();
  return { status, text: '' };
}

function withoutToken({ status, text }: Sent, allowed: readonly Role[] | null): string | null {
  const right = allowed === null ? status < 400 : status === 401;
  return right ? null : `${status} ${text.slice(0, 200)}`;
}

function withRole({ status, text }: Sent, role: Role, place: Place, allowed: readonly Role[] | null): string | null {
  const said = `${status} ${text.slice(0, 200)}`;
  if (status >= 500) return said;
  if (allowed === null) return status < 400 ? null : said;
  // Datasets belong to who made them, whatever the role.
  if (status === 403 && text.includes('was made by somebody else')) return allowed.includes(role) ? null : said;
  const refused = status === 401 || status === 403;
  if (!allowed.includes(role)) return status === 403 && text.includes('one of the roles') ? null : said;
  if (place !== `@${OTHER_NETWORK}`) return refused ? said : null;
  if (refused || status === 404) return null;
  return text.includes(SHOWN_NETWORK) ? `shows another network: ${said}` : null;
}
