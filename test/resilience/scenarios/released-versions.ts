import { join } from 'node:path';
import { packageFile } from '../../../schemas/package-root.ts';
import { buildVersion, oldestThatJudgesAlike } from '../../trials/upgrade/built-version.ts';
import { COMMAND } from '../halcyon-process.ts';
import { deployed, type Installation, onInstallation } from '../installation.ts';
import type { Scenario } from '../scenario.ts';

const PAUSE_MS = 150;
/** In the order of docs/upgrade.md. */
const ORDER = ['sink', 'temporal', 'spatial', 'feed', 'detection'];

/**
 * A whole system of an older version becomes one of this version while observations come; then it goes back, as one may whose
 * tables are unchanged.
 */
export const releasedVersions: Scenario = {
  name: 'released',
  title: 'every process of an older version replaced by one of this version, one by one with traffic, and back again',
  async run(context) {
    const old = buildVersion(oldestThatJudgesAlike(), join(context.folder, 'older'));
    context.say(`older version: ${old.title}`);
    const ways = { 'this version': packageFile(...COMMAND), 'the older version': old.command };
    return onInstallation(context, { name: 'released', command: old.command }, async (installation) => {
      const { history, feed } = installation;
      const replaceTwice = async () => {
        for (const [title, command] of Object.entries(ways)) {
          context.say((await deployed(command, installation.environment)).replaceAll('\n', '; '));
          await replaceAll(installation, command);
          context.say(`${title} runs, ${history.pushed} slots`);
        }
      };
      await history.pushWhile(feed.url, replaceTwice(), PAUSE_MS);
      return installation.conclude(`${old.title.split(' ')[0]} to this version and back`);
    });
  },
};

async function replaceAll(installation: Installation, command: string): Promise<void> {
  for (const name of ORDER) {
    for (const process of installation.processes.filter((one) => one.name === name)) {
      installation.disturbedNow();
      await process.replaceBy(command);
      await installation.look();
    }
  }
}
