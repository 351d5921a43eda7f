import type { Catalogue } from '../../../services/stores/catalogue.ts';

/** A catalogue that first does what is asked for here, such as failing, whatever is asked of it. */
export function troubledCatalogue(catalogue: Catalogue, trouble: () => Promise<void> | undefined): Catalogue {
  return {
    query: async (sql, parameters) => {
      await trouble();
      return catalogue.query(sql, parameters);
    },
    transaction: async (work) => {
      await trouble();
      return catalogue.transaction(work);
    },
    check: () => catalogue.check(),
    close: () => catalogue.close(),
  };
}
