/** Errors of queries, for the documentation. */
export const QUERY_ERRORS: Readonly<Record<number, string>> = {
  400: 'The query cannot be read, or asks for too much at once; the answer says what would be right.',
  404: 'There is nothing at this path.',
  501: 'The query can be read and not be answered; the answer says what can.',
};
