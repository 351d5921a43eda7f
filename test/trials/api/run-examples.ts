import { Ajv2020 } from 'ajv/dist/2020.js';
import type { oas31 } from 'zod-openapi';
import { isOfPeople, operationsOf, type ShownRequest, shownRequests } from './document-requests.ts';
import { ExampleSender, type Given } from './example-sender.ts';

/**
 * Sends every example of a document to the system that it is of, each with what the system itself gave where an id or a
 * token stands, and holds the answer against the document: one of its 2xx, a media type of it, and the schema. Without access
 * control the operations about people are refused.
 *
 * @returns what did not hold, a line each
 */
export async function runExamples(url: string, document: oas31.OpenAPIObject, given: Given): Promise<string[]> {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: 'document', ...document });
  const failures: string[] = [];
  let sent = 0;
  const sender = new ExampleSender(url, document, given);
  const operations = operationsOf(document);
  for (const operation of operations) {
    for (const shown of shownRequests(document, operation)) {
      sent++;
      const why = await wrongWith(shown);
      if (why === null) continue;
      failures.push(`${operation.method} ${operation.path}: ${why}`);
    }
  }
  console.log(`examples: ${operations.length} operations, ${sent} requests, ${failures.length} findings`);
  return failures;

  async function wrongWith(shown: ShownRequest): Promise<string | null> {
    const { operation } = shown;
    const answer = await sender.send(await sender.filledIn(shown));
    const told = operation.answers[String(answer.status)];
    const type = (answer.headers.get('content-type') ?? '').split(';')[0];
    if (given.authorization === '' && isOfPeople(operation)) {
      return answer.status === 403 ? null : `is answered ${answer.status} without access control`;
    }
    if (!answer.ok || told === undefined) {
      const text = (await answer.text()).slice(0, 300);
      return `${JSON.stringify(shown.body?.value ?? shown.query).slice(0, 200)} is answered ${answer.status} ${text}`;
    }
    const schema = told.content?.[type]?.schema;
    if (type === 'text/event-stream') {
      await answer.body?.cancel();
      return schema === undefined ? 'no schema' : null;
    }
    const text = await answer.text();
    if (told.content === undefined) return text === '' ? null : 'a body is answered, where there is none';
    if (schema === undefined) return `${type} is answered, which is not documented`;
    if (type !== 'application/json') return null;
    const validate = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/')) as object);
    return validate(JSON.parse(text)) ? null : `${ajv.errorsText(validate.errors)}: ${text.slice(0, 300)}`;
  }
}
