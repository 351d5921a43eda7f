import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { readConfiguration } from '../../../../schemas/configuration.ts';
import { HalcyonError } from '../../../../schemas/errors.ts';
import { pathReason } from '../../../../schemas/path-reason.ts';
import { printable } from '../../../../schemas/printable.ts';
import { type CommandIo, failuresTo } from '../../frame/command-frame.ts';
import type { CommandHost } from '../../frame/command-table.ts';
import { type FormatOptions, inFormats } from '../../frame/output-format.ts';
import type { ListName } from './listed-records.ts';
import { secretFrom } from './secret-input.ts';

const NO_ROLES =
  'give each role that the user is to have with --role; to let the user in no more, use halcyon identity user disable';

interface InRealm {
  readonly realm?: string;
}
interface UserAdding extends InRealm {
  readonly role: string[];
  readonly name?: string;
  readonly email?: string;
  readonly federated?: string;
  readonly passwordFile?: string;
}
interface ClientAdding extends InRealm {
  readonly public: boolean;
  readonly secretFile?: string;
  readonly service?: string;
  readonly scope: string[];
  readonly role: string[];
}

/** Adds `halcyon identity ...`: users, clients, keys and realms. */
export function addIdentityCommands(host: CommandHost): void {
  const { program, settled, io } = host;
  const identity = settled(program.command('identity')).description('users, clients and keys of the identity service');
  const group = (name: string, description: string) => settled(identity.command(name)).description(description);
  const asks = async (operation: string, request: object) => {
    const { administerFrom } = await import('../../../system/open-administration.ts');
    const lines = await administerFrom(readConfiguration(io.environment), operation, request, io.now, failuresTo(io));
    for (const line of lines) io.stdout.write(`${printable(String(line))}\n`);
    return 0;
  };
  addUsers(group('user', 'users'), host, asks);
  addClients(group('client', 'clients: programs that ask for tokens'), host, asks);
  addKeys(group('keys', 'signing keys'), host, asks);
  addRealms(group('realm', 'realms'), host, asks);
}

type Asks = (operation: string, request: object) => Promise<number>;

/** What lists something of a realm. */
function listing(name: ListName, does: CommandHost['does'], io: CommandIo) {
  return does(async (options: InRealm & FormatOptions) =>
    (await import('./listed-records.ts')).listOfRealm(name, options, io),
  );
}

function addUsers(group: Command, { settled, does, io }: CommandHost, asks: Asks): void {
  const user = (usage: string, description: string) => inRealm(settled(group.command(usage)).description(description));
  user('add <name>', 'add a user; the password comes from a prompt, a file or standard input')
    .option('--role <role>', 'a role, curator@north one in the network north alone; may be repeated', gathered, [])
    .option('--name <name>', 'full name')
    .option('--email <address>', 'e-mail address')
    .option('--federated <provider>', 'provider that the user logs in at: no password here')
    .option('--password-file <file>', 'file of the password; - reads standard input')
    .action(
      does(async (username: string, options: UserAdding) => {
        const { role: roles, name = null, email = null, federated = null, passwordFile } = options;
        if (federated !== null && passwordFile !== undefined) {
          throw new HalcyonError('invalid_parameter', '--federated and --password-file exclude each other');
        }
        const password = federated === null ? await secretFrom(passwordFile, 'password', '--password-file', io) : null;
        return asks('user-add', { ...realmOf(options), username, password, roles, name, email, federated });
      }),
    );
  inFormats(user('list', 'users with their roles')).action(listing('users', does, io));
  for (const [usage, disabled] of [
    ['disable', true],
    ['enable', false],
  ] as const) {
    user(
      `${usage} <name>`,
      disabled ? 'end all sessions of a user and let them in no more' : 'let a user in again',
    ).action(
      does((username: string, options: InRealm) => asks('user-disable', { ...realmOf(options), username, disabled })),
    );
  }
  user('password <name>', 'give a user another password')
    .option('--password-file <file>', 'file of the password; - reads standard input')
    .action(
      does(async (username: string, options: InRealm & { passwordFile?: string }) => {
        const password = await secretFrom(options.passwordFile, 'password', '--password-file', io);
        return asks('user-password', { ...realmOf(options), username, password });
      }),
    );
  user('roles <name>', 'give a user other roles, in place of all that they have')
    .option('--role <role>', 'a role, curator@north one in the network north alone; may be repeated', gathered, [])
    .action(
      does(async (username: string, options: InRealm & { role: string[] }) => {
        if (options.role.length === 0) throw new HalcyonError('invalid_parameter', NO_ROLES);
        return asks('user-roles', { ...realmOf(options), username, roles: options.role });
      }),
    );
}

