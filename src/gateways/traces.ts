// OpenTelemetry: a span for each request and each attempt at a background task, sent by OTLP over HTTP.
import { setTimeout as wait } from 'node:timers/promises'

/** For the last spans. */
const CLOSE_MS = 3000

export type Attributes = Record<string, string | number>

export type Traces = {
  /** `parent`: the headers of the caller, from which `traceparent` is read. */
  span<Answer>(
    name: string,
    attributes: Attributes,
    work: (describe: (name: string, attributes: Attributes) => void) => Promise<Answer>,
    parent?: Record<string, string>,
  ): Promise<Answer>
  /** Sends the remaining spans. */
  close(): Promise<void>
}

/**
 * Loads the libraries, which takes tens of milliseconds, only when traces are enabled. They read their other settings
 * themselves.
 */
export async function openTraces(url: string, flushMs = 5000): Promise<Traces> {
  const [api, core, sdk, resources, { OTLPTraceExporter }, { AsyncLocalStorageContextManager }] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/core'),
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/context-async-hooks'),
    ])
  const exporter = new OTLPTraceExporter({ url: `${url}/v1/traces` })
  const provider = new sdk.TracerProvider({
    resource: resources
      .resourceFromAttributes({ 'service.name': 'storehand' })
      .merge(resources.detectResources({ detectors: [resources.envDetector] })),
    // Whatever the caller says: proxies pass on what strangers send, who would choose what is recorded.
    sampler: new sdk.AlwaysOnSampler(),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter, scheduledDelayMillis: flushMs })],
  })
  const manager = new AsyncLocalStorageContextManager().enable()
  const tracer = provider.getTracer('storehand')
  const propagator = new core.W3CTraceContextPropagator()
  return {
    async span(name, attributes, work, headers) {
      const active = manager.active()
      const parent = headers
        ? propagator.extract(active, headers, api.defaultTextMapGetter)
        : active
      const span = tracer.startSpan(name, { attributes }, parent)
      try {
        return await manager.with(api.trace.setSpan(parent, span), () =>
          work((known, more) => {
            span.updateName(known)
            span.setAttributes(more)
          }),
        )
      } catch (error) {
        // Without its message, which can quote personal data.
        span.setStatus({ code: api.SpanStatusCode.ERROR })
        throw error
      } finally {
        span.end()
      }
    },
    async close() {
      // A collector that cannot be reached, or answers letter by letter, must not delay the end of the program.
      const sent = provider.shutdown().catch(() => {})
      await Promise.race([sent, wait(CLOSE_MS, undefined, { ref: false })])
      manager.disable()
    },
  }
}
