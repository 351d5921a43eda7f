import { context, propagation, trace } from '@opentelemetry/api';
import {
  InMemorySpanExporter,
  NodeTracerProvider,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-node';

/** Every span of this process in memory, from `start` to `stop`. */
export class RecordedSpans {
  readonly #exporter = new InMemorySpanExporter();
  readonly #provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(this.#exporter)] });

  start(): void {
    this.#provider.register();
  }

  /** Spans that have ended, of one name where it is given. */
  ended(name?: string): ReadableSpan[] {
    const spans = this.#exporter.getFinishedSpans();
    return name === undefined ? spans : spans.filter((span) => span.name === name);
  }

  async stop(): Promise<void> {
    for (const api of [trace, context, propagation]) api.disable();
    await this.#provider.shutdown();
  }
}
