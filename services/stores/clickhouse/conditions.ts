import { slotOf } from '../../../schemas/time.ts';
import type { Box } from '../time-series-store.ts';
import type { Parameters } from './store-client.ts';

/** Conditions of a WHERE clause, all of which must hold, with the values of their parameters. */
export class Conditions {
  readonly #terms: string[] = [];
  readonly #parameters: Record<string, string | number> = {};

  /** Adds a term with its parameters. */
  add(term: string, parameters: Readonly<Record<string, string | number>> = {}): this {
    this.#terms.push(term);
    Object.assign(this.#parameters, parameters);
    return this;
  }

  /** Adds that a column has a value, or one of some, where there is something to ask for. */
  equal(column: string, value: string | readonly string[] | undefined): this {
    if (value === undefined) return this;
    if (typeof value === 'string') return this.add(`${column} = {${column}:String}`, { [column]: value });
    return value.length === 0 ? this.add('false') : this.add(`${column} IN (${value.map(literal).join(', ')})`);
  }

  /** Adds the bounds of the observation's time [ms], both included, where there are any, and those of its slot. */
  between(from: number | undefined, to: number | undefined): this {
    if (from !== undefined) {
      this.add('slot >= {fromSlot:Int64} AND time >= fromUnixTimestamp64Milli({from:Int64})', {
        from: Math.ceil(from),
        fromSlot: slotOf(from),
      });
    }
    if (to !== undefined) {
      this.add('slot <= {toSlot:Int64} AND time <= fromUnixTimestamp64Milli({to:Int64})', {
        to: Math.floor(to),
        toSlot: slotOf(to),
      });
    }
    return this;
  }

  /** Adds a box of positions; one whose west lies east of its east crosses the 180th meridian. */
  inside(box: Box | undefined): this {
    if (box === undefined) return this;
    const joint = box.west <= box.east ? 'AND' : 'OR';
    return this.add(
      `latitude BETWEEN {south:Float64} AND {north:Float64}
       AND (longitude >= {west:Float64} ${joint} longitude <= {east:Float64})`,
      { ...box },
    );
  }

  /** These and the terms of another list. */
  and(other: Conditions): Conditions {
    const both = new Conditions();
    for (const list of [this, other]) {
      both.#terms.push(...list.#terms);
      Object.assign(both.#parameters, list.#parameters);
    }
    return both;
  }

  /** The terms joined, `1` where there is none. */
  get sql(): string {
    return this.#terms.length === 0 ? '1' : this.#terms.map((term) => `(${term})`).join(' AND ');
  }

  get parameters(): Parameters {
    return this.#parameters;
  }
}

/** A text as a string literal of ClickHouse's SQL, for lists that are too long for parameters. */
export function literal(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}
