import { SILENT } from '../../../schemas/logger.ts';
import type { AlertDependencies } from '../../../services/alerts/alert-dependencies.ts';
import { Deliverer } from '../../../services/alerts/deliveries/deliverer.ts';
import { webhookAttempt } from '../../../services/alerts/deliveries/post-webhook.ts';
import { emailAttempt } from '../../../services/alerts/deliveries/send-email.ts';
import { WebhookHosts } from '../../../services/alerts/deliveries/webhook-hosts.ts';
import type { Catalogue } from '../../../services/stores/catalogue.ts';
import { troubledCatalogue } from '../stores/troubled-catalogue.ts';

const HOUR_MS = 3_600_000;

/**
 * What the endpoints of alerts rest on, over a catalogue of the test's.
 *
 * @param trouble what is done before each thing that is asked of the catalogue, such as failing
 */
export function alertPartsOver(
  catalogue: Catalogue,
  now: () => number,
  { smtpUrl = '', trouble = () => undefined }: { smtpUrl?: string; trouble?: () => Promise<void> | undefined } = {},
): AlertDependencies {
  const hosts = new WebhookHosts([], { own: true, near: true });
  const troubled = troubledCatalogue(catalogue, trouble);
  const publicUrl = () => 'https://h.example';
  const email = emailAttempt({ smtpUrl, from: 'halcyon@example.org', publicUrl, now });
  const attempts = { webhook: webhookAttempt({ hosts, publicUrl, now, timeoutMs: 2_000 }), email };
  const deliverer = new Deliverer({ catalogue: troubled, attempts, now, logger: SILENT });
  const judging = { windowMs: 6 * HOUR_MS, settlesAfterMs: 3 * HOUR_MS };
  return { catalogue: troubled, hosts, sendsEmail: smtpUrl !== '', deliverer, publicUrl, ...judging };
}
