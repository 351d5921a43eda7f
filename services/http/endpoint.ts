import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import type { AuditAction } from '../../schemas/audit.ts';
import type { NetworkScope } from '../../schemas/network-scope.ts';
import type { Part } from '../../schemas/parts.ts';
import type { Caller } from '../access/caller.ts';
import type { QuotaName } from '../access/quotas.ts';
import type { Role } from '../access/roles.ts';
import type { AuditEvent } from '../audit/audit-log.ts';
import { FORMATS, type FormatName } from './format.ts';
import type { HttpLimits } from './http-limits.ts';

/** What a request carried, after validation. */
export interface Call<P, Q, B> {
  readonly path: P;
  readonly query: Q;
  readonly body: B;
  /** A JSON body as it was sent: numbers and order are lost in `body`. '' for others. */
  readonly bodyText: string;
  /** Content-Type without parameters, lower case; '' where there is none. */
  readonly mediaType: string;
  /** The media type that the client would rather have, of some that can be had; the first where it does not say. */
  readonly preferred: (types: readonly string[]) => string;
  /** The same; null where it takes none of them. */
  readonly accepted: (types: readonly string[]) => string | null;
  /** Scheme, host and port by which the client came. */
  readonly origin: string;
  /** Who calls; null where access control is off or the endpoint is open. */
  readonly caller: Caller | null;
  /** Networks that the caller may call it for; all of them where there is no caller. */
  readonly scope: NetworkScope;
  /** Takes an amount off a quota of the caller's. */
  readonly charge: (quota: QuotaName, amount: number) => void;
  /** Who is held apart from others where places are shared; null where they are not told apart. */
  readonly who: () => string | null;
  /** The request itself, of a body that is read as it comes in. */
  readonly incoming: IncomingMessage;
  /** Aborted when the client has gone or the answer takes too long. */
  readonly signal: AbortSignal;
}

