import { messageOf } from '../../../schemas/errors.ts';

/**
 * Why a server's certificate was not taken, in words; null where an error is of something else. Waiting does not mend it.
 *
 * @param server what the server is, with its address
 * @param setting name of the setting that holds that address
 */
export function certificateRefusal(error: unknown, server: string, setting: string): string | null {
  const { code } = error as { code?: unknown };
  const why = messageOf(error).replace(/^Connection error: /, '');
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return `the certificate of ${server} is for another name (${why}): ${setting} should name it as its certificate does`;
  }
  if (/^(CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|INVALID_CA|PATH_LENGTH_)/.test(String(code))) {
    return `the certificate of ${server} is not trusted (${why}): HALCYON_KAFKA_CA should name the certificates of the authority that signed it`;
  }
  return null;
}
