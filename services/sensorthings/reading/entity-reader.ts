import { LARGEST_PAGE } from '../../http/query-fields.ts';
import { allOf } from '../../stores/row-expression.ts';
import type { FoundRows, RowQuery, SearchedRows } from '../../stores/row-search.ts';
import { type EntityKey, hasKey, idOf, sharedKey } from '../model/entity-key.ts';
import type { EntitySet } from '../model/entity-set.ts';
import { ENTITY_SETS } from '../model/entity-sets.ts';
import { JUDGED_PROPERTIES } from '../model/observations.ts';
import { bindCondition, bindOrder, isFixed } from '../query/bind-expression.ts';
import { type Expansion, malformed, type QueryOptions } from '../query/syntax.ts';
import { selfLink, withOptions } from './links.ts';
import type { RowReader } from './row-reader.ts';

/** Entities of a page where a request does not say. */
const USUAL_PAGE = 100;
/** Entities that are expanded at once. */
const AT_ONCE = 4;

type Row = SearchedRows[keyof SearchedRows];
type Entity = Record<string, unknown>;

/** A page of a collection as it is answered. */
export interface Collection {
  readonly '@iot.count'?: number;
  readonly '@iot.nextLink'?: string;
  readonly value: readonly Entity[];
}

export interface EntityReaderOptions {
  readonly rows: RowReader;
  /** Address of the service, without a slash at its end. */
  readonly root: string;
  /** ms since the epoch. */
  readonly now: number;
}

/** Reads entities with what is expanded from them. */
export class EntityReader {
  readonly #rows: RowReader;
  readonly #root: string;
  readonly #now: number;

  constructor({ rows, root, now }: EntityReaderOptions) {
    this.#rows = rows;
    this.#root = root;
    this.#now = now;
  }

  /**
   * A page of the entities of a set.
   *
   * @param scope key of the entity that they are reached from, empty for all of them
   * @param address of the collection, for the link to its next page
   * @throws HalcyonError `malformed_query`, `unsupported_query`, `query_too_broad`, and what the store throws
   */
  async collection(set: EntitySet, scope: EntityKey, options: QueryOptions, address: string): Promise<Collection> {
    const { found, count } = await this.#page(set, scope, options);
    const value = await this.#entities(set, found.rows, options);
    return {
      ...(count !== null && { '@iot.count': count }),
      ...(found.more && value.length > 0 && { '@iot.nextLink': nextLink(address, options, found) }),
      value,
    };
  }

