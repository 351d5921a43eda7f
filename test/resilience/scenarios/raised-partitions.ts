import { packageFile } from '../../../schemas/package-root.ts';
import { DelayedPushes } from '../delayed-pushes.ts';
import { COMMAND } from '../halcyon-process.ts';
import { commanded, type Installation, onInstallation } from '../installation.ts';
import { type Scenario, scaled } from '../scenario.ts';

const MOVES = 4;
const PAUSE_MS = 150;
/** Partitions after each move, and whether they are areas: of the twelve stations one is in each. */
const MORE = [
  { partitions: 12, areas: true },
  { partitions: 16, areas: false },
  { partitions: 24, areas: false },
  { partitions: 40, areas: false },
];

/** More and more partitions, by the steps of docs/partitions.md, while stations report, some late, and corrections come. */
export const raisedPartitions: Scenario = {
  name: 'partitions',
  title: `the partitions of a log with records raised ${MOVES} times, from 6 to ${MORE[MOVES - 1].partitions}, into areas and out of them, with traffic, late reports and corrections`,
  async run(context) {
    const moves = scaled(context, MOVES);
    const settings = { name: 'partitions', history: { days: 20 } };
    return onInstallation(context, settings, async (installation) => {
      const { feed, history } = installation;
      const pushes = new DelayedPushes(history, feed.url, context.seed);
      const open: string[] = [];
      const moveAll = async () => {
        for (const [move, { partitions, areas }] of MORE.slice(0, moves).entries()) {
          open.push(await raise(installation, `partitions-${move + 2}.`, partitions, areas));
          const made = areas ? 'made by areas' : 'made by a hash';
          context.say(`${partitions} partitions ${made}, ${history.pushed} slots, ${open[move]}`);
        }
      };
      await pushes.pushWhile(moveAll(), PAUSE_MS);
      const { late, corrected } = pushes.counts;
      return installation.conclude(
        `${moves} times more partitions, ${late} reports late, ${corrected} corrected; at the moves ${open.join('; ')}`,
      );
    });
  },
};

/** The steps of docs/partitions.md. @returns what was open when the workers stopped, in words */
async function raise(installation: Installation, prefix: string, partitions: number, areas: boolean): Promise<string> {
  const { feed, reads, workers, problems } = installation;
  const command = packageFile(...COMMAND);
  const before = installation.environment;
  const from = installation.log.prefix;
  installation.disturbedNow();
  installation.useLog(prefix, partitions);
  await commanded(command, ['log', 'deploy', ...(areas ? ['--areas'] : [])], installation.environment);
  await feed.stop();
  await feed.start();
  await commanded(command, ['log', 'drained'], before);
  const open = await installation.answers.openCounts();
  if (open.faults === 0 || open.verdicts === 0) problems.push(`nothing was open at a move: ${JSON.stringify(open)}`);
  await installation.look();
  const others = [...workers, reads];
  await Promise.all(others.map((process) => process.stop()));
  await commanded(command, ['log', 'move', '--from', from], installation.environment);
  await Promise.all(others.map((process) => process.start()));
  return `${open.faults} faults and ${open.verdicts} verdicts open`;
}
