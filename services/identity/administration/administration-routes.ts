import type Router from '@koa/router';
import type { RouterContext } from '@koa/router';
import type { Context } from 'koa';
import { HalcyonError } from '../../../schemas/errors.ts';
import { recordedWork } from '../../audit/command-audit.ts';
import { readBody } from '../../http/body-reader.ts';
import { readJson } from '../../http/json-text.ts';
import type { AdministrationDependencies, OperationAnswer } from './operation.ts';
import { OPERATIONS } from './registry.ts';

/** Where operations are asked for, on the socket for commands alone. */
export const ADMINISTRATION_PATH = '/administration';
/** A realm export may be large [bytes]. */
const MOST_BYTES = 256 * 1024 * 1024;
const IDLE_MS = 20_000;

/** Adds the operations of administrators to a router that only they reach. */
export function addAdministrationRoutes(router: Router, dependencies: AdministrationDependencies): void {
  router.post(`${ADMINISTRATION_PATH}/:operation`, async (context: Context) => {
    const name = (context as Partial<RouterContext>).params?.['operation'] ?? '';
    const { value: asked } = readJson(await readBody(context.req, MOST_BYTES, IDLE_MS), Number.POSITIVE_INFINITY);
    context.type = 'application/json';
    context.body = JSON.stringify({ answer: await administer(name, asked, dependencies) });
  });
}

/**
 * Does an operation that is asked for by its name, and records what became of it.
 *
 * @throws HalcyonError `not_found`, `invalid_parameter`, and what the operation throws
 */
export async function administer(
  name: string,
  asked: unknown,
  dependencies: AdministrationDependencies,
): Promise<OperationAnswer> {
  const operation = OPERATIONS.get(name);
  if (operation === undefined) throw new HalcyonError('not_found', `there is no operation '${name}'`);
  const request = operation.request.safeParse(asked);
  if (request.success) {
    const event = operation.audit?.(request.data) ?? null;
    const work = () => operation.run(request.data, dependencies);
    return event === null ? work() : recordedWork(dependencies.audit, event, work);
  }
  const problems = request.error.issues.map(({ path, message }) => {
    // Where in a large export it stood; a field of a command says it in its own words.
    const place = path.length > 1 && path[0] === 'export' ? `${path.slice(1).join('.')}: ` : '';
    return { loc: ['body', ...path.map(String)], msg: `${place}${message}`, type: 'value_error' };
  });
  throw new HalcyonError('invalid_parameter', problems.map(({ msg }) => msg).join('; '), { problems });
}
