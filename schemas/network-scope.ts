import { HalcyonError } from './errors.ts';

/** The networks that somebody may do something in: every one, or some by their names. */
export class NetworkScope {
  static readonly everywhere = new NetworkScope(null);
  static readonly nowhere = new NetworkScope([]);
  /** null: every network. */
  readonly names: readonly string[] | null;
  readonly #readable: NetworkScope | null;

  /**
   * @param names null: every network
   * @param readable those that they may read, where that is more; null: these
   */
  constructor(names: Iterable<string> | null, readable: NetworkScope | null = null) {
    this.names = names === null ? null : [...new Set(names)].sort();
    this.#readable = readable;
  }

  /** The same networks for somebody who may read others beside. */
  reading(readable: NetworkScope): NetworkScope {
    return new NetworkScope(this.names, readable);
  }

  includes(network: string): boolean {
    return this.names === null || this.names.includes(network);
  }

  /** True where all of some networks are among these; null stands for every network. */
  includesAll(networks: readonly string[] | null): boolean {
    return this.names === null || networks?.every((network) => this.includes(network)) === true;
  }

  /** True where one of some networks is among these; null stands for every network. */
  includesSome(networks: readonly string[] | null): boolean {
    return networks === null || networks.some((network) => this.includes(network));
  }

  /**
   * True where something of some networks, asked for by its id, concerns these; null stands for every network. Whoever may
   * read it elsewhere is told why not, as they know that it is there.
   *
   * @throws HalcyonError `forbidden`
   */
  finds(networks: readonly string[] | null): boolean {
    if (this.includesSome(networks)) return true;
    if (this.#readable?.includesSome(networks) === true) this.assertIncludesAll(networks);
    return false;
  }

  /** The networks of one or the other. */
  or(other: NetworkScope): NetworkScope {
    return this.names === null || other.names === null
      ? NetworkScope.everywhere
      : new NetworkScope([...this.names, ...other.names]);
  }

  /**
   * The networks to be looked through where somebody asks for some, or for none in particular; undefined: all there are.
   *
   * @throws HalcyonError `forbidden` where one that is asked for is none of these
   */
  within(asked: string | readonly string[] | undefined): string | readonly string[] | undefined {
    if (this.names === null) return asked;
    for (const network of [asked ?? []].flat()) this.assertIncludes(network);
    return asked ?? this.names;
  }

  /**
   * Lets pass what concerns one of these networks.
   *
   * @throws HalcyonError `forbidden`
   */
  assertIncludes(network: string): void {
    if (this.includes(network)) return;
    throw new HalcyonError('forbidden', `${this.#held} alone; this is of the network '${network.slice(0, 128)}'`);
  }

  /**
   * The same of what concerns several of them; null stands for every network.
   *
   * @throws HalcyonError `forbidden`
   */
  assertIncludesAll(networks: readonly string[] | null): void {
    for (const network of networks ?? []) this.assertIncludes(network);
    if (this.includesAll(networks)) return;
    throw new HalcyonError('forbidden', `this is for every network, and ${this.#held} alone: name these`);
  }

  get #held(): string {
    return `your role holds in ${this.names?.map((name) => `'${name}'`).join(', ')}`;
  }
}
