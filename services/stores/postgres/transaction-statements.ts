import type { Row, Statements } from '../catalogue.ts';

/** The statements of one transaction. */
export class TransactionStatements implements Statements {
  readonly #run: Statements['query'];
  #failure: { readonly cause: unknown } | null = null;
  #ended = false;

  /** @param run runs a statement on the connection of the transaction */
  constructor(run: Statements['query']) {
    this.#run = run;
  }

  async query(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    // The connection may be in another transaction by now.
    if (this.#ended) throw new Error('The transaction has ended: await its statements inside of it.');
    try {
      return await this.#run(sql, parameters);
    } catch (cause) {
      this.#failure ??= { cause };
      throw cause;
    }
  }

  /**
   * To be called before the commit. PostgreSQL answers the commit of a transaction in which a statement has failed with a
   * rollback and without an error: work that swallowed the failure would believe that it is stored.
   *
   * @throws the failure, where it was not taken back to a savepoint
   */
  async settle(): Promise<void> {
    const failure = this.#failure;
    if (failure === null) return;
    try {
      await this.#run('SELECT 1');
    } catch {
      throw failure.cause;
    }
  }

  /** Refuses every later statement. */
  end(): void {
    this.#ended = true;
  }
}