function addClients(group: Command, { settled, does, io }: CommandHost, asks: Asks): void {
  const client = (usage: string, description: string) =>
    inRealm(settled(group.command(usage)).description(description));
  client('add <id>', 'add a client; its secret is made and shown once, or comes from a file')
    .option('--public', 'a client that can keep no secret', false)
    .option('--secret-file <file>', 'file of the secret; - reads standard input')
    .option('--service <name>', 'the service that it is: it may exchange tokens made for it')
    .option('--scope <service>', 'a service that it may ask tokens for; may be repeated', gathered, [])
    .option(
      '--role <role>',
      'a role of the client itself, feed@north one in the network north alone; may be repeated',
      gathered,
      [],
    )
    .action(
      does(async (id: string, options: ClientAdding) => {
        const { service = null, scope: scopes, role: roles, secretFile } = options;
        if (options.public && secretFile !== undefined) {
          throw new HalcyonError('invalid_parameter', '--public and --secret-file exclude each other');
        }
        const secret = options.public ? { secret: null } : await givenSecret(secretFile, io);
        return asks('client-add', { ...realmOf(options), id, ...secret, service, scopes, roles });
      }),
    );
  inFormats(client('list', 'clients with what they may ask for')).action(listing('clients', does, io));
  for (const [usage, disabled] of [
    ['disable', true],
    ['enable', false],
  ] as const) {
    client(
      `${usage} <id>`,
      disabled ? 'give a client no more tokens, revoke those it has' : 'give a client tokens again',
    ).action(does((id: string, options: InRealm) => asks('client-disable', { ...realmOf(options), id, disabled })));
  }
  client('secret <id>', 'give a client another secret, which is made and shown once, or comes from a file')
    .option('--secret-file <file>', 'file of the secret; - reads standard input')
    .action(
      does(async (id: string, options: InRealm & { secretFile?: string }) => {
        return asks('client-secret', { ...realmOf(options), id, ...(await givenSecret(options.secretFile, io)) });
      }),
    );
}

/** The secret of a file; none where no file is named: then the system makes one, as people make them too weak. */
async function givenSecret(file: string | undefined, io: CommandIo): Promise<{ secret?: string }> {
  return file === undefined ? {} : { secret: await secretFrom(file, 'secret', '--secret-file', io) };
}

function addKeys(group: Command, { settled, does, io }: CommandHost, asks: Asks): void {
  const keys = (usage: string, description: string) => inRealm(settled(group.command(usage)).description(description));
  keys('rotate', 'make a new signing key; tokens of the old one stay good until they expire').action(
    does((options: InRealm) => asks('keys-rotate', realmOf(options))),
  );
  inFormats(keys('list', 'keys whose signatures may be met')).action(listing('keys', does, io));
}

function addRealms(group: Command, { settled, does }: CommandHost, asks: Asks): void {
  settled(group.command('add <name>'))
    .description('add a realm: users and clients of its own')
    .action(does((realm: string) => asks('realm-add', { realm })));
  inRealm(settled(group.command('import <file>')).description('import a realm export of Keycloak'))
    .option('--role-prefix <text>', 'beginning of names of roles that is left out, such as dg_', '')
    .action(
      does(async (file: string, options: InRealm & { rolePrefix: string }) => {
        const read = await exportOf(file);
        return asks('realm-import', { realm: options.realm ?? null, rolePrefix: options.rolePrefix, export: read });
      }),
    );
}

function inRealm(command: Command): Command {
  return command.option('--realm <name>', 'realm (default: halcyon, whose tokens the services take)');
}

/** The realm that was named; where none was, the operation's own default. */
function realmOf({ realm }: InRealm): { realm?: string } {
  return realm === undefined ? {} : { realm };
}

function gathered(value: string, before: string[]): string[] {
  return [...before, value];
}

async function exportOf(file: string): Promise<unknown> {
  const contents = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new HalcyonError('invalid_parameter', `${file} cannot be read: ${pathReason(cause)}`, { cause });
  });
  try {
    return JSON.parse(contents) as unknown;
  } catch {
    // What the parser says quotes the file, which may hold a secret.
    throw new HalcyonError('invalid_parameter', `${file} should be a realm export of Keycloak, which is JSON`);
  }
}
