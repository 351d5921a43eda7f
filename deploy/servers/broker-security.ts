import { pathToFileURL } from 'node:url';
import type { BrokerListeners } from './broker-properties.ts';
import type { Certificates } from './certificates.ts';

/** Whom a broker lets in, and how it shows who it is itself. */
export interface BrokerSecurity {
  readonly certificates: Certificates;
  /** Name and password of the one user, for plain and scram. */
  readonly user: string;
  readonly password: string;
  /** For oauthbearer: file of the issuer's public keys (JWKS), and the audience that tokens should name. */
  readonly keys: string;
  readonly audience: string;
}

const MODULES = 'org.apache.kafka.common.security';
const MECHANISMS = ['PLAIN', 'SCRAM-SHA-256', 'SCRAM-SHA-512', 'OAUTHBEARER'];

/** The three listeners of a secured broker: TLS, TLS with the client's certificate, TLS with SASL. */
export function securedProperties(
  { certificates, user, password, keys, audience }: BrokerSecurity,
  ports: Readonly<Record<'tls' | 'mutual' | 'sasl', number>>,
): BrokerListeners {
  const mechanism = (name: string, setting: string) => `listener.name.sasl.${name}.sasl.${setting}`;
  return {
    ports: { TLS: ports.tls, MUTUAL: ports.mutual, SASL: ports.sasl },
    protocols: { TLS: 'SSL', MUTUAL: 'SSL', SASL: 'SASL_SSL' },
    settings: [
      'ssl.keystore.type=PEM',
      `ssl.keystore.location=${certificates.serverBundle}`,
      'ssl.truststore.type=PEM',
      `ssl.truststore.location=${certificates.authority}`,
      'listener.name.mutual.ssl.client.auth=required',
      `listener.name.sasl.sasl.enabled.mechanisms=${MECHANISMS.join(',')}`,
      `${mechanism('plain', 'jaas.config')}=${MODULES}.plain.PlainLoginModule required user_${user}="${password}";`,
      `${mechanism('scram-sha-256', 'jaas.config')}=${MODULES}.scram.ScramLoginModule required;`,
      `${mechanism('scram-sha-512', 'jaas.config')}=${MODULES}.scram.ScramLoginModule required;`,
      `${mechanism('oauthbearer', 'jaas.config')}=${MODULES}.oauthbearer.OAuthBearerLoginModule required;`,
      `${mechanism('oauthbearer', 'server.callback.handler.class')}=${MODULES}.oauthbearer.OAuthBearerValidatorCallbackHandler`,
      `sasl.oauthbearer.jwks.endpoint.url=${pathToFileURL(keys).href}`,
      `sasl.oauthbearer.expected.audience=${audience}`,
    ],
  };
}

/** Arguments by which the user's scram credentials go into a new broker. */
export function scramCredentials({ user, password }: BrokerSecurity): string[] {
  const credentials = ['SCRAM-SHA-256', 'SCRAM-SHA-512'].map((name) => `${name}=[name=${user},password=${password}]`);
  return credentials.flatMap((credential) => ['--add-scram', credential]);
}

/** Settings of the broker's Java: where it may take keys from is no setting of the file. */
export function javaSettings({ keys }: BrokerSecurity): string[] {
  return [`-Dorg.apache.kafka.sasl.oauthbearer.allowed.urls=${pathToFileURL(keys).href}`];
}
