import type { Endpoint } from '../endpoints/endpoint.ts';
import { escaped, page } from './page.ts';

/** What the page says beside the endpoints. */
export interface EndpointPageOptions {
  /** True where tokens are needed: the page says which roles. */
  readonly guarded: boolean;
  /** Path of the discovery document of this process's identity service; null where it has none. */
  readonly discovery: string | null;
}

/** The page at `/docs`, made from the endpoints themselves. */
export function endpointPage(endpoints: readonly Endpoint[], { guarded, discovery }: EndpointPageOptions): string {
  const entries = endpoints.map((endpoint) => {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    const query = endpoint.queryNames.map((name) => `<code>${escaped(name)}</code>`).join(', ');
    const body = bodyLine(endpoint);
    const roles = guarded && endpoint.roles !== null ? [...endpoint.roles, 'admin'].join(', ') : '';
    return (
      `<dt id="${escaped(endpoint.name)}"><code>${endpoint.method} ${escaped(path)}</code></dt>\n` +
      `<dd>${withCode(endpoint.description)}` +
      `${query === '' ? '' : `<br>Query: ${query}`}${body === '' ? '' : `<br>Body: ${body}`}` +
      `${roles === '' ? '' : `<br>Needs one of the roles: ${roles}`}</dd>`
    );
  });
  const tokens = discovery === null ? '' : `<p>Tokens: <a href="${discovery}"><code>${discovery}</code></a></p>\n`;
  return page(
    'Halcyon: endpoints',
    `<h1>Endpoints</h1>\n${tokens}<dl>\n${entries.join('\n')}\n</dl>\n<p><a href="/">Halcyon</a></p>`,
  );
}

function bodyLine({ body }: Endpoint): string {
  if (body.kind === 'none') return '';
  return escaped(body.kind === 'json' ? 'application/json' : body.types.join(', '));
}

function withCode(text: string): string {
  return escaped(text).replace(/`([^`]*)`/g, '<code>$1</code>');
}
