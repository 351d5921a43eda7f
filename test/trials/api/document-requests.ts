import type { oas31 } from 'zod-openapi';

/** One request that a document shows: an example of the body, and the examples of all parameters. */
export interface ShownRequest {
  readonly operation: Operation;
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** undefined where it has no body. */
  readonly body?: { readonly type: string; readonly value: unknown };
}

/** What a document says of one operation. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly tag: string;
  readonly parameters: readonly (Described & { readonly name: string; readonly in: string })[];
  readonly bodies: Readonly<Record<string, Described>>;
  readonly answers: Readonly<Record<string, { readonly content?: Readonly<Record<string, Described>> }>>;
}

interface Described {
  readonly schema: Readonly<Record<string, unknown>>;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

/** What a document makes first: the others ask for it. */
const FIRST = [
  'put-station',
  'post-stations',
  'push-observations',
  'upload-file',
  'register-dataset',
  'load-dataset',
  'update-dataset',
  'create-pattern',
  'create-user',
  'create-client',
  // An anomaly that somebody calls normal ends its alert.
  'acknowledge-alert',
  // A fault is entered once.
  'post-fault',
];

/** What a document ends: others ask for it before. */
const LAST = ['purge-dataset', 'delete-pattern', 'delete-user', 'delete-client'];

/** Operations about people, who are of no network. */
export function isOfPeople({ path }: Pick<Operation, 'path'>): boolean {
  return /^\/api\/v1\/(users|clients)\b/.test(path);
}

/** Parameters that an operation does not take beside others that it shows: each has a request of its own. */
const ALONE: Readonly<Record<string, readonly string[]>> = { 'list-states': ['zoom', 'fit'] };

/** The operations of a document, those first that others rest on. */
export function operationsOf(document: oas31.OpenAPIObject): Operation[] {
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item ?? {}).map(([method, given]) => {
      const { operationId, tags, parameters, requestBody, responses } = given as {
        readonly operationId: string;
        readonly tags: readonly string[];
        readonly parameters?: Operation['parameters'];
        readonly requestBody?: { readonly content: Operation['bodies'] };
        readonly responses: Operation['answers'];
      };
      return {
        id: operationId,
        method: method.toUpperCase(),
        path,
        tag: tags[0],
        parameters: parameters ?? [],
        bodies: requestBody?.content ?? {},
        answers: responses,
      };
    }),
  );
  const place = ({ id }: Operation) => {
    if (FIRST.includes(id)) return FIRST.indexOf(id);
    return FIRST.length + Number(LAST.includes(id));
  };
  return operations.toSorted((a, b) => place(a) - place(b));
}

/** The requests that a document shows of an operation: at least one. */
export function shownRequests(document: oas31.OpenAPIObject, operation: Operation): ShownRequest[] {
  const examples = (one: Described): readonly unknown[] => {
    const { $ref } = one.schema;
    const named = typeof $ref === 'string' ? document.components?.schemas?.[$ref.split('/').at(-1) ?? ''] : one.schema;
    const own = Object.values(one.examples ?? {}).map(({ value }) => value);
    return [...own, ...((named as { examples?: unknown[] } | undefined)?.examples ?? [])];
  };
  const alone = ALONE[operation.id] ?? [];
  const given = (place: string, isShown: (name: string) => boolean) =>
    Object.fromEntries(
      operation.parameters.flatMap((one) => {
        const [first] = examples(one);
        return one.in === place && first !== undefined && isShown(one.name) ? [[one.name, first]] : [];
      }),
    );
  const isBeside = (name: string) => !alone.includes(name);
  const request = {
    operation,
    path: given('path', isBeside) as Record<string, string>,
    query: given('query', isBeside),
  };
  const ofTheirOwn = alone
    .map((name) => ({ ...request, query: given('query', (one) => one === name || one === 'network') }))
    .filter(({ query }) => alone.some((name) => name in query));
  const bodies = Object.entries(operation.bodies).flatMap(([type, one]) =>
    examples(one).map((value) => ({ type, value })),
  );
  return bodies.length === 0 ? [request, ...ofTheirOwn] : bodies.map((body) => ({ ...request, body }));
}
