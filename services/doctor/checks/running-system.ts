import type { Configuration } from '../../../schemas/configuration.ts';
import { ownUrl } from '../../http/listening/own-url.ts';
import { askLocally, servesLocally, servicesSocket } from '../../local/services-socket.ts';
import type { ReadinessCheck } from '../../telemetry/readiness-check.ts';
import { type Finding, ok, warning, wrong } from '../installation/finding.ts';
import type { Check } from '../installation/installation.ts';
import { mayBeOurs } from '../installation/own-system.ts';
import { answerOf, type ServiceAnswer } from '../installation/service-answer.ts';

const WHAT = 'running system';
const LAG = 'lag';
/** Records that a group may be behind before it is told: some batches, which are on their way at any time. */
const MUCH_BEHIND = 10_000;
const BEHIND = /^halcyon_log_behind\{(.*)\} (\d+(?:\.\d+)?(?:e\+\d+)?)$/gm;

/** How the system that runs on these settings says that it is, and how far its parts are behind. */
export const runningSystem: Check = {
  what: WHAT,
  look: async ({ configuration }) => {
    const local = await overSocket(configuration);
    const ask = local ?? ((path: string) => answerOf(ownUrl(configuration), path));
    const answer = await ask('/readyz').catch(() => null);
    const read = answer === null ? null : readiness(answer.body);
    if (answer === null || read === null) return [ok(WHAT, 'none runs on these settings')];
    if (local === null && !(await mayBeOurs(configuration))) {
      const other = `another system answers at ${ownUrl(configuration)}`;
      return [ok(WHAT, `none runs on the data folder ${configuration.data}; ${other}`)];
    }
    const bad = Object.entries(read).filter(([, { ok: good }]) => !good);
    const found: Finding[] = bad.map(([part, { detail }]) =>
      wrong(WHAT, `${part}: ${detail}`, 'its log says more, and the other lines here what it rests on'),
    );
    if (bad.length === 0) found.push(ok(WHAT, `ready: ${Object.keys(read).join(', ')}`));
    return [...found, ...(await lags(ask))];
  },
};

type Ask = (path: string) => Promise<ServiceAnswer>;

/** The system that serves commands on the data folder; null where none does. */
async function overSocket(configuration: Configuration): Promise<Ask | null> {
  const socket = await servicesSocket(configuration.data);
  if (!(await servesLocally(socket))) return null;
  return (path) => askLocally(socket, { method: 'GET', path, contentType: '', body: '' });
}

/** What `/readyz` says, by part; null where something else answers there. */
function readiness(body: string): Record<string, ReadinessCheck> | null {
  try {
    const { checks } = JSON.parse(body) as { checks?: Record<string, ReadinessCheck> };
    return checks ?? null;
  } catch {
    return null;
  }
}

async function lags(ask: Ask): Promise<Finding[]> {
  const { body } = await ask('/metrics');
  const behind = new Map<string, number>();
  for (const [, labels, records] of body.matchAll(BEHIND)) {
    const label = (name: string) => new RegExp(`(?:^|,)${name}="([^"]*)"`).exec(labels)?.[1] ?? '';
    const reader = `${label('group')} of ${label('topic')}`;
    behind.set(reader, (behind.get(reader) ?? 0) + Number(records));
  }
  if (behind.size === 0) return [];
  const late = [...behind].filter(([, records]) => records > MUCH_BEHIND);
  const remedy = 'see whether it grows; more processes of that part, or a faster store (docs/processes.md)';
  if (late.length > 0)
    return late.map(([reader, records]) => warning(LAG, `${reader}: ${records} records behind`, remedy));
  return [ok(LAG, `no reader is more than ${Math.max(...behind.values())} records behind`)];
}
