import type { z } from 'zod';
import { readConfiguration } from '../../../../schemas/configuration.ts';
import { listedClientShape, listedUserShape } from '../../../../schemas/http/answers/people-answer.ts';
import { answerColumns } from '../../../http/formats/answer-columns.ts';
import { listedKeyShape } from '../../../identity/administration/keys-list.ts';
import { administerFrom } from '../../../system/open-administration.ts';
import { type CommandIo, failuresTo } from '../../frame/command-frame.ts';
import { type FormatOptions, formatOf } from '../../frame/output-format.ts';
import { printRecords } from '../../terminal/print-records.ts';
import { recordLines, type ShownColumn } from '../../terminal/record-lines.ts';

/** What is listed of a realm: the operation that lists it, what a record is, and its table. */
const LISTS = {
  users: {
    operation: 'user-list',
    shape: listedUserShape,
    table: [
      { of: 'username', title: 'User' },
      { of: 'roles', title: 'Roles' },
      { of: 'name', title: 'Name', leaves: 2, shrinks: 1 },
      { of: 'email', title: 'E-mail', leaves: 1 },
      { of: 'federated', title: 'Logs in at', leaves: 3 },
      { of: 'disabled', title: 'Disabled' },
    ],
  },
  clients: {
    operation: 'client-list',
    shape: listedClientShape,
    table: [
      { of: 'client_id', title: 'Client' },
      { of: 'public', title: 'Public', leaves: 2 },
      { of: 'service', title: 'Service' },
      { of: 'scopes', title: 'Scopes' },
      { of: 'roles', title: 'Roles', leaves: 1 },
      { of: 'disabled', title: 'Disabled' },
    ],
  },
  keys: {
    operation: 'keys-list',
    shape: listedKeyShape,
    table: [
      { of: 'kid', title: 'Key' },
      { of: 'algorithm', title: 'Algorithm', leaves: 1 },
      { of: 'signs_from', title: 'Signs from' },
      { of: 'shown_until', title: 'Shown until' },
    ],
  },
} satisfies Readonly<Record<string, { operation: string; shape: z.ZodObject; table: readonly ShownColumn[] }>>;

export type ListName = keyof typeof LISTS;

/** `halcyon identity user|client|keys list`: what there is of a realm. */
export async function listOfRealm(
  name: ListName,
  { realm, ...asked }: FormatOptions & { readonly realm?: string },
  io: CommandIo,
): Promise<number> {
  const format = formatOf(asked);
  const { operation, shape, table } = LISTS[name];
  const request = realm === undefined ? {} : { realm };
  const answer = await administerFrom(readConfiguration(io.environment), operation, request, io.now, failuresTo(io));
  const rows = answer as readonly object[];
  const columns = answerColumns<object>(shape);
  const lines = (width: number) => (rows.length === 0 ? [`no ${name}`] : recordLines(columns, table, rows, width));
  await printRecords(format, { document: { [name]: rows }, rows, columns, lines }, io);
  return 0;
}
