import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { HalcyonError, type Problem } from '../../../../schemas/errors.ts';
import { fieldProblems } from '../../../../schemas/http/field-problems.ts';
import { NetworkScope } from '../../../../schemas/network-scope.ts';
import type { Endpoint } from '../../../http/endpoint.ts';

/** Fields of a query that commands call otherwise, as `anomaly-detector` does. */
const OPTION_OF_FIELD: Readonly<Record<string, string>> = { from: '--start', to: '--end' };

/** A query as the command line gives it: texts by the names of the fields. */
export type GivenQuery = Readonly<Record<string, string>>;

/**
 * Asks an endpoint that reads for its answer, without a request: the same fields, defaults and words over HTTP and here.
 *
 * @param path parameters of the path
 * @returns the body of the answer
 * @throws HalcyonError `invalid_parameter` that names the options; what the endpoint throws
 */
export async function askEndpoint<Parts>(
  endpoint: Endpoint<Parts>,
  { path = {}, query }: { readonly path?: GivenQuery; readonly query: GivenQuery },
  parts: Parts,
  signal: AbortSignal,
): Promise<unknown> {
  const call = {
    path,
    query: readQuery(endpoint, query),
    body: undefined,
    bodyText: '',
    mediaType: '',
    preferred: ([first]: readonly string[]) => first,
    accepted: ([first]: readonly string[]) => first,
    origin: '',
    caller: null,
    scope: NetworkScope.everywhere,
    charge: () => undefined,
    who: () => null,
    // Nobody sends one: lists take the address of their next page from it.
    incoming: new IncomingMessage(new Socket()),
    signal,
  };
  return (await endpoint.answer(call, parts)).body;
}

/** The query as the endpoint reads it. @throws HalcyonError `invalid_parameter` that names the options */
export function readQuery({ query, queryNames }: Endpoint<never>, given: GivenQuery): unknown {
  const read = query.safeParse(given, { reportInput: true });
  if (read.success) return read.data;
  const problems = fieldProblems(read.error, 'query', queryNames).map((problem) => ofOption(problem, given));
  throw new HalcyonError('invalid_parameter', problems.map(({ msg }) => msg).join('; '), { problems });
}

/** What is wrong with a field, in the words of the command line. */
function ofOption({ loc, msg, type }: Problem, given: GivenQuery): Problem {
  const field = String(loc.at(-1));
  const option = optionOf(field);
  const words = msg.replace(/^Input /, '').replace(/'(from|to)'/g, (_, name: string) => optionOf(name));
  const separator = words.startsWith('should ') ? ', ' : ': ';
  return { loc: ['arguments', option], msg: `${option} is '${given[field]}'${separator}${words}`, type };
}

function optionOf(field: string): string {
  return OPTION_OF_FIELD[field] ?? `--${field}`;
}
