import type { RouterContext } from '@koa/router';
import type { Context, Middleware } from 'koa';
import { z } from 'zod';
import type { Configuration } from '../../../schemas/configuration.ts';
import { HalcyonError, type Problem } from '../../../schemas/errors.ts';
import { fieldProblems } from '../../../schemas/http/field-problems.ts';
import { firstProblems } from '../../../schemas/http/first-problems.ts';
import { bareMediaType } from '../../../schemas/http/media-type.ts';
import { NetworkScope } from '../../../schemas/network-scope.ts';
import type { QuotaName, Quotas } from '../../access/quotas.ts';
import type { AuditLog } from '../../audit/audit-log.ts';
import { readBody, refuseCompressed } from '../body-reader.ts';
import { chosenFormat } from '../chosen-format.ts';
import type { Endpoint } from '../endpoint.ts';
import type { FormatName } from '../format.ts';
import type { HttpLimits } from '../http-limits.ts';
import { readJson } from '../json-text.ts';
import { callerIn } from '../middleware/access-control.ts';
import { whoAsks } from '../middleware/at-once.ts';
import { signalOf } from '../middleware/time-limit.ts';
import { auditedAnswer } from './audited-answer.ts';
import { FileBody, sendFile } from './file-answer.ts';
import { SharedAnswers } from './shared-answer.ts';

/** What an endpoint is served with. */
export interface Serving<Parts> {
  /** What the endpoint answers from for somebody who is bound to these networks. */
  readonly partsWithin: (scope: NetworkScope) => Parts;
  /** Where is recorded who did what. */
  readonly audit: AuditLog;
  readonly limits: HttpLimits;
  readonly quotas: Quotas;
  /** What becomes of query parameters that an endpoint does not know. */
  readonly unknownParameters: Configuration['unknownParameters'];
}

/** Serves one endpoint: reads and validates path, query and body, all problems in one answer, and sends what it answers. */
export function serveEndpoint<Parts>(
  endpoint: Endpoint<Parts>,
  { partsWithin, audit, limits, quotas, unknownParameters }: Serving<Parts>,
): Middleware {
  const shared = endpoint.shared === null ? null : new SharedAnswers(endpoint.shared, limits.levelMs);
  return async (context) => {
    const caller = callerIn(context);
    if (caller !== null) for (const name of endpoint.quotas) quotas.assertLeft(caller.id, name);
    const problems: Problem[] = [];
    const path = validated(endpoint.pathParameters, pathParameters(context), 'path', [], problems);
    const query = validated(
      endpoint.query,
      queryOf(context, endpoint, unknownParameters, problems),
      'query',
      endpoint.queryNames,
      problems,
    );
    // A large body is not read for a request that is refused anyway.
    if (endpoint.body.kind !== 'json') refuse(problems);
    const { body, bodyText } = await bodyOf(context, endpoint, limits, problems);
    refuse(problems);
    const scope = caller?.networks ?? NetworkScope.everywhere;
    const accepted = (types: readonly string[]) => context.accepts([...types]) || null;
    // Nothing is read for a format that there is not. Every endpoint with formats has the parameter `format`.
    if (endpoint.formats.length > 0)
      chosenFormat(endpoint.formats, { query: query as { format?: FormatName }, accepted });
    const call = {
      path,
      query,
      body,
      bodyText,
      mediaType: bareMediaType(context.get('Content-Type')),
      preferred: (types: readonly string[]) => context.accepts([...types]) || types[0],
      accepted,
      // Koa's own `origin` is the header of that name.
      origin: `${context.protocol}://${context.host}`,
      caller,
      scope,
      charge: (name: QuotaName, amount: number) => {
        if (caller !== null) quotas.charge(caller.id, name, amount);
      },
      who: () => whoAsks(context),
      incoming: context.req,
      signal: signalOf(context),
    };
    if (shared !== null) {
      return shared.send(context, path, () => endpoint.answer(call, partsWithin(NetworkScope.everywhere)));
    }
    const own = partsWithin(scope);
    const answer = await auditedAnswer(context, endpoint, call, audit, () => endpoint.answer(call, own));
    context.status = answer.status;
    if (answer.headers !== undefined) context.set({ ...answer.headers });
    if (answer.body instanceof FileBody) return sendFile(context, answer.body, answer.type);
    context.type = answer.type ?? 'application/json';
    context.body = answer.type === undefined ? JSON.stringify(answer.body) : answer.body;
  };
}

function pathParameters(context: Context): Record<string, string> {
  return (context as Partial<RouterContext>).params ?? {};
}

