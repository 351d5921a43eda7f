import { readIdentifier, readNetwork } from '../../validation/identifier.ts';

/** What a topic says of the observations that are published to it; what it leaves open is absent. */
export interface TopicNames {
  readonly network?: string;
  readonly station?: string;
}

const PLACES = ['{network}', '{station_id}'] as const;
/** A subscription that several clients share (MQTT 5 section 4.8.2): its topic follows behind the group. */
const SHARED = /^\$share\/[^/+#]+\//;

/** A topic filter (MQTT section 4.7) in which `{network}` and `{station_id}` stand for a level that names one. */
export class TopicPattern {
  /** What is subscribed to: a place is `+` there. */
  readonly filter: string;
  readonly #levels: readonly string[];

  private constructor(filter: string, levels: readonly string[]) {
    this.filter = filter;
    this.#levels = levels;
  }

  /** @returns a text that says what is wrong and what would be right where the text is no pattern */
  static of(text: string): TopicPattern | string {
    const expected = 'should be a topic such as stations/{network}/{station_id}/observations, with + and # as in MQTT';
    const shared = SHARED.exec(text)?.[0] ?? '';
    const levels = text.slice(shared.length).split('/');
    if (text === shared || Buffer.byteLength(text) > 65_535) return `'${text.slice(0, 60)}' ${expected}`;
    for (const [at, level] of levels.entries()) {
      const isPlace = (PLACES as readonly string[]).includes(level);
      const wild = level === '+' || (level === '#' && at === levels.length - 1);
      if (!isPlace && !wild && /[+#{}\0]/.test(level))
        return `'${text}' ${expected}; '${level}' is not one of its levels`;
      if (isPlace && levels.indexOf(level) < at) return `'${text}' names ${level} twice`;
    }
    const isPlace = (level: string) => (PLACES as readonly string[]).includes(level);
    return new TopicPattern(shared + levels.map((level) => (isPlace(level) ? '+' : level)).join('/'), levels);
  }

  /** What a topic says; undefined where it is none of the pattern, or a level of it can be no name. */
  names(topic: string): TopicNames | undefined {
    const given = topic.split('/');
    let names: TopicNames = {};
    for (const [at, level] of this.#levels.entries()) {
      // `a/#` is `a` as well.
      if (level === '#') return names;
      const found = given[at];
      if (found === undefined) return undefined;
      if (level === '{network}') {
        const network = readNetwork(found);
        if (network === undefined) return undefined;
        names = { ...names, network };
      } else if (level === '{station_id}') {
        const station = readIdentifier(found);
        if (station === undefined) return undefined;
        names = { ...names, station };
      } else if (level !== '+' && level !== found) return undefined;
    }
    return given.length === this.#levels.length ? names : undefined;
  }
}
