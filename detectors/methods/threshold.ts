import { HalcyonError } from '../../schemas/errors.ts';
import type { MethodSpecification, ParameterSpecification } from './temporal-method.ts';

/** What a method says of its parameter `threshold`, the score beyond which it flags. Every method has one. */
export function thresholdParameter({ name, parameters }: MethodSpecification): ParameterSpecification {
  const parameter = parameters.find((one) => one.name === 'threshold');
  if (parameter === undefined) throw new Error(`${name} does not say beyond which score it flags`);
  return parameter;
}

/**
 * The threshold a method is to judge by.
 *
 * @param asked null: the method's default
 * @throws HalcyonError `invalid_parameter` where it is outside the method's bounds
 */
export function thresholdOf(specification: MethodSpecification, asked: number | null): number {
  const { low, high, unit, default: fallback } = thresholdParameter(specification);
  if (asked === null) return fallback;
  if (asked >= low && asked <= high) return asked;
  const { name } = specification;
  throw new HalcyonError(
    'invalid_parameter',
    `the threshold of ${name} is ${asked}, should be a number from ${low} to ${high} (${unit})`,
  );
}
