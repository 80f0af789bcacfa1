import { randomBytes } from 'node:crypto'
import { runOutsideRequest } from '#lib/core/request'
import { endFault, reportFault } from '#lib/core/runtime/faults'
import type { TraceSettings } from '#lib/core/runtime/trace-variables'
import type { OpenSpan, SpanAttributes, Tracer } from '#lib/core/runtime/tracing'

/*
 * Spans by OTLP over HTTP, as JSON (opentelemetry.io/docs/specs/otlp). The SDK of OpenTelemetry is 11 packages with 20 MB
 * for these requests. Loaded only where traces are switched on: other code calls lib/core/runtime/tracing.ts.
 */

const SEND_MILLISECONDS = 5000
/** Spans in one request. */
const BATCH_SPANS = 512
/** Spans that wait for a collector that does not answer; the oldest are dropped. */
const MAX_SPANS = 4096
/** The request can be repeated (OTLP, “Retryable response codes”). */
const RETRYABLE = [429, 502, 503, 504]

/** SpanKind and StatusCode of OTLP. */
const kinds = { internal: 1, server: 2, consumer: 5 }
const STATUS_ERROR = 2

/** `traceparent` (W3C Trace Context, 3.2); later versions may have more after it. */
const TRACEPARENT = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(-|$)/

interface SpanContext {
  traceId: string
  spanId: string
  isSampled: boolean
}

/**
 * A tracer that sends spans in batches and in the background.
 * @param part the process: `web` or `worker`
 */
export function makeTracer(settings: TraceSettings, part: string): Tracer {
  const batch = new SpanBatch(settings, part)
  return {
    start(name, { kind = 'internal', attributes, parent, link }): OpenSpan {
      const parentContext = parent && parseTraceparent(parent.traceparent)
      const linkContext = link === undefined ? null : parseTraceparent(link)
      const traceId = parentContext?.traceId ?? randomBytes(16).toString('hex')
      const spanId = randomBytes(8).toString('hex')
      const isSampled = decideSampling(settings, traceId, parentContext?.isSampled)
      const startTimeUnixNano = readNanoseconds()
      return {
        traceId,
        traceparent: `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`,
        end(result = {}) {
          if (!isSampled) return
          const { errorType } = result
          const all = { ...attributes, ...result.attributes, 'error.type': errorType }
          batch.add({
            traceId,
            spanId,
            ...(parentContext && { parentSpanId: parentContext.spanId }),
            name: result.name ?? name,
            kind: kinds[kind],
            startTimeUnixNano,
            endTimeUnixNano: readNanoseconds(),
            attributes: toAttributes(all),
            links: linkContext ? [{ traceId: linkContext.traceId, spanId: linkContext.spanId }] : [],
            status: errorType === undefined ? {} : { code: STATUS_ERROR },
          })
        },
      }
    },
    flush: () => batch.flush(),
  }
}

/** Spans that have ended and are not sent yet. */
class SpanBatch {
  readonly #settings: TraceSettings
  readonly #resource: object
  #spans: object[] = []
  #timer: NodeJS.Timeout | undefined
  #sending: Promise<void> | null = null

  constructor(settings: TraceSettings, part: string) {
    this.#settings = settings
    this.#resource = { attributes: toAttributes({ ...settings.resource, 'paraph.process': part }) }
  }

  add(span: object): void {
    this.#spans.push(span)
    if (this.#spans.length > MAX_SPANS) this.#spans.shift()
    // It outlives the request.
    this.#timer ??= runOutsideRequest(() => setTimeout(() => void this.flush(), SEND_MILLISECONDS).unref())
  }

  /** Sends all spans, one request after the other; one that fails ends it. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = null
    })
    return this.#sending
  }

  async #sendAll(): Promise<void> {
    while (this.#spans.length > 0) {
      const spans = this.#spans.splice(0, BATCH_SPANS)
      const failure = await this.#send(spans)
      if (failure === null) {
        endFault('traces_not_sent')
        continue
      }
      reportFault('traces_not_sent', { reason: failure.reason })
      // They are sent with the next ones.
      if (failure.isPassing) this.#spans = [...spans, ...this.#spans].slice(-MAX_SPANS)
      return
    }
  }

  /** @returns null when the collector has taken the spans */
  async #send(spans: object[]): Promise<{ reason: string; isPassing: boolean } | null> {
    const { url, headers, timeoutMilliseconds } = this.#settings
    const scopeSpans = [{ scope: { name: 'paraph' }, spans }]
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ resourceSpans: [{ resource: this.#resource, scopeSpans }] }),
        signal: AbortSignal.timeout(timeoutMilliseconds),
      })
      await response.body?.cancel()
      if (response.ok) return null
      return { reason: `Responded with ${response.status}.`, isPassing: RETRYABLE.includes(response.status) }
    } catch (error) {
      const { message, cause } = error as Error
      return { reason: cause instanceof Error ? cause.message : message, isPassing: true }
    }
  }
}

function parseTraceparent(text: string): SpanContext | null {
  const [, traceId, spanId, flags = ''] = TRACEPARENT.exec(text) ?? []
  return traceId && spanId ? { traceId, spanId, isSampled: Number.parseInt(flags, 16) % 2 === 1 } : null
}

/** @param isParentSampled undefined without a parent */
function decideSampling(
  { sampler, ratio }: TraceSettings,
  traceId: string,
  isParentSampled: boolean | undefined,
): boolean {
  if (sampler.startsWith('parentbased_') && isParentSampled !== undefined) return isParentSampled
  if (sampler.endsWith('traceidratio')) return Number.parseInt(traceId.slice(-12), 16) / 2 ** 48 < ratio
  return sampler.endsWith('always_on')
}

/** The time in nanoseconds since 1970, as JSON has a 64-bit number. */
function readNanoseconds(): string {
  return `${Math.round((performance.timeOrigin + performance.now()) * 1000)}000`
}

function toAttributes(attributes: SpanAttributes): object[] {
  return Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ({
      key,
      value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
    }))
}
