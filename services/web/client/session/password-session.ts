import { element } from '../dom/element.ts';
import { problemWords } from '../dom/problem-line.ts';
import { message } from '../messages/message.ts';
import { KeptTokens } from './kept-tokens.ts';
import type { Session } from './session.ts';
import type { AuthSettings } from './settings.ts';
import { GrantRefused, grantOf } from './token-grants.ts';
import { tokenName, tokenRoles, tokenServices } from './token-roles.ts';

/** The service that the pages need; those of the others are offered where the token is made for them too. */
export const SCOPE = 'detect';

/** Name and password, at the service's own issuer. Requests wait until somebody has logged in. */
export function passwordSession(settings: Extract<AuthSettings, { auth: 'password' }>): Session {
  const { token_endpoint: endpoint, revocation_endpoint: revocation, client_id: clientId } = settings;
  const tokens = new KeptTokens(async () => ({ endpoint, revocation, clientId }));
  let asking: Promise<void> | null = null;
  return {
    roles: async () => tokenRoles((await tokens.token()) ?? '', SCOPE, settings.role_prefix),
    services: async () => tokenServices((await tokens.token()) ?? ''),
    username: async () => tokenName((await tokens.token()) ?? ''),
    canLogOut: true,
    issuer: null,
    async token() {
      for (;;) {
        const token = await tokens.token();
        if (token !== null) return token;
        asking ??= askForPassword(async (given) => {
          // Without a scope it is for every service that the client may ask for.
          const form = { grant_type: 'password', client_id: clientId, ...given };
          tokens.keep(await grantOf(endpoint, form));
        }).finally(() => {
          asking = null;
        });
        await asking;
      }
    },
    refused: () => tokens.refused(),
    logOut: () => {
      void tokens.revoke().finally(() => window.location.assign('/map'));
    },
  };
}

/** Shows the form until it is taken; it asks for a new password too where the one given has to be changed. */
function askForPassword(logIn: (given: Readonly<Record<string, string>>) => Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const problem = element('p', { class: 'problem', role: 'alert', hidden: true });
    const button = element('button', { type: 'submit', class: 'main' }, message('login.log_in'));
    const field = (name: string, label: string, type: string, autocomplete: string) =>
      element('label', { class: 'field' }, label, element('input', { name, type, autocomplete, required: true }));
    const another = element('div', { hidden: true });
    const form = element(
      'form',
      {},
      element('h2', { id: 'login-title' }, message('login.title')),
      field('username', message('login.name'), 'text', 'username'),
      field('password', message('login.password'), 'password', 'current-password'),
      another,
      problem,
      button,
    );
    const dialog = element('dialog', { class: 'login', 'aria-labelledby': 'login-title' }, form);
    // There is nothing behind it to go back to.
    dialog.addEventListener('cancel', (event) => event.preventDefault());
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const fields = new FormData(form);
      button.disabled = true;
      logIn(Object.fromEntries([...fields].map(([name, value]) => [name, String(value)])))
        .then(() => {
          dialog.close();
          dialog.remove();
          resolve();
        })
        .catch((error: unknown) => {
          if (error instanceof GrantRefused && error.mustChangePassword && another.hidden) {
            another.append(field('new_password', message('login.new_password'), 'password', 'new-password'));
            another.hidden = false;
          }
          problem.textContent = problemWords(error);
          problem.hidden = false;
        })
        .finally(() => {
          button.disabled = false;
        });
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
