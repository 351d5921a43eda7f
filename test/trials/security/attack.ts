/** What an attack is made with. */
export interface AttackContext {
  /** For its data, made; its own. */
  readonly folder: string;
  /** 1: as the title of the attack says; less: so much of it. */
  readonly scale: number;
  /** One line of progress. */
  readonly say: (line: string) => void;
}

/** Something that was measured of an attack, against what it may be. */
export interface Measure {
  readonly what: string;
  readonly found: string;
  readonly limit: string;
  readonly holds: boolean;
}

/** Something that somebody who has the source would try; every file of `attacks/` exports one. */
export interface Attack {
  /** For `--only`. */
  readonly name: string;
  /** What is done at full scale. */
  readonly title: string;
  run(context: AttackContext): Promise<readonly Measure[]>;
}

/** A number that may not be above another. */
export function atMost(what: string, found: number, limit: number, unit = ''): Measure {
  const text = (value: number) =>
    `${Number.isInteger(value) ? value : value.toFixed(1)}${unit === '' ? '' : ` ${unit}`}`;
  return { what, found: text(found), limit: `at most ${text(limit)}`, holds: found <= limit };
}
