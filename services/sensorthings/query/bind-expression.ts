import { call, field, fieldsOf, type RowExpression, type RowType, time } from '../../stores/rows/row-expression.ts';
import { FIELDS_OF, type RowOrder } from '../../stores/rows/row-search.ts';
import { type EntityKey, hasKey, keyOf } from '../model/entity-key.ts';
import type { AskedProperty, EntitySet } from '../model/entity-set.ts';
import { entitySet } from '../model/entity-sets.ts';
import { COMPARISONS, FUNCTIONS, TYPE_TITLES } from './functions.ts';
import { polygonOf } from './polygon.ts';
import { malformed, type OrderTerm, type Syntax, unsupported } from './syntax.ts';

const IDS: readonly string[] = ['id', '@iot.id'];

/** What names are looked up in. */
export interface BindingContext {
  readonly set: EntitySet;
  /** The option that is read, for messages. */
  readonly option: string;
  /** ms since the epoch, what `now()` gives. */
  readonly now: number;
}

interface Bound {
  readonly type: RowType;
  readonly row: RowExpression;
}

/** A path as far as it leads: to the id of an entity, or to a property. */
type Target =
  | { readonly kind: 'id'; readonly set: EntitySet }
  | { readonly kind: 'property'; readonly property: AskedProperty };

/**
 * Makes what was written into what stores understand: names become fields, types are compared.
 *
 * @throws HalcyonError `malformed_query` where it makes no sense, `unsupported_query` where it cannot be answered
 */
export function bindCondition(syntax: Syntax, context: BindingContext): RowExpression {
  return typed(syntax, 'flag', context);
}

/** The same for `$orderby`; an id is sorted by what it is made of. */
export function bindOrder(terms: readonly OrderTerm[], context: BindingContext): RowOrder[] {
  const orders = terms.flatMap(({ by, descending }) => {
    const target = by.kind === 'path' ? targetOf(by.steps, context) : null;
    if (target?.kind === 'id') return target.set.key.map((part) => ({ by: field(part), descending }));
    return [{ by: bind(by, context).row, descending }];
  });
  // What is sorted by already need not be again: clients add the id to be sure.
  const repeated = ({ by }: RowOrder, at: number) =>
    by.kind === 'field' && orders.slice(0, at).some((one) => one.by.kind === 'field' && one.by.field === by.field);
  return orders.filter((one, at) => !repeated(one, at));
}

function bind(syntax: Syntax, context: BindingContext): Bound {
  const { option } = context;
  switch (syntax.kind) {
    case 'text':
    case 'number':
    case 'time':
    case 'flag':
      return { type: syntax.kind, row: { kind: 'constant', type: syntax.kind, value: syntax.value } };
    case 'null':
      throw malformed(option, 'null can only be compared, by eq or ne');
    case 'geography':
      throw malformed(option, 'a geography is allowed in st_within only');
    case 'path': {
      const target = targetOf(syntax.steps, context);
      if (target.kind === 'id')
        throw unsupported(option, 'an id can only be compared with a text, by eq or ne, or sorted by');
      if (target.property.type === 'position') {
        throw unsupported(
          option,
          `${syntax.steps.join('/')} is allowed in st_within only, as st_within(…, geography'POLYGON((…))')`,
        );
      }
      return target.property;
    }
    case 'call':
      return bindCall(syntax.name, syntax.of, context);
  }
}

function bindCall(name: string, of: readonly Syntax[], context: BindingContext): Bound {
  const { option } = context;
  if (Object.hasOwn(COMPARISONS, name) && of.length === 2)
    return { type: 'flag', row: comparison(name, of[0], of[1], context) };
  if (name === 'now' && of.length === 0) return { type: 'time', row: time(context.now) };
  if (name === 'st_within') return { type: 'flag', row: within(of, context) };
  const signature = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
  if (signature === undefined) {
    const known = [...Object.keys(COMPARISONS), ...Object.keys(FUNCTIONS), 'now', 'st_within'];
    throw unsupported(option, `${name} is no operator or function that is answered; these are: ${known.join(', ')}`);
  }
  const least = signature.of.length - (signature.optional ?? 0);
  if (of.length < least || of.length > signature.of.length) {
    const count = least === signature.of.length ? String(least) : `${least} or ${signature.of.length}`;
    throw malformed(option, `${name} takes ${count} arguments; ${of.length} are given`);
  }
  const bound = of.map((one, index) => typed(one, signature.of[index], context));
  return {
    type: signature.gives,
    row: call(signature.row, ...(signature.reversed === true ? bound.toReversed() : bound)),
  };
}

function typed(syntax: Syntax, type: RowType, context: BindingContext): RowExpression {
  const bound = bind(syntax, context);
  if (bound.type === type) return bound.row;
  throw malformed(context.option, `${written(syntax)} is ${TYPE_TITLES[bound.type]}, should be ${TYPE_TITLES[type]}`);
}

