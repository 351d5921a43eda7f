import type { oas31 } from 'zod-openapi';
import type { DatasetGraph } from '../../../schemas/http/datasets/property-graph.ts';
import { SHOWN_ANOMALY_ID, SHOWN_FAULT_ID, SHOWN_ID, SHOWN_LETTER_ID } from '../../../schemas/reports/given-id.ts';
import { exampleToken } from '../../../services/identity/endpoints/form-fields.ts';
import { type Operation, operationsOf, type ShownRequest, shownRequests } from './document-requests.ts';
import { listedId } from './listed-id.ts';

/** What a system gives that no document can show. */
export interface Given {
  /** Header of a caller who may everything; '' without access control. */
  readonly authorization: string;
  /** Tokens of the example's user, new ones at each call, by the name of the parameter; null without identity. */
  readonly tokens: (() => Promise<Readonly<Record<string, string>>>) | null;
}

/** Stand in examples for what the system itself gives. */
const SHOWN: readonly unknown[] = [SHOWN_ID, SHOWN_ANOMALY_ID, SHOWN_FAULT_ID, SHOWN_LETTER_ID];
/** Answers that are no more than begun. */
const BEGUN_MS = 20_000;

/** Sends what a document shows to the system that it is of. */
export class ExampleSender {
  readonly #url: string;
  readonly #document: oas31.OpenAPIObject;
  readonly #given: Given;
  readonly #operations: readonly Operation[];

  constructor(url: string, document: oas31.OpenAPIObject, given: Given) {
    this.#url = url;
    this.#document = document;
    this.#given = given;
    this.#operations = operationsOf(document);
  }

  /** An example whose ids are of things that there are, and whose tokens are good. */
  async filledIn(shown: ShownRequest): Promise<ShownRequest> {
    const { path, query, body, operation } = shown;
    const tokens = operation.tag === 'Identity' ? ((await this.#given.tokens?.()) ?? {}) : {};
    const own = async ([name, value]: [string, unknown]): Promise<[string, unknown]> => {
      if (value === exampleToken) return [name, tokens[name] ?? ''];
      if (!SHOWN.includes(value)) return [name, value];
      return [name, await this.#idOf(name === 'task_id' ? '/api/v1/tasks/' : operation.path.split('/{')[0])];
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
  async #idOf(collection: string): Promise<string> {
    const making = this.#operations.find(
      ({ method, path }) => method === 'POST' && path.replace(/\/$/, '') === collection.replace(/\/(result)?$/, ''),
    );
    if (making !== undefined) {
      const answer = await this.send(await this.filledIn(shownRequests(this.#document, making)[0]));
      const made = (await answer.json()) as { id?: string; ap?: DatasetGraph };
      // What a query makes is behind its edge `output`.
      const id = made.id ?? made.ap?.edges.find(({ labels }) => labels.includes('output'))?.to;
      // A fault that was entered is there when the judgement has taken it up: another is asked for.
      if (id !== undefined) return String(id);
    }
    return listedId(this.#url + collection, { Authorization: this.#given.authorization });
  }

  /** @param authorization header of who asks; who may everything where it is not given */
  async send(shown: ShownRequest, authorization?: string): Promise<Response> {
    const { operation, path, query, body } = shown;
    const address = operation.path.replace(/\{(\w+)\}/g, (_all, name: string) =>
      // The rest of a path has slashes of its own.
      name === 'path' ? path[name] : encodeURIComponent(path[name]),
    );
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) {
      for (const one of [value].flat()) search.append(name, String(one));
    }
    return fetch(`${this.#url}${address}${search.size > 0 ? `?${search}` : ''}`, {
      method: operation.method,
      signal: AbortSignal.timeout(BEGUN_MS),
      ...bodyOf(operation, await this.#authorizationOf(operation, authorization), body),
    });
  }

  async #authorizationOf(operation: Operation, given = this.#given.authorization): Promise<Record<string, string>> {
    if (operation.tag !== 'Identity') return given === '' ? {} : { Authorization: given };
    if (!operation.id.includes('userinfo')) return {};
    return { Authorization: `Bearer ${(await this.#given.tokens?.())?.['token'] ?? ''}` };
  }
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
