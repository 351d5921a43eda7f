/** Where the realm that a system begins with gives tokens. */
export const TOKEN_PATH = '/oauth/realms/halcyon/protocol/openid-connect/token';

/**
 * What a client with a secret shows to the services that it asks a token for.
 *
 * @param scope names of the services, with blanks between them
 * @returns the value of `Authorization`
 */
export async function clientBearer(url: string, id: string, secret: string, scope: string): Promise<string> {
  const credentials = Buffer.from(`${id}:${encodeURIComponent(secret)}`).toString('base64');
  const answer = await fetch(url + TOKEN_PATH, {
    method: 'POST',
    headers: { Authorization: `Basic ${credentials}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope }),
  });
  const body = (await answer.json()) as { access_token?: string };
  if (body.access_token === undefined) throw new Error(`no token for ${id}: ${answer.status} ${JSON.stringify(body)}`);
  return `Bearer ${body.access_token}`;
}
