declare module 'turbo-json-parse' {
  /** Compiles a parser for objects of a JSON schema; it throws where the text is not as the schema has it. */
  export default function compile(
    schema: Readonly<Record<string, unknown>>,
    options: Readonly<Record<string, boolean>>,
  ): (text: Uint8Array) => unknown;
}
