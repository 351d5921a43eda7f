import { HalcyonError } from '../../../schemas/errors.ts';
import { LARGEST_PAGE } from '../../http/query-fields.ts';
import { allOf } from '../../stores/rows/row-expression.ts';
import type { FoundRows, RowOrder, RowQuery, SearchedRows, ValueGroup } from '../../stores/rows/row-search.ts';
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
/** Lists or entities that are read at once where each is a question by itself. */
const AT_ONCE = 4;

type Row = SearchedRows[keyof SearchedRows];
type Entity = Record<string, unknown>;

/** Rows of a page, and how many there are of all pages where that was asked for. */
interface Page {
  readonly found: FoundRows<Row>;
  readonly count: number | null;
}

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
    const page = await this.#page(set, scope, options);
    const value = await this.#entities(set, page.found.rows, options);
    return { ...notesOf(page, options, address), value };
  }

  /** Links of the same entities. */
  async references(set: EntitySet, scope: EntityKey, options: QueryOptions, address: string): Promise<Collection> {
    const page = await this.#page(set, scope, options);
    return {
      ...notesOf(page, options, address),
      value: page.found.rows.map((row) => ({ '@iot.selfLink': selfLink(this.#root, set, set.keyOf(row)) })),
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

  async #page(set: EntitySet, scope: EntityKey, options: QueryOptions): Promise<Page> {
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
    const found = limit === 0 ? { rows: [], more: false, next: null } : await this.#found(set, query, options);
    return { found, count };
  }

  /** Rows of a page; a place that is none is called by the name that it has here. */
  async #found(set: EntitySet, query: RowQuery, { skipToken }: QueryOptions): Promise<FoundRows<Row>> {
    try {
      return await this.#rows.find(set.relation, query);
    } catch (error) {
      const ofCursor = error instanceof HalcyonError && error.problems.some(({ loc }) => loc.includes('cursor'));
      if (!ofCursor || skipToken === null) throw error;
      throw malformed('$skiptoken', `'${skipToken}' should be that of the link to a next page of the same query`);
    }
  }

  /** Pages of the same options, one for each scope: values of all of them are asked for at once. */
  async #pages(set: EntitySet, scopes: readonly EntityKey[], options: QueryOptions): Promise<Page[]> {
    const { top, skip, skipToken, count } = options;
    const context = { set, now: this.#now };
    const order = bindOrder(options.order, { ...context, option: '$orderby' });
    const groups = scopes.flatMap(groupOf);
    const direction = directionOf(order, scopes);
    const together = set.relation === 'values' && groups.length === scopes.length && direction !== null;
    if (!together || top === 0 || skip > 0 || skipToken !== null || count)
      return fewAtOnce(scopes, (scope) => this.#page(set, scope, options));
    const found = await this.#rows.findOfEach(groups, {
      where: options.filter === null ? null : bindCondition(options.filter, { ...context, option: '$filter' }),
      oldestFirst: direction === 'oldest first',
      limit: Math.min(top ?? USUAL_PAGE, LARGEST_PAGE),
      assessments: asksForJudgement(options),
    });
    return found.map((one) => ({ found: one, count: null }));
  }

  async #entities(set: EntitySet, rows: readonly Row[], options: QueryOptions): Promise<Entity[]> {
    const entities = rows.map((row) => this.#plain(set, row, options));
    for (const one of options.expand) {
      const expanded = await this.#expanded(set, rows, one);
      for (const [at, entity] of entities.entries()) Object.assign(entity, expanded[at]);
    }
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

  /** What a navigation leads to from each of some rows. */
  async #expanded(set: EntitySet, rows: readonly Row[], { navigation, options }: Expansion): Promise<Entity[]> {
    const { set: name, many } = set.navigations[navigation];
    const target = ENTITY_SETS[name];
    const keys = rows.map((row) => set.keyOf(row));
    const scopes = keys.map((key) => sharedKey(key, target.key));
    const pages = many
      ? await this.#pages(target, scopes, options)
      : (await fewAtOnce(scopes, (scope) => this.row(target, scope, options))).map(pageOfOne);
    const entities = await this.#entities(
      target,
      pages.flatMap(({ found }) => found.rows),
      options,
    );
    let next = 0;
    return pages.map((page, at) => {
      const own = entities.slice(next, next + page.found.rows.length);
      next += own.length;
      if (!many) return { [navigation]: own[0] ?? null };
      const notes = notesOf(page, options, `${selfLink(this.#root, set, keys[at])}/${navigation}`);
      const noted = Object.entries(notes).map(([note, value]) => [`${navigation}${note}`, value]);
      return { ...Object.fromEntries(noted), [navigation]: own };
    });
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

/** What stands beside the entities of a page: how many there are, where the next one is. */
function notesOf({ found, count }: Page, options: QueryOptions, address: string): Omit<Collection, 'value'> {
  return {
    ...(count !== null && { '@iot.count': count }),
    ...(found.more && found.rows.length > 0 && { '@iot.nextLink': nextLink(address, options, found) }),
  };
}

function pageOfOne(row: Row | null): Page {
  return { found: { rows: row === null ? [] : [row], more: false, next: null }, count: null };
}

/** The group of values that a scope is; none where it is something else. */
function groupOf({ network, station, variable, time }: EntityKey): ValueGroup[] {
  if (network === undefined || station === undefined || time !== undefined) return [];
  return [{ network, station, variable: variable ?? null }];
}

/** The order of time that values of some scopes are asked for in; null where it is another order. */
function directionOf(order: readonly RowOrder[], scopes: readonly EntityKey[]): 'newest first' | 'oldest first' | null {
  const rest = order.filter((one) => !scopes.every((scope) => isFixed(one, scope)));
  if (rest.length === 0) return 'newest first';
  const [{ by, descending }] = rest;
  if (rest.length > 1 || by.kind !== 'field' || by.field !== 'time') return null;
  return descending ? 'newest first' : 'oldest first';
}

/** Does the same for each of many, a few at once; what comes is in their order. */
async function fewAtOnce<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const done = new Array<R>(all.length);
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < all.length) {
      const at = next++;
      done[at] = await work(all[at]);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return done;
}

function asksForJudgement({ select }: QueryOptions): boolean {
  return select === null || select.some((name) => JUDGED_PROPERTIES.includes(name));
}

function nextLink(address: string, options: QueryOptions, { rows, next }: FoundRows<Row>): string {
  const { $skip, $skiptoken, ...given } = options.given;
  const place = next === null ? { $skip: String(options.skip + rows.length) } : { $skiptoken: next };
  return withOptions(address, { ...given, ...place });
}
