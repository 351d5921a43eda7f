import type { Answer, Call } from '../../http/endpoint.ts';
import { given } from '../../http/query-fields.ts';
import { type OptionName, parseOptions } from '../query/parse-options.ts';
import { stepsOf } from '../query/resource-path.ts';
import type { SensorThingsDependencies } from '../sensorthings-dependencies.ts';
import { assertKnown, EntityReader } from './entity-reader.ts';
import { SENSORTHINGS_PATH } from './links.ts';
import { ReadBudget } from './read-budget.ts';
import { noEntity, wayTo } from './resource.ts';
import { RowReader } from './row-reader.ts';

/** The query options of a request, as texts. */
export type GivenOptions = { readonly [name in OptionName]?: string | undefined };

/** Address of the service as clients reach it, without a slash at its end. */
export function rootOf(
  call: Pick<Call<unknown, unknown, unknown>, 'origin'>,
  dependencies: SensorThingsDependencies,
): string {
  return `${(dependencies.configuration.publicUrl || call.origin).replace(/\/+$/, '')}${SENSORTHINGS_PATH}`;
}

/**
 * What a path below the root of the service leads to.
 *
 * @throws HalcyonError `not_found`, `malformed_query`, `unsupported_query`, `query_too_broad`, and what the store throws
 */
export async function answerResource(
  path: string,
  call: Call<unknown, GivenOptions, unknown>,
  dependencies: SensorThingsDependencies,
): Promise<Answer> {
  const options = parseOptions(given(call.query));
  const { resource, through } = wayTo(stepsOf(path));
  const { set, key } = resource;
  assertKnown(set, options);
  const root = rootOf(call, dependencies);
  const rows = new RowReader(dependencies.store, new ReadBudget(call.signal));
  const reader = new EntityReader({ rows, root, now: dependencies.now() });
  // Further ones are there where the last one is: each is part of the next one's key.
  const last = through[through.length - 1];
  if (last !== undefined && (await reader.row(last.set, last.key, null)) === null) throw noEntity(last.set);
  const address = `${root}/${path.replace(/\/$/, '')}`;
  switch (resource.kind) {
    case 'collection':
      return { status: 200, body: await reader.collection(set, key, options, address) };
    case 'references':
      return { status: 200, body: await reader.references(set, key, options, address) };
    case 'entity': {
      const entity = await reader.one(set, key, options);
      if (entity === null) throw noEntity(set);
      return { status: 200, body: entity };
    }
    case 'property': {
      const row = await reader.row(set, key, parseOptions({ $select: resource.property }));
      if (row === null) throw noEntity(set);
      const value = set.propertiesOf(row)[resource.property];
      if (!resource.raw) return { status: 200, body: { [resource.property]: value } };
      const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
      return { status: 200, body: text, type: 'text/plain; charset=utf-8' };
    }
  }
}
