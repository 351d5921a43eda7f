import type { RecordMetadata } from 'kafkajs';

/**
 * Records of partitions that an answer does not speak of. Where a partition moves to a broker that has already answered for
 * others, the client leaves its records out when it tries again, and resolves as if they had been taken.
 *
 * @param taken what the brokers acknowledged, a line a partition
 */
export function unacknowledged<T extends { readonly partition: number }>(
  records: readonly T[],
  taken: readonly Pick<RecordMetadata, 'partition'>[],
): T[] {
  const acknowledged = new Set(taken.map(({ partition }) => partition));
  return records.filter(({ partition }) => !acknowledged.has(partition));
}
