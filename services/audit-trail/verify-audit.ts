import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HalcyonError } from '../../schemas/errors.ts';
import { pathCode } from '../../schemas/path-reason.ts';
import { type AuditFile, headName, linesOf, listAudit } from '../audit/audit-files.ts';
import { type AuditLine, type NamedRecord, NO_HASH, readLine } from '../audit/audit-line.ts';

/** Something of an audit log that does not fit, or is worth a word. */
export interface AuditFinding {
  /** False of what a crash leaves behind: nothing is wrong with the records. */
  readonly wrong: boolean;
  readonly file: string;
  /** From 1 on; null of the file as a whole. */
  readonly line: number | null;
  readonly what: string;
}

/** What was found when an audit log was held against its own hashes. */
export interface AuditVerdict {
  readonly whole: boolean;
  readonly chains: number;
  readonly files: number;
  readonly records: number;
  /** Time of the first record that is there; null where there is none. */
  readonly since: string | null;
  readonly findings: readonly AuditFinding[];
}

/** A record that another one names, and where. */
interface Reference extends NamedRecord {
  readonly file: string;
  readonly line: number;
}

/** How far a chain has come, as it says of itself. */
type Head = Pick<NamedRecord, 'number' | 'hash'>;

interface References {
  /** What processes found when they began. */
  readonly found: readonly Reference[];
  /** The last records of days that were removed by age. */
  readonly removed: readonly Reference[];
}

/**
 * Reads every record of an audit log and holds it against its own hash, the one before it, and what other records say of it.
 * Of each chain the first record that does not fit is named: what follows it cannot be told.
 *
 * @throws HalcyonError `insufficient_data` where there is no audit log, `store_unreadable` where it cannot be read
 */
export async function verifyAudit(folder: string): Promise<AuditVerdict> {
  // Heads before files: what a process writes meanwhile is beyond its head, never short of it.
  const before = await listAudit(folder);
  const heads = new Map<string, Head | null>();
  for (const chain of before?.heads ?? []) heads.set(chain, await readHead(folder, headName(chain)));
  const listed = (await listAudit(folder)) ?? { files: [], heads: [] };
  if (listed.files.length + listed.heads.length === 0) {
    throw new HalcyonError(
      'insufficient_data',
      `${folder} holds no audit log: nothing was recorded, or it was removed`,
    );
  }
  const references = await referencesIn(folder, listed.files);
  const chains = new Map<string, AuditFile[]>(listed.heads.map((chain) => [chain, []]));
  for (const file of listed.files) chains.set(file.chain, [...(chains.get(file.chain) ?? []), file]);
  const findings: AuditFinding[] = [];
  let records = 0;
  let since: string | null = null;
  for (const [chain, files] of chains) {
    const walk = new ChainWalk(folder, chain, references, heads.get(chain) ?? null);
    await walk.along(files);
    findings.push(...walk.findings);
    records += walk.records;
    if (walk.since !== null && (since === null || walk.since < since)) since = walk.since;
  }
  findings.push(...missingChains(chains, references));
  const whole = findings.every(({ wrong }) => !wrong);
  return { whole, chains: chains.size, files: listed.files.length, records, since, findings };
}

async function referencesIn(folder: string, files: readonly AuditFile[]): Promise<References> {
  const found: Reference[] = [];
  const removed: Reference[] = [];
  for (const { name } of files) {
    let line = 0;
    for await (const { text } of linesOf(folder, name)) {
      line += 1;
      if (!text.includes('"named":[{')) continue;
      const { action, named = [] } = readLine(text)?.record ?? {};
      const references = named.map((one) => ({ ...one, file: name, line }));
      if (action === 'audit.begin') found.push(...references);
      if (action === 'audit.remove') removed.push(...references);
    }
  }
  return { found, removed };
}

/** The first reference to each chain of which nothing is left, though nobody says that it was removed by age. */
function missingChains(chains: ReadonlyMap<string, unknown>, { found, removed }: References): AuditFinding[] {
  const missing = new Map<string, AuditFinding>();
  for (const { chain, number, file, line } of found) {
    if (chains.has(chain) || missing.has(chain)) continue;
    if (removed.some((one) => one.chain === chain && one.number >= number)) continue;
    const what = `it names record ${number} of the chain ${chain}, of which nothing is left: its files were removed`;
    missing.set(chain, { wrong: true, file, line, what });
  }
  return [...missing.values()];
}

/** Goes along the records of one chain. */
class ChainWalk {
  readonly findings: AuditFinding[] = [];
  records = 0;
  since: string | null = null;
  readonly #folder: string;
  readonly #chain: string;
  readonly #removed: readonly Reference[];
  /** By the number that they name. */
  readonly #named = new Map<number, Reference[]>();
  #last: AuditLine | null = null;
  readonly #head: Head | null;

