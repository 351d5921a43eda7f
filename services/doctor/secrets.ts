import { readFile } from 'node:fs/promises';
import type { Configuration } from '../../schemas/configuration.ts';
import type { Finding } from './installation/finding.ts';

/** Shorter ones are no secrets, and would be found in every second word. */
const SHORTEST = 4;

/** Everything in the settings that nobody should read in a report: keys, tokens, passwords, those in URLs and files too. */
export async function secretsOf(configuration: Configuration): Promise<readonly string[]> {
  const { s3SecretKey, token, kafkaPasswordFile } = configuration;
  const inFile = kafkaPasswordFile === '' ? '' : await readFile(kafkaPasswordFile, 'utf8').catch(() => '');
  const inUrls = Object.values(configuration)
    .flatMap((value) => (typeof value === 'string' ? value.split(',') : []))
    .flatMap((text) => Array.from(text.matchAll(/\/\/([^/@\s]*@)+/g), ([part]) => part.slice(2, -1)))
    .flatMap((credentials) => {
      const password = credentials.slice(credentials.indexOf(':') + 1);
      return credentials.includes(':') ? [password, decoded(password)] : [];
    });
  return [s3SecretKey, token, inFile.trim(), ...inUrls].filter((secret) => secret.length >= SHORTEST);
}

/** The finding with dots in place of every secret. */
export function withoutSecrets(finding: Finding, secrets: readonly string[]): Finding {
  const hidden = (text: string) => secrets.reduce((rest, secret) => rest.replaceAll(secret, '...'), text);
  return { ...finding, detail: hidden(finding.detail), remedy: hidden(finding.remedy) };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
