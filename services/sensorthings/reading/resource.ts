import { HalcyonError } from '../../../schemas/errors.ts';
import { type EntityKey, keyOf, sharedKey } from '../model/entity-key.ts';
import type { EntitySet } from '../model/entity-set.ts';
import { ENTITY_SETS, entitySet } from '../model/entity-sets.ts';
import type { PathStep } from '../query/resource-path.ts';

/** What a path of the service leads to. */
type Resource = { readonly set: EntitySet; readonly key: EntityKey } & (
  | { readonly kind: 'collection' | 'references' }
  | { readonly kind: 'entity' }
  /** A property of an entity; `raw` without the JSON round it. */
  | { readonly kind: 'property'; readonly property: string; readonly raw: boolean }
);

/** A resource, and the entities that it is reached by, which must be there. */
export interface Way {
  readonly resource: Resource;
  readonly through: readonly { readonly set: EntitySet; readonly key: EntityKey }[];
}

/**
 * Follows the steps of a path.
 *
 * @throws HalcyonError `not_found` where there is no such step, with those that there are
 */
export function wayTo(steps: readonly PathStep[]): Way {
  const [first, ...rest] = steps;
  const set = first === undefined ? undefined : entitySet(first.name);
  if (first === undefined || set === undefined) throw noStep(first, Object.keys(ENTITY_SETS));
  let resource = entered(set, {}, first);
  const through: { set: EntitySet; key: EntityKey }[] = [];
  for (const [index, step] of rest.entries()) {
    const isLast = index === rest.length - 1;
    if (resource.kind === 'entity') through.push({ set: resource.set, key: resource.key });
    resource = followed(resource, step, isLast);
  }
  return { resource, through };
}

function followed(from: Resource, step: PathStep, isLast: boolean): Resource {
  const { set, key } = from;
  if (from.kind === 'collection' && step.name === '$ref' && isLast) return { set, key, kind: 'references' };
  if (from.kind === 'property' && step.name === '$value' && isLast && !from.raw) return { ...from, raw: true };
  if (from.kind !== 'entity') throw noStep(step, from.kind === 'collection' ? ['$ref'] : []);
  if (set.properties.includes(step.name) && step.id === null) {
    return { set, key, kind: 'property', property: step.name, raw: false };
  }
  const navigation = Object.hasOwn(set.navigations, step.name) ? set.navigations[step.name] : undefined;
  if (navigation === undefined) throw noStep(step, [...Object.keys(set.navigations), ...set.properties]);
  const target = ENTITY_SETS[navigation.set];
  const scope = sharedKey(key, target.key);
  if (navigation.many) return entered(target, scope, step);
  if (step.id !== null) throw noStep(step, [step.name]);
  return { set: target, key: scope, kind: 'entity' };
}

/** A set, or one of its entities. */
function entered(set: EntitySet, scope: EntityKey, { id }: PathStep): Resource {
  if (id === null) return { set, key: scope, kind: 'collection' };
  const key = keyOf(id, set.key);
  const fits = key !== null && Object.entries(scope).every(([part, value]) => key[part as keyof EntityKey] === value);
  if (key === null || !fits) throw noEntity(set);
  return { set, key, kind: 'entity' };
}

/** What is thrown where an entity that a path names is not there. */
export function noEntity(set: EntitySet): HalcyonError {
  return new HalcyonError('not_found', `there is nothing of this id in ${set.name}`);
}

function noStep(step: PathStep | undefined, known: readonly string[]): HalcyonError {
  const there = known.length === 0 ? 'nothing follows here' : `these do: ${known.join(', ')}`;
  return new HalcyonError('not_found', `'${step?.name ?? ''}' leads nowhere; ${there}`);
}
