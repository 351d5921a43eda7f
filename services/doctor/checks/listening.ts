import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Configuration } from '../../../schemas/configuration.ts';
import { HalcyonError } from '../../../schemas/errors.ts';
import { pathCode } from '../../../schemas/path-reason.ts';
import { ownUrl } from '../../http/listening/own-url.ts';
import { assertSafeListening } from '../../http/listening/safe-listening.ts';
import { type Finding, ok, warning, wrong } from '../installation/finding.ts';
import type { Check } from '../installation/installation.ts';
import { mayBeOurs } from '../installation/own-system.ts';
import { answerOf } from '../installation/service-answer.ts';

const WHAT = 'listening';

/** What can be done about an address that cannot be listened on, by the code of the system. */
const REMEDIES: Readonly<Record<string, string>> = {
  EADDRINUSE: 'end the program that listens there, or choose another PORT',
  EACCES: 'a PORT below 1024 needs the right to it; choose another one',
  EADDRNOTAVAIL: 'HALCYON_HOST should be an address of this machine',
  ENOTFOUND: 'HALCYON_HOST should be an address of this machine',
};

/** Whether the services can listen where the settings say, and may. */
export const listening: Check = {
  what: WHAT,
  look: async ({ configuration }) => {
    const { host, port } = configuration;
    const place = `${host}:${port}`;
    const refused = await refusal(host, port);
    const found: Finding[] = [];
    if (refused === null) found.push(ok(WHAT, `${place} is free`));
    else if (refused === 'EADDRINUSE' && (await isHalcyon(ownUrl(configuration)))) {
      found.push(await served(place, configuration));
    } else {
      const remedy = REMEDIES[refused] ?? 'HALCYON_HOST and PORT should name a free address of this machine';
      found.push(wrong(WHAT, `nothing can listen on ${place} (${refused})`, remedy));
    }
    try {
      assertSafeListening(configuration, { insecure: false });
    } catch (error) {
      if (!(error instanceof HalcyonError)) throw error;
      found.push(warning(WHAT, error.message, ''));
    }
    return found;
  },
};

/** A process of Halcyon listens already. */
async function served(place: string, configuration: Configuration): Promise<Finding> {
  const detail = `a process of Halcyon serves at ${place}`;
  if (await mayBeOurs(configuration)) return ok(WHAT, detail);
  const remedy = 'choose another PORT, or name its folder by HALCYON_DATA';
  return warning(WHAT, `${detail}, and none on the data folder ${configuration.data}`, remedy);
}

/** Why nothing can listen there, as the system names it; null where it can. */
async function refusal(host: string, port: number): Promise<string | null> {
  const server = createServer();
  try {
    const listens = once(server, 'listening');
    server.listen(port, host);
    await listens;
    return null;
  } catch (error) {
    return pathCode(error);
  } finally {
    server.close();
  }
}

async function isHalcyon(url: string): Promise<boolean> {
  const answer = await answerOf(url, '/metrics').catch(() => null);
  return answer?.body.includes('process_uptime_seconds') ?? false;
}