  constructor(folder: string, chain: string, { found, removed }: References, head: Head | null) {
    this.#folder = folder;
    this.#chain = chain;
    this.#head = head;
    this.#removed = removed.filter((one) => one.chain === chain);
    for (const one of found) {
      if (one.chain === chain) this.#named.set(one.number, [...(this.#named.get(one.number) ?? []), one]);
    }
  }

  async along(files: readonly AuditFile[]): Promise<void> {
    const head = headName(this.#chain);
    for (const [at, { name }] of files.entries()) {
      if (!(await this.#file(name, at === files.length - 1))) return;
    }
    const last = files.at(-1)?.name ?? head;
    if (this.#head === null) {
      if (files.length > 0)
        this.#wrong(head, null, `it is missing: how far the chain ${this.#chain} came is not known`);
      return;
    }
    this.#end(last);
  }

  /** False where a record does not fit. */
  async #file(name: string, isLast: boolean): Promise<boolean> {
    let line = 0;
    for await (const { text, whole } of linesOf(this.#folder, name)) {
      line += 1;
      const read = readLine(text);
      if (read === null && !whole && isLast) {
        const what = 'the last line is cut, as after a crash; what it was to say is not known';
        this.findings.push({ wrong: false, file: name, line, what });
        continue;
      }
      const problem = read === null ? 'it is no record of an audit log' : this.#problemOf(read.record, read.fits);
      if (problem !== null || read === null) return this.#wrong(name, line, problem ?? '');
      this.#last = read.record;
      this.records += 1;
      this.since ??= read.record.time;
    }
    return true;
  }

  #problemOf(record: AuditLine, fits: boolean): string | null {
    const { chain, number, prev, hash } = record;
    if (!fits) return `record ${number} was changed: its hash is that of another`;
    if (chain !== this.#chain) return `it is a record of the chain ${chain}`;
    const before = this.#last;
    if (before === null) return this.#problemOfFirst(record);
    if (number <= before.number) return `record ${number} is out of its place: it follows record ${before.number}`;
    if (number > before.number + 1) return `${missing(before.number + 1, number - 1)} before this one`;
    if (prev !== before.hash) return `record ${number} follows another record than the one before it`;
    return this.#namedOtherwise(number, hash);
  }

  #problemOfFirst({ number, prev, hash }: AuditLine): string | null {
    if (number === 1) return prev === NO_HASH ? this.#namedOtherwise(1, hash) : 'record 1 follows another record';
    const anchor = this.#removed.some((one) => one.number === number - 1 && one.hash === prev);
    if (!anchor) return `${missing(1, number - 1)} before this one, and no record says that they were removed by age`;
    return this.#namedOtherwise(number, hash);
  }

  #namedOtherwise(number: number, hash: string): string | null {
    const other = [...(this.#named.get(number) ?? [])].find((one) => one.hash !== hash);
    if (other !== undefined) return `record ${number} is another than ${other.file}, line ${other.line}, names`;
    if (this.#head?.number !== number || this.#head.hash === hash) return null;
    return `record ${number} is another than ${headName(this.#chain)} names`;
  }

  /** Whether the chain goes as far as others say of it. */
  #end(file: string): void {
    const removed = Math.max(0, ...this.#removed.map(({ number }) => number));
    const last = this.#last?.number ?? removed;
    const head = this.#head?.number ?? 0;
    const further = [...this.#named.keys()].filter((number) => number > Math.max(last, removed));
    const furthest = Math.max(head, ...further);
    if (furthest <= last) return;
    this.#wrong(file, null, `${missing(last + 1, furthest)} at its end`);
  }

  #wrong(file: string, line: number | null, what: string): false {
    this.findings.push({ wrong: true, file, line, what });
    return false;
  }
}

function missing(first: number, last: number): string {
  return first === last ? `record ${first} is missing` : `records ${first} to ${last} are missing`;
}

async function readHead(folder: string, name: string): Promise<Head | null> {
  try {
    const head = JSON.parse(await readFile(join(folder, name), 'utf8')) as { number?: unknown; hash?: unknown };
    const { number, hash } = head;
    return typeof number === 'number' && typeof hash === 'string' ? { number, hash } : null;
  } catch (error) {
    if (error instanceof SyntaxError || pathCode(error) === 'ENOENT') return null;
    throw new HalcyonError('store_unreadable', `${join(folder, name)} cannot be read`, { cause: error });
  }
}
