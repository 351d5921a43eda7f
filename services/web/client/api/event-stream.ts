/** An event of a stream, as the HTML standard has it (section 9.2, server-sent events). */
export interface StreamEvent {
  readonly type: string;
  /** Id to resume after; '' where none was sent yet. */
  readonly id: string;
  readonly data: string;
}

/** Reads server-sent events from text that comes in pieces of any length. */
export class EventStreamReader {
  #rest = '';
  #type = '';
  #data: string[] = [];
  #id: string;

  /** @param id of the last event before, where a stream is resumed */
  constructor(id = '') {
    this.#id = id;
  }

  /** The events that a piece of text completes, in their order. */
  read(text: string): StreamEvent[] {
    const events: StreamEvent[] = [];
    const lines = (this.#rest + text).split(/\r\n|\n|\r(?!$)/);
    this.#rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line !== '') this.#field(line);
      else this.#dispatch(events);
    }
    return events;
  }

  #field(line: string): void {
    const colon = line.indexOf(':');
    // A line that begins with a colon is a comment: it keeps the connection open.
    if (colon === 0) return;
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === 'event') this.#type = value;
    else if (name === 'data') this.#data.push(value);
    else if (name === 'id' && !value.includes('\0')) this.#id = value;
  }

  #dispatch(events: StreamEvent[]): void {
    if (this.#data.length > 0) {
      events.push({ type: this.#type === '' ? 'message' : this.#type, id: this.#id, data: this.#data.join('\n') });
    }
    this.#type = '';
    this.#data = [];
  }
}
