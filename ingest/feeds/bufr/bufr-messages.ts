/** What of some bytes is a BUFR message, and where. */
export interface FoundMessage {
  readonly bytes: Buffer;
  /** Place of its first byte. */
  readonly at: number;
}

const START = Buffer.from('BUFR');
const END = '7777';
/** Section 0: the word, three bytes of length, one of the edition. */
const SECTION_0 = 8;
/** The sections of the shortest message. */
const SHORTEST = 30;
/** Messages of one notification: centres send one, and bulletins some ten. */
export const MOST_MESSAGES = 500;

/**
 * The BUFR messages in some bytes, bulletins with headings between them or not. One that is cut off, or does not end as it
 * should, is among them with the bytes there are up to the next.
 */
export function bufrMessages(data: Buffer): FoundMessage[] {
  const found: FoundMessage[] = [];
  for (let at = data.indexOf(START); at >= 0 && found.length < MOST_MESSAGES; ) {
    const end = endOf(data, at);
    found.push({ bytes: data.subarray(at, end), at });
    at = data.indexOf(START, end);
    // The last takes the rest with it, so that nothing is lost.
    if (found.length === MOST_MESSAGES - 1 && at >= 0) {
      found.push({ bytes: data.subarray(at), at });
      break;
    }
  }
  return found;
}

/** Where a message ends, by its length where its end stands there, else where the next begins. */
function endOf(data: Buffer, at: number): number {
  const length = data.length - at >= SECTION_0 ? data.readUIntBE(at + START.length, 3) : 0;
  const end = at + length;
  if (length >= SHORTEST && data.toString('latin1', end - END.length, end) === END) return end;
  const next = data.indexOf(START, at + START.length);
  return next < 0 ? data.length : next;
}

/** Place of the data category in a message, by its edition: section 1 has it at octet 9 up to edition 3, then at 11. */
const CATEGORY_AT: Readonly<Record<number, number>> = { 2: SECTION_0 + 8, 3: SECTION_0 + 8, 4: SECTION_0 + 10 };

/** Data category of a message (table A: 0 is surface data of land); undefined where it is of no edition in use. */
export function dataCategory(message: Buffer): number | undefined {
  return message[CATEGORY_AT[message[SECTION_0 - 1] ?? 0] ?? message.length];
}
