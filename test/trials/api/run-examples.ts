import { Ajv2020 } from 'ajv/dist/2020.js';
import type { oas31 } from 'zod-openapi';
import { SHOWN_ANOMALY_ID, SHOWN_ID } from '../../../schemas/http/given-id.ts';
import { exampleToken } from '../../../services/identity/endpoints/form-fields.ts';
import { type Operation, operationsOf, type ShownRequest, shownRequests } from './document-requests.ts';

/** What a system gives that no document can show. */
export interface Given {
  /** Header of a caller who may everything; '' without access control. */
  readonly authorization: string;
  /** Tokens of the example's user, new ones at each call, by the name of the parameter; null without identity. */
  readonly tokens: (() => Promise<Readonly<Record<string, string>>>) | null;
}

/** Answers that are no more than begun. */
const BEGUN_MS = 20_000;

/**
 * Sends every example of a document to the system that it is of, each with what the system itself gave where an id or a
 * token stands, and holds the answer against the document: one of its 2xx, a media type of it, and the schema.
 *
 * @returns what did not hold, a line each
 */
export async function runExamples(url: string, document: oas31.OpenAPIObject, given: Given): Promise<string[]> {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: 'document', ...document });
  const failures: string[] = [];
  let sent = 0;
  const operations = operationsOf(document);
  for (const operation of operations) {
    for (const shown of shownRequests(document, operation)) {
      sent++;
      const why = await wrongWith(shown);
      if (why === null) continue;
      failures.push(`${operation.method} ${operation.path}: ${why}`);
    }
  }
  console.log(`examples: ${operations.length} operations, ${sent} requests, ${failures.length} findings`);
  return failures;

  async function wrongWith(shown: ShownRequest): Promise<string | null> {
    const { operation } = shown;
    const answer = await send(await filledIn(shown));
    const told = operation.answers[String(answer.status)];
    const type = (answer.headers.get('content-type') ?? '').split(';')[0];
    if (!answer.ok || told === undefined) {
      const text = (await answer.text()).slice(0, 300);
      return `${JSON.stringify(shown.body?.value ?? shown.query).slice(0, 200)} is answered ${answer.status} ${text}`;
    }
    const schema = told.content?.[type]?.schema;
    if (type === 'text/event-stream') {
      await answer.body?.cancel();
      return schema === undefined ? 'no schema' : null;
    }
    const text = await answer.text();
    if (told.content === undefined) return text === '' ? null : 'a body is answered, where there is none';
    if (schema === undefined) return `${type} is answered, which is not documented`;
    if (type !== 'application/json') return null;
    const validate = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/')) as object);
    return validate(JSON.parse(text)) ? null : `${ajv.errorsText(validate.errors)}: ${text.slice(0, 300)}`;
  }

  /** An example whose ids are of things that there are, and whose tokens are good. */
  async function filledIn(shown: ShownRequest): Promise<ShownRequest> {
    const { path, query, body, operation } = shown;
    const tokens = operation.tag === 'Identity' ? ((await given.tokens?.()) ?? {}) : {};
    const own = async ([name, value]: [string, unknown]): Promise<[string, unknown]> => {
      if (value === exampleToken) return [name, tokens[name] ?? ''];
      if (value !== SHOWN_ID && value !== SHOWN_ANOMALY_ID) return [name, value];
      return [name, await idOf(name === 'task_id' ? '/api/v1/tasks/' : operation.path.split('/{')[0])];
    };
    const each = async (fields: object) => Object.fromEntries(await Promise.all(Object.entries(fields).map(own)));
    return {
      operation,
      path: (await each(path)) as Record<string, string>,
      query: await each(query),
      ...(body !== undefined && {
        body: operation.tag === 'Identity' ? { ...body, value: await each(body.value as object) } : body,
      }),
    };
  }

  /** The id of something in a collection: made by an example of its own, else the first that is listed. */
  async function idOf(collection: string): Promise<string> {
    const making = operations.find(
      ({ method, path }) => method === 'POST' && path.replace(/\/$/, '') === collection.replace(/\/$/, ''),
    );
    if (making !== undefined) {
      const answer = await send(await filledIn(shownRequests(document, making)[0]));
      return ((await answer.json()) as { id: string }).id;
    }
    const answer = await fetch(`${url}${collection}?limit=1`, { headers: { Authorization: given.authorization } });
    return firstId((await answer.json()) as object);
  }

  async function send({ operation, path, query, body }: ShownRequest): Promise<Response> {
    const address = operation.path.replace(/\{(\w+)\}/g, (_all, name: string) =>
      // The rest of a path has slashes of its own.
      name === 'path' ? path[name] : encodeURIComponent(path[name]),
    );
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) {
      for (const one of [value].flat()) search.append(name, String(one));
    }
    return fetch(`${url}${address}${search.size > 0 ? `?${search}` : ''}`, {
      method: operation.method,
      signal: AbortSignal.timeout(BEGUN_MS),
      ...bodyOf(operation, await authorizationOf(operation), body),
    });
  }

  async function authorizationOf(operation: Operation): Promise<Record<string, string>> {
    if (operation.tag !== 'Identity') return given.authorization === '' ? {} : { Authorization: given.authorization };
    if (!operation.id.includes('userinfo')) return {};
    return { Authorization: `Bearer ${(await given.tokens?.())?.['token'] ?? ''}` };
  }
}

/** The id of the first item of a list's answer. */
export function firstId(page: object): string {
  const items = Object.values(page).find(Array.isArray) as Readonly<Record<string, string>>[] | undefined;
  const [item] = items ?? [];
  return item?.['id'] ?? item?.['anomaly_id'] ?? item?.['episode_id'] ?? 'none is listed';
}

function bodyOf(
  operation: Operation,
  headers: Record<string, string>,
  body: ShownRequest['body'],
): { headers: Record<string, string>; body?: string | FormData | URLSearchParams } {
  if (body === undefined) return { headers };
  const { type, value } = body;
  if (type === 'application/x-www-form-urlencoded')
    return { headers, body: new URLSearchParams(value as Record<string, string>) };
  if (type !== 'multipart/form-data') {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return { headers: { ...headers, 'Content-Type': type }, body: text };
  }
  const form = new FormData();
  const files = operation.bodies[type];
  for (const [name, field] of Object.entries(value as Record<string, string>)) {
    if (name === 'file' && files !== undefined) form.set(name, new Blob([field]), 'file');
    else form.set(name, field);
  }
  return { headers, body: form };
}
