import kafkajs, { type PartitionAssigner } from 'kafkajs';
import { type Claim, stickyShares } from './sticky-shares.ts';

const { MemberAssignment, MemberMetadata } = kafkajs.AssignerProtocol;
const VERSION = 1;

/**
 * The assigner of a group on one topic: a rebalance moves only what must move. Members send what they hold when they join.
 *
 * @param held partitions that this member holds now
 */
export function stickyAssigner(held: () => readonly number[]): PartitionAssigner {
  return ({ cluster }) => ({
    name: 'halcyon-sticky',
    version: VERSION,
    async assign({ members, topics }) {
      const [topic] = topics;
      const metadata = (cluster as unknown as TopicPartitions).findTopicPartitionMetadata(topic);
      const shares = stickyShares(
        metadata.map(({ partitionId }) => partitionId),
        members.map(({ memberId, memberMetadata }) => ({ member: memberId, held: heldIn(memberMetadata) })),
      );
      return Array.from(shares, ([memberId, partitions]) => ({
        memberId,
        memberAssignment: MemberAssignment.encode({
          version: VERSION,
          assignment: { [topic]: partitions },
          userData: Buffer.alloc(0),
        }),
      }));
    },
    protocol({ topics }) {
      const userData = Buffer.from(JSON.stringify(held()));
      return { name: 'halcyon-sticky', metadata: MemberMetadata.encode({ version: VERSION, topics, userData }) };
    },
  });
}

/** What kafkajs gives an assigner beyond its types. */
interface TopicPartitions {
  findTopicPartitionMetadata(topic: string): readonly { readonly partitionId: number }[];
}

/** What a member says that it holds; one of another version says nothing. */
function heldIn(memberMetadata: Buffer): Claim['held'] {
  try {
    const said: unknown = JSON.parse(MemberMetadata.decode(memberMetadata)?.userData.toString('utf8') ?? '');
    return Array.isArray(said) ? said.filter((partition) => Number.isInteger(partition)) : [];
  } catch {
    return [];
  }
}
