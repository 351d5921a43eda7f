import { HalcyonError } from '../../../schemas/errors.ts';
import type { NetworkScope } from '../../../schemas/network-scope.ts';

/**
 * Lets pass whose role holds in every network: a pattern is of none, and datasets of any of them may have been made by it.
 *
 * @throws HalcyonError `forbidden`
 */
export function assertEveryNetwork({ names }: NetworkScope): void {
  if (names === null) return;
  const message = `stored patterns are changed with the role curator in every network; yours holds in ${names.join(', ')}`;
  throw new HalcyonError('forbidden', message);
}