function comparison(name: string, left: Syntax, right: Syntax, context: BindingContext): RowExpression {
  const equality = name === 'eq' || name === 'ne';
  const negated = (row: RowExpression) => (name === 'ne' ? call('not', row) : row);
  for (const [one, other] of [
    [left, right],
    [right, left],
  ]) {
    if (equality && one.kind === 'null') return negated(call('isnull', bind(other, context).row));
    if (one.kind !== 'path') continue;
    const target = targetOf(one.steps, context);
    if (target.kind !== 'id' || !equality || other.kind !== 'text') continue;
    const key = keyOf(other.value, target.set.key);
    return negated(key === null ? NEVER : (hasKey(key) ?? NEVER));
  }
  const [one, other] = [bind(left, context), bind(right, context)];
  if (one.type !== other.type) {
    const [first, second] = [TYPE_TITLES[one.type], TYPE_TITLES[other.type]];
    throw malformed(
      context.option,
      `${written(left)} is ${first} and ${written(right)} ${second}: they cannot be compared`,
    );
  }
  return call(COMPARISONS[name], one.row, other.row);
}

/** What an id that nothing can have is equal to. */
const NEVER: RowExpression = { kind: 'constant', type: 'flag', value: false };

function within(of: readonly Syntax[], context: BindingContext): RowExpression {
  const [place, area] = of;
  const target = place?.kind === 'path' ? targetOf(place.steps, context) : null;
  if (
    of.length !== 2 ||
    target?.kind !== 'property' ||
    target.property.type !== 'position' ||
    area?.kind !== 'geography'
  ) {
    throw malformed(
      context.option,
      "st_within should be like st_within(location, geography'POLYGON((3 50, 5 50, 5 52, 3 50))')",
    );
  }
  return { kind: 'within', ring: polygonOf(area.value, context.option) };
}

/** Follows a path over entities to what stands at its end. */
function targetOf(steps: readonly string[], { set, option }: BindingContext): Target {
  let here = set;
  let next = 0;
  for (; next < steps.length - 1; next++) {
    const navigation = Object.hasOwn(here.navigations, steps[next]) ? here.navigations[steps[next]] : undefined;
    const following = navigation === undefined ? undefined : entitySet(navigation.set);
    if (following === undefined) break;
    here = following;
  }
  const name = steps.slice(next).join('/');
  const target: Target | null = IDS.includes(name)
    ? { kind: 'id', set: here }
    : Object.hasOwn(here.asked, name)
      ? { kind: 'property', property: here.asked[name] }
      : null;
  if (target !== null && isAnswered(target, set)) return target;
  const those = `they can be for ${possible(set).join(', ')}`;
  const first = steps[next];
  const isThere = [...IDS, ...here.properties, ...Object.keys(here.navigations)].includes(first);
  if (!isThere)
    throw malformed(
      option,
      `${set.name} cannot be asked for ${steps.join('/')}: ${here.name} have no '${first}'; ${those}`,
    );
  throw unsupported(option, `${set.name} cannot be asked for ${steps.join('/')}; ${those}`);
}

function isAnswered(target: Target, set: EntitySet): boolean {
  const known = FIELDS_OF[set.relation];
  if (target.kind === 'id') return target.set.key.every((part) => known.has(part));
  if (target.property.type === 'position') return known.has('longitude');
  return [...fieldsOf(target.property.row)].every((one) => known.has(one));
}

/** Paths that a set can be asked for: its own, and those one step away. */
function possible(set: EntitySet): string[] {
  const own = ['id', ...Object.keys(set.asked)];
  const away = Object.entries(set.navigations).flatMap(([name, { set: to }]) => {
    const there = entitySet(to);
    if (there === undefined) return [];
    const properties = Object.entries(there.asked).filter(([, property]) =>
      isAnswered({ kind: 'property', property }, set),
    );
    const ids = isAnswered({ kind: 'id', set: there }, set) ? ['id'] : [];
    return [...ids, ...properties.map(([path]) => path)].map((path) => `${name}/${path}`);
  });
  return [...own, ...away];
}

/** An expression in a few words, for messages. */
function written(syntax: Syntax): string {
  if (syntax.kind === 'path') return syntax.steps.join('/');
  if (syntax.kind === 'call') return `${syntax.name}(…)`;
  if (syntax.kind === 'null') return 'null';
  return `'${String(syntax.value).slice(0, 40)}'`;
}

/** The key that a condition is certain to ask for, as far as it does: what is fixed need not be sorted by. */
export function isFixed(order: RowOrder, scope: EntityKey): boolean {
  const { by } = order;
  return by.kind === 'field' && Object.hasOwn(scope, by.field);
}