  /** Links of the same entities. */
  async references(set: EntitySet, scope: EntityKey, options: QueryOptions, address: string): Promise<Collection> {
    const { found, count } = await this.#page(set, scope, options);
    return {
      ...(count !== null && { '@iot.count': count }),
      ...(found.more && found.rows.length > 0 && { '@iot.nextLink': nextLink(address, options, found) }),
      value: found.rows.map((row) => ({ '@iot.selfLink': selfLink(this.#root, set, set.keyOf(row)) })),
    };
  }

  /** One entity by its whole key; null where there is none. */
  async one(set: EntitySet, key: EntityKey, options: QueryOptions): Promise<Entity | null> {
    const row = await this.row(set, key, options);
    if (row === null) return null;
    const [entity] = await this.#entities(set, [row], options);
    return entity;
  }

  /** What is stored of one entity; null where there is none. */
  async row(set: EntitySet, key: EntityKey, options: QueryOptions | null): Promise<Row | null> {
    const known = await this.#rows.known(set.relation, key);
    if (known !== null) return known[0] ?? null;
    const assessments = options !== null && asksForJudgement(options);
    const query = { where: hasKey(key), order: [], limit: 1, skip: 0, assessments };
    return (await this.#rows.find(set.relation, query)).rows[0] ?? null;
  }

  async #page(
    set: EntitySet,
    scope: EntityKey,
    options: QueryOptions,
  ): Promise<{ found: FoundRows<Row>; count: number | null }> {
    const limit = Math.min(options.top ?? USUAL_PAGE, LARGEST_PAGE);
    const known =
      options.filter === null && options.order.length === 0 ? await this.#rows.known(set.relation, scope) : null;
    if (known !== null) {
      const rows = known.slice(options.skip, options.skip + limit);
      const more = known.length > options.skip + limit;
      return { found: { rows, more, next: null }, count: options.count ? known.length : null };
    }
    const context = { set, now: this.#now };
    const condition = options.filter === null ? null : bindCondition(options.filter, { ...context, option: '$filter' });
    const where = allOf([hasKey(scope), condition]);
    const order = bindOrder(options.order, { ...context, option: '$orderby' }).filter((one) => !isFixed(one, scope));
    const query: RowQuery = {
      where,
      order,
      limit,
      skip: options.skip,
      ...(options.skipToken !== null && { cursor: options.skipToken }),
      assessments: asksForJudgement(options),
    };
    const count = options.count ? await this.#rows.count(set.relation, where) : null;
    const found = limit === 0 ? { rows: [], more: false, next: null } : await this.#rows.find(set.relation, query);
    return { found, count };
  }

  async #entities(set: EntitySet, rows: readonly Row[], options: QueryOptions): Promise<Entity[]> {
    const entities = rows.map((row) => this.#plain(set, row, options));
    if (options.expand.length === 0) return entities;
    let next = 0;
    const work = async (): Promise<void> => {
      while (next < rows.length) {
        const at = next++;
        for (const one of options.expand) Object.assign(entities[at], await this.#expanded(set, rows[at], one));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return entities;
  }

  /** An entity with links to what it leads to. */
  #plain(set: EntitySet, row: Row, { select, expand }: QueryOptions): Entity {
    const key = set.keyOf(row);
    const link = selfLink(this.#root, set, key);
    const chosen = (...names: string[]) => select === null || names.some((name) => select.includes(name));
    const entity: Entity = {};
    if (chosen('id', '@iot.id')) entity['@iot.id'] = idOf(key, set.key);
    if (chosen('@iot.selfLink', 'selfLink')) entity['@iot.selfLink'] = link;
    for (const [name, value] of Object.entries(set.propertiesOf(row))) if (chosen(name)) entity[name] = value;
    for (const name of Object.keys(set.navigations)) {
      const isExpanded = expand.some(({ navigation }) => navigation === name);
      if (!isExpanded && chosen(name)) entity[`${name}@iot.navigationLink`] = `${link}/${name}`;
    }
    return entity;
  }

  async #expanded(set: EntitySet, row: Row, { navigation, options }: Expansion): Promise<Entity> {
    const { set: name, many } = set.navigations[navigation];
    const target = ENTITY_SETS[name];
    const key = set.keyOf(row);
    const scope = sharedKey(key, target.key);
    if (!many) return { [navigation]: await this.one(target, scope, options) };
    const address = `${selfLink(this.#root, set, key)}/${navigation}`;
    const { value, ...notes } = await this.collection(target, scope, options, address);
    const noted = Object.entries(notes).map(([note, text]) => [`${navigation}${note}`, text]);
    return { ...Object.fromEntries(noted), [navigation]: value };
  }
}

/** Names in `$select` and `$expand` are looked up before anything is read. @throws HalcyonError `malformed_query` */
export function assertKnown(set: EntitySet, { select, expand }: QueryOptions): void {
  const navigations = Object.keys(set.navigations);
  const known = ['id', '@iot.id', 'selfLink', '@iot.selfLink', ...set.properties, ...navigations];
  for (const name of select ?? []) {
    if (!known.includes(name))
      throw malformed('$select', `${set.name} have no '${name}'; they have ${known.join(', ')}`);
  }
  for (const { navigation, options } of expand) {
    if (!navigations.includes(navigation)) {
      throw malformed('$expand', `${set.name} have no '${navigation}'; they have ${navigations.join(', ')}`);
    }
    assertKnown(ENTITY_SETS[set.navigations[navigation].set], options);
  }
}

function asksForJudgement({ select }: QueryOptions): boolean {
  return select === null || select.some((name) => JUDGED_PROPERTIES.includes(name));
}

function nextLink(address: string, options: QueryOptions, { rows, next }: FoundRows<Row>): string {
  const { $skip, $skiptoken, ...given } = options.given;
  const place = next === null ? { $skip: String(options.skip + rows.length) } : { $skiptoken: next };
  return withOptions(address, { ...given, ...place });
}
