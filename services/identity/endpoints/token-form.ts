import { z } from 'zod';
import { GRANTS } from '../grants/registry.ts';
import { clientFields, exampleToken } from './form-fields.ts';

const TOKEN_TYPE = 'urn:ietf:params:oauth:token-type:access_token';
const client = { client_id: 'reader', client_secret: 'a secret of the client' };

/** The form of a request for tokens; which parameters belong to which grant, its description says. */
export const tokenForm = z
  .object({
    grant_type: z.enum([...GRANTS.keys()]),
    ...Object.fromEntries(
      [...new Set([...GRANTS.values()].flatMap(({ parameters }) => parameters))].map((name) => [
        name,
        z
          .string()
          .describe(`Of ${grantsWith(name).join(', ')}.`)
          .optional(),
      ]),
    ),
    ...clientFields,
  })
  .meta({
    examples: [
      {
        grant_type: 'password',
        client_id: 'halcyon-cli',
        username: 'ada',
        password: 'correct horse battery',
        scope: 'detect',
      },
      { grant_type: 'client_credentials', ...client, scope: 'detect' },
      { grant_type: 'refresh_token', client_id: 'halcyon-cli', refresh_token: exampleToken },
      {
        grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
        ...client,
        subject_token: exampleToken,
        subject_token_type: TOKEN_TYPE,
        requested_token_type: TOKEN_TYPE,
        scope: 'aps',
      },
    ],
  });

/** What every grant answers (RFC 6749, section 5.1), as Keycloak has it. */
export const tokenAnswerShape = z.object({
  access_token: z.string(),
  expires_in: z.int().min(0).describe('[s]'),
  refresh_expires_in: z.int().min(0).describe('[s]; 0 where there is no refresh token.'),
  refresh_token: z.string().optional(),
  token_type: z.literal('Bearer'),
  id_token: z.string().optional(),
  'not-before-policy': z.literal(0),
  session_state: z.string().optional(),
  scope: z.string(),
  issued_token_type: z.string().optional(),
});

function grantsWith(parameter: string): string[] {
  return [...GRANTS.values()]
    .filter(({ parameters }) => parameters.includes(parameter))
    .map((grant) => grant.grantType);
}