/**
 * Query parameters by name; one that is given twice is a problem, unless it is a list, as nobody can tell which was meant. Those
 * that the endpoint does not know are left out with a warning to the client, or are left for the schema to refuse.
 */
function queryOf(
  context: Context,
  endpoint: Endpoint,
  unknown: Configuration['unknownParameters'],
  problems: Problem[],
): Record<string, string | string[]> {
  const given = new URLSearchParams(context.querystring);
  const values: Record<string, string | string[]> = {};
  for (const name of new Set(given.keys())) {
    // What begins with a $ is SensorThings' own, and to be refused where it is not known (OData 4.01, part 1, 11.2.1).
    if (unknown === 'ignored' && !endpoint.queryNames.includes(name) && !name.startsWith('$')) {
      context.append('Warning', unknownParameter(name, endpoint.queryNames));
      continue;
    }
    const all = given.getAll(name);
    const isList = endpoint.listNames.includes(name);
    if (!isList && all.length > 1)
      problems.push({ loc: ['query', name], msg: 'Parameter should be given once', type: 'value_error' });
    Object.defineProperty(values, name, { value: isList ? all : all[0], enumerable: true });
  }
  return values;
}

/** A warning of HTTP (RFC 7234, section 5.5.7: 299, one that lasts) about a parameter that is ignored; of ASCII alone. */
function unknownParameter(name: string, known: readonly string[]): string {
  const shown = encodeURIComponent(name.toWellFormed().slice(0, 40));
  const there = known.length === 0 ? 'there are none here' : `known are ${known.join(', ')}`;
  return `299 halcyon "the parameter '${shown}' is not known and is ignored; ${there}"`;
}

function validated(
  schema: z.ZodType,
  value: unknown,
  location: 'path' | 'query' | 'body',
  known: readonly string[],
  problems: Problem[],
): unknown {
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  for (const problem of firstProblems(fieldProblems(result.error, location, known))) problems.push(problem);
  return undefined;
}

async function bodyOf(
  context: Context,
  endpoint: Endpoint,
  limits: HttpLimits,
  problems: Problem[],
): Promise<{ readonly body: unknown; readonly bodyText: string }> {
  const rule = endpoint.body;
  if (rule.kind === 'none') return { body: undefined, bodyText: '' };
  const types = rule.kind === 'json' ? ['application/json'] : Object.keys(rule.content);
  const type = bareMediaType(context.get('Content-Type'));
  if (!types.includes(type)) {
    const given = type === '' ? 'there is none' : `it is '${type.slice(0, 100)}'`;
    throw new HalcyonError('unsupported_media_type', `Content-Type should be ${types.join(' or ')}; ${given}`);
  }
  if (rule.kind === 'multipart') {
    refuseCompressed(context.req);
    return { body: undefined, bodyText: '' };
  }
  refuseOtherCharset(context);
  const bytes = await readBody(context.req, limits[rule.limit], limits.bodyIdleMs);
  const known = rule.schema instanceof z.ZodObject ? Object.keys(rule.schema.shape) : [];
  if (rule.kind === 'bytes') return { body: validated(rule.schema, bytes, 'body', known, problems), bodyText: '' };
  const { value, text } = readJson(bytes);
  const inner = rule.wrapper === undefined ? undefined : wrapped(value, rule.wrapper, known);
  if (inner === undefined) return { body: validated(rule.schema, value, 'body', known, problems), bodyText: text };
  const within: Problem[] = [];
  const body = validated(rule.schema, inner, 'body', known, within);
  for (const { loc, ...problem } of within) {
    problems.push({ loc: ['body', String(rule.wrapper), ...loc.slice(1)], ...problem });
  }
  return { body, bodyText: text };
}

/** What an object that has none of the fields of a body holds under a name; undefined for any other value. */
function wrapped(value: unknown, name: string, fields: readonly string[]): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  if (fields.some((field) => Object.hasOwn(value, field))) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name];
}

function refuseOtherCharset(context: Context): void {
  const match = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(context.get('Content-Type'));
  if (match === null || /^(utf-?8|us-ascii)$/i.test(match[1])) return;
  throw new HalcyonError('unsupported_media_type', `charset should be utf-8; it is '${match[1].slice(0, 40)}'`);
}

function refuse(problems: readonly Problem[]): void {
  if (problems.length === 0) return;
  throw new HalcyonError('invalid_parameter', problems.map((problem) => problem.msg).join('; '), { problems });
}
