import { createHash } from 'node:crypto';
import { escaped } from './page.ts';

/** A page that shows an OpenAPI document, and the policy that it is sent with. */
export interface DocumentPage {
  /** @param document path of the document */
  readonly page: (document: string) => string;
  readonly policy: string;
}

/** Swagger UI, from files of this service. It asks nobody else: not even for a validation badge. */
export const SWAGGER_UI = documentPage({
  head: '<link rel="stylesheet" href="/docs/swagger-ui.css">\n',
  bundle: 'swagger-ui-bundle.js',
  script:
    'const url=document.body.dataset.document;' +
    "SwaggerUIBundle({url,dom_id:'#ui',deepLinking:true,validatorUrl:null,defaultModelsExpandDepth:0})",
});

/** Redoc, from a file of this service. Its search would run as code that is made while it runs, which the policy forbids. */
export const REDOC = documentPage({
  head: '<style>body{margin:0}</style>\n',
  bundle: 'redoc.standalone.js',
  script:
    'const url=document.body.dataset.document;' +
    "Redoc.init(url,{disableSearch:true,nativeScrollbars:true},document.getElementById('ui'))",
});

/** The bundle makes the page, started by a script that is allowed by its digest. Styles are set while it runs, images are in it. */
function documentPage({
  head,
  bundle,
  script,
}: {
  readonly head: string;
  readonly bundle: string;
  readonly script: string;
}): DocumentPage {
  const digest = createHash('sha256').update(script).digest('base64');
  return {
    policy:
      `default-src 'none'; script-src 'self' 'sha256-${digest}'; style-src 'self' 'unsafe-inline'; ` +
      "img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    page: (document) =>
      '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n' +
      '<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>Halcyon: API</title>\n' +
      // An empty icon: without one a browser asks for /favicon.ico.
      `<link rel="icon" href="data:,">\n${head}</head>\n` +
      `<body data-document="${escaped(document)}">\n<div id="ui"></div>\n` +
      `<noscript><p>This page needs scripts; <a href="${escaped(document)}">${escaped(document)}</a> does not.</p></noscript>\n` +
      `<script src="/docs/${bundle}"></script>\n<script>${script}</script>\n</body>\n</html>\n`,
  };
}