/** What is answered: a body that becomes JSON, or a text, bytes or a `FileBody` with their media type. */
export interface Answer {
  readonly status: number;
  readonly body: unknown | Readable;
  /** Media type where the body is a text or a stream; JSON where not given. */
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What it answers when all is well, for the documentation; the contract suite holds answers against it. */
export interface Success {
  readonly status: 200 | 201;
  /** What the body is, as a phrase. */
  readonly description: string;
  /** Schema of the body by media type. */
  readonly content: Readonly<Record<string, z.ZodType>>;
  /** What headers of its own say, by their names. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** How the body of a request is read: not at all, as JSON of a schema, as bytes of certain media types, or by the endpoint as it comes. */
export type BodyRule<B> =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'json';
      readonly schema: z.ZodType<B>;
      readonly limit: keyof HttpLimits & `${string}Bytes`;
      /** The name under which a body may also stand, in an object without its fields; `bodyText` is then that of the object. */
      readonly wrapper?: string;
      /** Bodies that it takes, for the documentation, where its schema has none of its own. */
      readonly examples?: readonly unknown[];
    }
  | {
      readonly kind: 'bytes';
      /** What a body of each media type is, for the documentation. */
      readonly content: Readonly<Record<string, z.ZodType>>;
      readonly schema: z.ZodType<B>;
      readonly limit: keyof HttpLimits & `${string}Bytes`;
    }
  | {
      readonly kind: 'multipart';
      readonly content: Readonly<Record<string, z.ZodType>>;
      /** Its fields, for the documentation. */
      readonly examples: readonly unknown[];
    };

/** What the audit log says of a call. */
export interface Audited<P = unknown, Q = unknown, B = unknown> {
  readonly action: AuditAction;
  /**
   * What it was about, and more that the action does not say; no text of it may be a secret.
   *
   * @param body of the answer; undefined where the call was refused or failed
   */
  of?(call: Call<P, Q, B>, body: unknown): Partial<Pick<AuditEvent, 'action' | 'about' | 'network' | 'detail'>>;
}

/**
 * One endpoint with its specification; the folder `endpoints` of each product exports objects of this kind.
 *
 * @typeParam Parts what it rests on to answer: whoever serves it has these, and may have more
 */
export interface Endpoint<in Parts = never, P = unknown, Q = unknown, B = unknown> {
  /** Unique, in the words of the field: `list-anomalies`. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The part of the system that serves it; null where every process does. */
  readonly part: Part | null;
  /** Roles that may call it where access control is on, an administrator beside them; null: everybody. */
  readonly roles: readonly Role[] | null;
  /** With parameters as `:name`, and `*name` for all the rest; it holds with a trailing slash as well. */
  readonly path: string;
  /** What it does, in whole sentences, for the documentation. */
  readonly description: string;
  /** What is recorded of its calls; null where it changes nothing. What is refused for who sent it is recorded of all. */
  readonly audit: Audited<P, Q, B> | null;
  readonly pathParameters: z.ZodObject & z.ZodType<P>;
  readonly query: z.ZodObject & z.ZodType<Q>;
  /** Names of the query parameters, for messages and the documentation. */
  readonly queryNames: readonly string[];
  /** Those of them that are lists, and may be given more than once. */
  readonly listNames: readonly string[];
  /** What headers of a request are for that it heeds, by their names. */
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly body: BodyRule<B>;
  readonly success: Success;
  /**
   * Formats in which it answers, where it is a list of data: its answers are compressed for clients that take it, and have an
   * ETag where they are not streams. Empty for others.
   */
  readonly formats: readonly FormatName[];
  /**
   * Statuses of errors that are its own, with what they mean as a phrase and, where it is not of the usual form, their body. Those that
   * any endpoint may answer are not among them.
   */
  readonly errors: Readonly<Record<number, string | { readonly description: string; readonly schema: z.ZodType }>>;
  /**
   * What the answer is where it is the same for everybody and made once for all who ask: a document, for as long as the
   * process lives, or how something stands, for a moment. null where each request has its own.
   */
  readonly shared: 'document' | 'level' | null;
  /** How many of its requests may be under way at once; more are answered 503 `overloaded`, and 429 who has a share of them already. */
  readonly atOnce: number;
  readonly timeLimit: keyof HttpLimits & `${string}Ms`;
  /** What it takes off the quotas of who calls it; it is refused where one is used up. */
  readonly quotas: readonly QuotaName[];
  /** A property, not a method: an endpoint that needs more than there is cannot be served. */
  readonly answer: (call: Call<P, Q, B>, parts: Parts) => Promise<Answer>;
}

/** An endpoint with a method that changes things says what is recorded of it, or null: that it only reads. */
type Method<P, Q, B> =
  | { readonly method: 'GET'; readonly audit?: Audited<P, Q, B> }
  | { readonly method: Exclude<Endpoint['method'], 'GET'>; readonly audit: Audited<P, Q, B> | null };

/** Gives an endpoint its uniform type; the types of its parameters are those of its schemas, and of its parts what `answer` says. */
export function endpoint<P extends z.ZodObject, S extends z.core.$ZodLooseShape, B = undefined, Parts = unknown>(
  definition: {
    readonly name: string;
    readonly part?: Part;
    readonly roles?: readonly Role[];
    readonly path: string;
    readonly description: string;
    readonly pathParameters: P;
    readonly query: z.ZodObject<S, z.core.$strict>;
    readonly requestHeaders?: Endpoint['requestHeaders'];
    readonly body?: BodyRule<B>;
    readonly success: Success;
    readonly formats?: readonly FormatName[];
    readonly errors?: Endpoint['errors'];
    readonly shared?: 'document' | 'level';
    readonly atOnce?: number;
    readonly timeLimit?: Endpoint['timeLimit'];
    readonly quotas?: Endpoint['quotas'];
    answer(call: Call<z.output<P>, z.output<z.ZodObject<S, z.core.$strict>>, B>, parts: Parts): Promise<Answer>;
  } & Method<z.output<P>, z.output<z.ZodObject<S, z.core.$strict>>, B>,
): Endpoint<Parts> {
  const {
    body = { kind: 'none' as const },
    part = null,
    roles = null,
    audit = null,
    formats = [],
    requestHeaders = {},
    errors = {},
    shared = null,
    atOnce = 64,
    timeLimit = 'answerMs',
    quotas = [],
    ...rest
  } = definition;
  return {
    ...rest,
    body,
    part,
    roles,
    audit,
    formats,
    requestHeaders,
    errors,
    shared,
    atOnce,
    timeLimit,
    quotas,
    queryNames: Object.keys(definition.query.shape),
    listNames: Object.entries(definition.query.shape).flatMap(([name, field]) => (isList(field) ? [name] : [])),
    // What a call carries has been held against the schemas by whoever serves it.
    answer: rest.answer as Endpoint<Parts>['answer'],
  };
}

/** True for the schema of a list, with or without a default. */
function isList(schema: z.core.$ZodType): boolean {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional) return isList(schema.def.innerType);
  return schema instanceof z.ZodArray;
}

/** What 406 means at a list. */
export const NO_SUCH_FORMAT = 'The list is not available in this format.';

/** A list of status 200 in some formats, the JSON of a schema among them. */
export function list(description: string, schema: z.ZodType, formats: readonly FormatName[]): Success {
  const others = formats.filter((format) => format !== 'json');
  const content = Object.fromEntries(others.map((format) => [FORMATS[format].mediaType, FORMATS[format].schema]));
  return { status: 200, description, content: { 'application/json': schema, ...content } };
}

/** A JSON answer of status 200. */
export function json(description: string, schema: z.ZodType): Success {
  return { status: 200, description, content: { 'application/json': schema } };
}
