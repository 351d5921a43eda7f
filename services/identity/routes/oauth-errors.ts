import type { Context, Middleware } from 'koa';
import { OAuthError } from '../../access/oauth-error.ts';

/**
 * Turns a refusal into the form of RFC 6749 (section 5.2), with the challenge of RFC 6750 or RFC 7235 where the client
 * should have proved something. Anything else goes on to the outer handler of errors.
 */
export function oauthErrors(logRefusal: (line: string) => void): Middleware {
  return async (context, next) => {
    try {
      await next();
    } catch (error) {
      if (!(error instanceof OAuthError)) throw error;
      if (error.reason !== '') logRefusal(`${context.path}: ${error.code}: ${error.reason}`);
      answer(context, error);
    }
  };
}

function answer(context: Context, error: OAuthError): void {
  const { code, message, retryAfter } = error;
  context.status = error.status;
  if (code === 'invalid_client') context.set('WWW-Authenticate', 'Basic realm="halcyon", charset="UTF-8"');
  if (code === 'invalid_token' || code === 'insufficient_scope') {
    context.set('WWW-Authenticate', `Bearer realm="halcyon", error="${code}", error_description="${message}"`);
  }
  if (retryAfter !== undefined) context.set('Retry-After', String(retryAfter));
  context.type = 'application/json';
  context.body = JSON.stringify({ error: code, error_description: message });
}
