import { createHash } from 'node:crypto';
import { escaped } from './page.ts';

/** Starts Swagger UI on the document that the page names. It asks nobody else: not even for a validation badge. */
const SCRIPT =
  'const url=document.body.dataset.document;' +
  "SwaggerUIBundle({url,dom_id:'#ui',deepLinking:true,validatorUrl:null,defaultModelsExpandDepth:0})";

/** Content-Security-Policy of the page: its own files and answers; Swagger UI sets styles and has images in itself. */
export const DOCS_POLICY =
  `default-src 'none'; script-src 'self' 'sha256-${createHash('sha256').update(SCRIPT).digest('base64')}'; ` +
  "style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * The page at `/docs`: Swagger UI, from files of this service.
 *
 * @param document path of an OpenAPI document
 */
export function docsPage(document: string): string {
  return (
    '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n' +
    '<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>Halcyon: API</title>\n' +
    // An empty icon: without one a browser asks for /favicon.ico.
    '<link rel="icon" href="data:,">\n<link rel="stylesheet" href="/docs/swagger-ui.css">\n</head>\n' +
    `<body data-document="${escaped(document)}">\n<div id="ui"></div>\n` +
    `<noscript><p>This page needs scripts; <a href="${escaped(document)}">${escaped(document)}</a> does not.</p></noscript>\n` +
    `<script src="/docs/swagger-ui-bundle.js"></script>\n<script>${SCRIPT}</script>\n</body>\n</html>\n`
  );
}
