import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFile } from '../../../schemas/package-root.ts';
import { COMMAND } from '../halcyon-process.ts';
import { deployed, onInstallation } from '../installation.ts';
import type { Scenario } from '../scenario.ts';

/** Topics whose records have a field more in the new version. */
const CHANGED = ['observations', 'temporal-anomalies', 'anomalies'];
const PAUSE_MS = 150;
/** Slots that the new feed brings to old workers, and the old feed to new ones. */
const SLOTS = 12;

/** Schemas gain a field with a default while processes of both versions run together; nothing stops. */
export const rollingUpgrade: Scenario = {
  name: 'upgrade',
  title: 'three schemas gain a field with a default; every process replaced by one of the new version, one by one',
  async run(context) {
    const command = newVersion(context.folder);
    return onInstallation(context, { name: 'upgrade' }, async (installation) => {
      const { feed, history, workers, environment } = installation;
      context.say((await deployed(command, environment)).split('\n')[0]);
      const newFeed = await installation.newProcess({ only: 'feed', command });
      await newFeed.start();
      // What new processes write, old ones read.
      await history.pushSlots(newFeed.url, SLOTS);
      // One of the old version comes back after the new schemas were registered.
      await installation.leave(workers[0]);
      await installation.join('temporal');
      const replaceAll = async () => {
        for (const old of [...workers]) {
          installation.disturbedNow();
          await installation.leave(old);
          await installation.join(old.name, { command });
          await installation.look();
          context.say(`${old.name} is new, ${history.pushed} slots`);
        }
      };
      await history.pushWhile(newFeed.url, replaceAll(), PAUSE_MS);
      // What old processes write, new ones read.
      await history.pushSlots(feed.url, SLOTS);
      try {
        return await installation.conclude(`3 schemas changed, ${workers.length + 1} processes replaced`);
      } finally {
        await newFeed.stop();
      }
    });
  },
};

/** A copy of what was built whose schemas have a field more; resolves with the path of its command. */
function newVersion(folder: string): string {
  const root = join(folder, 'new-version');
  mkdirSync(root, { recursive: true });
  for (const part of ['dist', 'schemas', 'package.json'])
    cpSync(packageFile(part), join(root, part), { recursive: true });
  symlinkSync(packageFile('node_modules'), join(root, 'node_modules'));
  for (const topic of CHANGED) {
    const path = join(root, 'schemas', 'avro', `${topic}.avsc`);
    const schema = JSON.parse(readFileSync(path, 'utf8')) as { fields?: object[] } | { fields?: object[] }[];
    const field = { name: 'added', type: ['null', 'string'], default: null };
    for (const record of Array.isArray(schema) ? schema : [schema]) record.fields?.push(field);
    writeFileSync(path, JSON.stringify(schema));
  }
  return join(root, ...COMMAND);
}
