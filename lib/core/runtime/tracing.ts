import { currentSpan, runInSpan, type Span } from '../request.ts'
import { singleton } from './singleton.ts'

export type SpanKind = 'server' | 'consumer' | 'internal'
/** Never names, addresses, tokens, or paths that contain them. */
export type SpanAttributes = Record<string, string | number | undefined>

export interface SpanOptions {
  kind?: SpanKind
  attributes?: SpanAttributes
  /** The span that this one belongs to, or its `traceparent`; by default the current one. */
  parent?: Pick<Span, 'traceparent'>
  /** The `traceparent` of a span of another trace that this one is connected with. */
  link?: string
}

/** A span that has not ended. */
export interface OpenSpan extends Span {
  /** @param errorType where it failed: a status or the class of an error, as its message may name a person */
  end(result?: { name?: string; attributes?: SpanAttributes; errorType?: string }): void
}

/** Makes spans and sends them: server/traces.ts, which is loaded only where traces are switched on. */
export interface Tracer {
  start(name: string, options: SpanOptions): OpenSpan
  /** Sends the spans that have ended. */
  flush(): Promise<void>
}

const shared = singleton('tracing', (): { tracer?: Tracer } => ({}))

/** The tracer of this process; undefined where traces are switched off. */
export function getTracer(): Tracer | undefined {
  return shared.tracer
}

export function setTracer(tracer: Tracer | undefined): void {
  shared.tracer = tracer
}

/** Runs `callback` in a span of its own. Without traces it is just called. */
export async function inSpan<T>(name: string, options: SpanOptions, callback: () => Promise<T>): Promise<T> {
  const { tracer } = shared
  if (!tracer) return callback()
  const span = tracer.start(name, { parent: currentSpan(), ...options })
  try {
    const result = await runInSpan(span, callback)
    span.end()
    return result
  } catch (error) {
    span.end({ errorType: error instanceof Error ? error.name : 'unknown' })
    throw error
  }
}

/** The member of a job's data that says to which span it belongs. */
interface Traced {
  traceparent?: string
}

/** The data of a job with the current span, if there is one. */
export function addTraceparent<T extends object>(data: T): T & Traced {
  const span = currentSpan()
  return span ? { ...data, traceparent: span.traceparent } : data
}

/** The data of a job, and the span that enqueued it. */
export function splitTraceparent<T extends object>(
  data: T & Traced,
): { data: T; parent: Pick<Span, 'traceparent'> | undefined } {
  const { traceparent, ...rest } = data
  return { data: rest as T, parent: traceparent === undefined ? undefined : { traceparent } }
}
