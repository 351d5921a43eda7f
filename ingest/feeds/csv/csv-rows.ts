import { isUtf8 } from 'node:buffer';
import { endsInsideQuotes } from './csv-record.ts';

/** One record of a CSV text, not yet split into fields. */
export interface CsvRow {
  /** Line it begins at; the first is 1. */
  readonly line: number;
  /** Without its line end; '' where the bytes are no text. */
  readonly text: string;
  /** The bytes as they came, where they are no text. */
  readonly bytes: Uint8Array | null;
  /** Why the bytes are no text; '' where they are. */
  readonly unreadable: string;
}

/** A longer line is no record of weather; its beginning is kept. */
const LONGEST_LINE = 1 << 20;
const KEPT_OF_LONG_LINE = 1 << 12;
/** A quotation mark that is still open after so many lines was never meant to open a field. */
const MOST_LINES_OF_RECORD = 50;

const LF = 10;
const CR = 13;

/**
 * Cuts bytes into records: lines that end in LF, CRLF or CR, mixed or not; a quoted field may hold line ends. A
 * byte-order mark is taken off, empty lines are left out. Bytes that are no UTF-8 spoil their own line only.
 */
export class CsvRowScanner {
  private carry: Buffer = Buffer.alloc(0);
  private line = 1;
  private started = false;
  /** Lines of a record whose quoted field is still open. */
  private open: { line: number; texts: string[] } | null = null;
  private skipping = false;
  private readonly delimiter: () => string;

  /** @param delimiter asked when a row has quotation marks, since the first row may decide it */
  constructor(delimiter: () => string) {
    this.delimiter = delimiter;
  }

  /** Records that are complete with these bytes. */
  push(chunk: Buffer): CsvRow[] {
    const bytes = this.carry.length === 0 ? chunk : Buffer.concat([this.carry, chunk]);
    const cut = lastLineEnd(bytes);
    const rows: CsvRow[] = [];
    if (cut > 0) this.lines(bytes.subarray(0, cut), rows);
    this.carry = bytes.subarray(cut);
    if (this.carry.length > LONGEST_LINE) this.skipLongLine(rows);
    return rows;
  }

  /** What is left when the bytes have ended. */
  end(): CsvRow[] {
    const rows: CsvRow[] = [];
    if (this.carry.length > 0) this.lines(this.carry, rows);
    this.carry = Buffer.alloc(0);
    if (this.open !== null) this.giveUpQuotes(rows);
    return rows;
  }

  private lines(block: Buffer, rows: CsvRow[]): void {
    const bytes = this.withoutMark(block);
    if (isUtf8(bytes)) {
      for (const text of textLines(bytes.toString('utf8'))) this.text(text, rows);
      return;
    }
    for (const line of byteLines(bytes)) {
      if (isUtf8(line)) this.text(line.toString('utf8'), rows);
      else this.noText(line, rows);
    }
  }

  private withoutMark(block: Buffer): Buffer {
    if (this.started) return block;
    this.started = true;
    return block[0] === 0xef && block[1] === 0xbb && block[2] === 0xbf ? block.subarray(3) : block;
  }

  private text(text: string, rows: CsvRow[]): void {
    const line = this.line;
    this.line += 1;
    if (this.skipping) {
      this.skipping = false;
      return;
    }
    if (this.open !== null) {
      this.open.texts.push(text);
      if (text.includes('"')) {
        const whole = this.open.texts.join('\n');
        if (!endsInsideQuotes(whole, this.delimiter())) {
          rows.push({ line: this.open.line, text: whole, bytes: null, unreadable: '' });
          this.open = null;
          return;
        }
      }
      if (this.open.texts.length >= MOST_LINES_OF_RECORD) this.giveUpQuotes(rows);
    } else if (text.includes('"') && endsInsideQuotes(text, this.delimiter())) {
      this.open = { line, texts: [text] };
    } else if (text.trim() !== '') {
      rows.push({ line, text, bytes: null, unreadable: '' });
    }
  }

  private noText(bytes: Buffer, rows: CsvRow[]): void {
    if (this.open !== null) this.giveUpQuotes(rows);
    if (this.skipping) this.skipping = false;
    else rows.push({ line: this.line, text: '', bytes: Buffer.from(bytes), unreadable: notUtf8(bytes) });
    this.line += 1;
  }

  /** The line that opened the quotes stands alone, and what followed is read as if it had not. */
  private giveUpQuotes(rows: CsvRow[]): void {
    const given = this.open;
    if (given === null) return;
    this.open = null;
    const [first = '', ...others] = given.texts;
    rows.push({ line: given.line, text: first, bytes: null, unreadable: 'a quotation mark is opened and not closed' });
    this.line = given.line + 1;
    for (const text of others) this.text(text, rows);
  }

  private skipLongLine(rows: CsvRow[]): void {
    if (this.open !== null) this.giveUpQuotes(rows);
    if (!this.skipping) {
      const bytes = Buffer.from(this.carry.subarray(0, KEPT_OF_LONG_LINE));
      const unreadable = `the line is longer than ${LONGEST_LINE} bytes; its first ${KEPT_OF_LONG_LINE} are kept`;
      rows.push({ line: this.line, text: '', bytes, unreadable });
    }
    this.skipping = true;
    this.carry = Buffer.alloc(0);
  }
}

/** Where the last complete line ends; 0 where none does. A CR at the very end may be half of a CRLF. */
function lastLineEnd(bytes: Buffer): number {
  const lf = bytes.lastIndexOf(LF);
  if (lf >= 0) return lf + 1;
  return bytes.length < 2 ? 0 : bytes.lastIndexOf(CR, bytes.length - 2) + 1;
}

function textLines(text: string): string[] {
  const lines = text.includes('\r') ? text.split(/\r\n|\n|\r/) : text.split('\n');
  if (lines[lines.length - 1] === '') lines.pop();
  return lines;
}

function byteLines(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  let start = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    if (bytes[at] !== LF && bytes[at] !== CR) continue;
    lines.push(bytes.subarray(start, at));
    if (bytes[at] === CR && bytes[at + 1] === LF) at += 1;
    start = at + 1;
  }
  if (start < bytes.length) lines.push(bytes.subarray(start));
  return lines;
}

function notUtf8(bytes: Buffer): string {
  const utf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  return utf16 ? 'the text is UTF-16, should be UTF-8' : 'the bytes are no UTF-8 text';
}
