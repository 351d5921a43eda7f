import type { Endpoint } from '../endpoints/endpoint.ts';
import { escaped, page } from './page.ts';

/** The page at `/docs`, made from the endpoints themselves. */
export function endpointPage(endpoints: readonly Endpoint[]): string {
  const entries = endpoints.map((endpoint) => {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    const query = endpoint.queryNames.map((name) => `<code>${escaped(name)}</code>`).join(', ');
    const body = bodyLine(endpoint);
    return (
      `<dt id="${escaped(endpoint.name)}"><code>${endpoint.method} ${escaped(path)}</code></dt>\n` +
      `<dd>${withCode(endpoint.description)}` +
      `${query === '' ? '' : `<br>Query: ${query}`}${body === '' ? '' : `<br>Body: ${body}`}</dd>`
    );
  });
  return page(
    'Halcyon: endpoints',
    `<h1>Endpoints</h1>\n<dl>\n${entries.join('\n')}\n</dl>\n<p><a href="/">Halcyon</a></p>`,
  );
}

function bodyLine({ body }: Endpoint): string {
  if (body.kind === 'none') return '';
  return escaped(body.kind === 'json' ? 'application/json' : body.types.join(', '));
}

function withCode(text: string): string {
  return escaped(text).replace(/`([^`]*)`/g, '<code>$1</code>');
}
