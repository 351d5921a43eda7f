import { z } from 'zod';
import { HalcyonError } from '../../../schemas/errors.ts';
import { SAID_PATTERN } from '../../../schemas/http/alerts/comment-body.ts';
import { networkName } from '../../../schemas/http/name-text.ts';
import { isShownText, NO_UNSEEN } from '../../../schemas/shown-text.ts';
import { VARIABLES, type Variable } from '../../../schemas/variables.ts';
import { pageFields, stationsText, wordText } from '../../http/query-fields.ts';

/** Why somebody rules so: up to a thousand characters, not only blanks. */
export const reasonText = z
  .string()
  .refine(isShownText, { message: `String should be a text ${NO_UNSEEN}` })
  .trim()
  .min(1)
  .max(1000)
  .meta({ override: { pattern: SAID_PATTERN } });

/** The variables that a window is for: some, or `all`, which is also what holds where nothing is said. */
export const variablesField = z
  .union([z.literal('all'), z.array(z.enum(VARIABLES)).min(1)])
  .default('all')
  .transform((given): readonly Variable[] =>
    given === 'all' ? VARIABLES : VARIABLES.filter((variable) => given.includes(variable)),
  );

/** The fields of a query that asks for a list of rules. */
export const ruleListFields = {
  network: networkName.optional(),
  station: stationsText.optional(),
  active: wordText(['true', 'false']).optional(),
  ...pageFields,
};

/** What a field is refused with. @param msg what would be right */
export function refused(field: string, msg: string, where: 'body' | 'query' = 'body'): HalcyonError {
  return new HalcyonError('invalid_parameter', msg, { problems: [{ loc: [where, field], msg, type: 'value_error' }] });
}

/** What the audit log says of a call about a variable of a station. */
export function ofStation({
  path: { id, variable },
  query: { network },
}: {
  readonly path: { readonly id: string; readonly variable: string };
  readonly query: { readonly network?: string | undefined };
}) {
  return { about: { kind: 'station', id }, network: network ?? null, detail: variable };
}
