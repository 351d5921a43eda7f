import { once } from 'node:events';
import { forkModule } from '../../../../services/stores/fork-module.ts';

/** Starts a module beside this one, without an environment, tells it something and returns its first answer. */
export async function askedProcess(module: string, cwd: string, message: object): Promise<unknown> {
  const child = forkModule(module, import.meta.url, { cwd, env: {} });
  child.send(message);
  try {
    const [answer] = await Promise.race([once(child, 'message'), once(child, 'exit')]);
    return answer;
  } finally {
    child.kill('SIGKILL');
  }
}
