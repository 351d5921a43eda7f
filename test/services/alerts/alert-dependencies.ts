import { SILENT } from '../../../schemas/logger.ts';
import type { AlertDependencies } from '../../../services/alerts/alert-dependencies.ts';
import { Deliverer } from '../../../services/alerts/deliveries/deliverer.ts';
import { webhookAttempt } from '../../../services/alerts/deliveries/post-webhook.ts';
import { emailAttempt } from '../../../services/alerts/deliveries/send-email.ts';
import { WebhookHosts } from '../../../services/alerts/deliveries/webhook-hosts.ts';
import type { Catalogue } from '../../../services/stores/catalogue.ts';
import { troubledCatalogue } from '../stores/troubled-catalogue.ts';

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
  const email = emailAttempt({ smtpUrl, from: 'halcyon@example.org', publicUrl: () => 'https://h.example', now });
  const attempts = { webhook: webhookAttempt({ hosts, now, timeoutMs: 2_000 }), email };
  const deliverer = new Deliverer({ catalogue: troubled, attempts, now, logger: SILENT });
  return { catalogue: troubled, hosts, sendsEmail: smtpUrl !== '', deliverer };
}
