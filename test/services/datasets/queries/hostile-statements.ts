import { readFileSync } from 'node:fs';

/** A statement that means no good, or looks as if. */
export interface HostileStatement {
  readonly title: string;
  /** `%outside%` stands for a file beside the run's folder, `%data%` for the first given file, by their absolute paths. */
  readonly statement: string;
  /**
   * `refused` before anything is opened; `limit`: ends by a limit that has a setting; `harmless`: may run or fail, and
   * must leak and change nothing.
   */
  readonly expect: 'refused' | 'limit' | 'harmless';
  /** Part of the message. */
  readonly says?: string;
  /** True where the check alone stands between the statement and the memory of the process. */
  readonly uncontained?: boolean;
}

type Part = string | readonly [text: string, times: number];
type Written = Omit<HostileStatement, 'statement'> & { readonly statement: string | readonly Part[] };

/** Every statement of hostile-statements.json, with what is repeated in it written out. */
export function hostileStatements(): HostileStatement[] {
  const written = JSON.parse(readFileSync(new URL('hostile-statements.json', import.meta.url), 'utf8')) as Written[];
  return written.map((one) => {
    const parts = typeof one.statement === 'string' ? [one.statement] : one.statement;
    return {
      ...one,
      statement: parts.map((part) => (typeof part === 'string' ? part : part[0].repeat(part[1]))).join(''),
    };
  });
}
