import { HalcyonError } from '../../../schemas/errors.ts';

/** `{{arg1}}` or `{arg1}`. */
const PLACEHOLDER = /\{\{\s*(arg\d+)\s*\}\}|\{\s*(arg\d+)\s*\}/g;

/*
 * Comments, then quoted text, then placeholders outside both. What is never closed reaches to the end, so that every
 * character is looked at once. A misread comment or string could only put a path where it means nothing: what the
 * statement may read is decided by the engine's parser, after this.
 */
const PARTS = new RegExp(
  [
    /--[^\n\r]*|\/\*[\s\S]*?(?:\*\/|$)/,
    /((?<!\w)[eE]'[^'\\]*(?:(?:\\[\s\S]|'')[^'\\]*)*(?:'|$)|'[^']*(?:'|$)|"[^"]*(?:"|$)|(?<![\w$])\$(?<tag>[a-zA-Z_]\w*)?\$[\s\S]*?(?:\$\k<tag>\$|$))/,
    PLACEHOLDER,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
);

/**
 * The statement with the paths of its files: quoted where the placeholder stands free, bare where it stands in quotes
 * already. Placeholders in comments are left.
 *
 * @param paths by argument; may hold no quotes
 * @throws HalcyonError `query_failed` where a placeholder has no file
 */
export function withPaths(statement: string, paths: ReadonlyMap<string, string>): string {
  const bare = (whole: string, double?: string, single?: string): string => {
    const argument = double ?? single;
    if (argument === undefined) return whole;
    const path = paths.get(argument);
    if (path === undefined) throw noFile(argument, paths);
    return path;
  };
  return statement.replace(PARTS, (whole: string, quoted?: string, _tag?: string, double?: string, single?: string) => {
    if (quoted !== undefined) return quoted.replace(PLACEHOLDER, bare);
    if (double === undefined && single === undefined) return whole;
    return `'${bare(whole, double, single)}'`;
  });
}

/** The arguments that a statement names outside of comments, in their order. */
export function argumentsIn(statement: string): string[] {
  const found = new Set<string>();
  const note = (whole: string, double?: string, single?: string): string => {
    found.add(double ?? single ?? '');
    return whole;
  };
  statement.replace(PARTS, (whole: string, quoted?: string, _tag?: string, double?: string, single?: string) => {
    if (quoted !== undefined) quoted.replace(PLACEHOLDER, note);
    else if (double !== undefined || single !== undefined) note(whole, double, single);
    return whole;
  });
  return [...found];
}

function noFile(argument: string, paths: ReadonlyMap<string, string>): HalcyonError {
  const given = paths.size === 0 ? 'the query has no files' : `its files are ${[...paths.keys()].join(', ')}`;
  return new HalcyonError(
    'query_failed',
    `The statement names {{${argument}}}, which is no file of this query: ${given}. Parameters.${argument} of the operator, ` +
      'or the property argname of its edge to a file, says which file it is.',
  );
}
