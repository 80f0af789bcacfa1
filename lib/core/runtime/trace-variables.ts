import { z } from 'zod'
import { parseVariables, type Variables } from '../env.ts'

/** How spans are made, and where they are sent. */
export interface TraceSettings {
  sampler: Sampler
  /** The share of the traces that `traceidratio` keeps. */
  ratio: number
  url: string
  headers: Record<string, string>
  timeoutMilliseconds: number
  /** Attributes of the process: the name of the service and others. */
  resource: Record<string, string>
}

const samplers = ['always_on', 'always_off', 'traceidratio'] as const
type Sampler = (typeof samplers)[number] | `parentbased_${(typeof samplers)[number]}`

const endpoint = z
  .url({ protocol: /^https?$/, error: 'must be a URL beginning with http:// or https://' })
  .optional()

/** `name=value,name=value`, with percent-encoded values. */
const pairs = z
  .string()
  .default('')
  .transform((text, context) => {
    try {
      const entries = text.split(',').filter((pair) => pair.trim() !== '')
      return Object.fromEntries(
        entries.map((pair) => {
          const [, name = '', value = ''] = /^\s*([^=\s]+)\s*=(.*)$/s.exec(pair) ?? []
          if (name === '') throw new Error('no name')
          return [name, decodeURIComponent(value.trim())]
        }),
      )
    } catch {
      context.addIssue('must be name=value pairs with percent-encoded values, separated by commas')
      return z.NEVER
    }
  })

/** The variables of OpenTelemetry, by its specification. */
const variables = z.object({
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: endpoint,
  OTEL_EXPORTER_OTLP_HEADERS: pairs,
  OTEL_EXPORTER_OTLP_TIMEOUT: z.coerce
    .number({ error: 'must be milliseconds' })
    .int('must be milliseconds')
    .min(1, 'must be milliseconds')
    .default(10_000),
  OTEL_SDK_DISABLED: z.string().default('false'),
  OTEL_TRACES_EXPORTER: z.enum(['otlp', 'none'], { error: 'must be "otlp" or "none"' }).default('otlp'),
  OTEL_TRACES_SAMPLER: z
    .enum([...samplers, ...samplers.map((name) => `parentbased_${name}` as const)], {
      error: `must be one of ${samplers.join(', ')}, or one of them after parentbased_`,
    })
    .default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number({ error: 'must be a number from 0 to 1' })
    .min(0, 'must be a number from 0 to 1')
    .max(1, 'must be a number from 0 to 1')
    .default(1),
  OTEL_SERVICE_NAME: z.string().optional(),
  OTEL_RESOURCE_ATTRIBUTES: pairs,
})

/**
 * The settings of traces; null where they are switched off. Empty and blank variables count as absent.
 * @throws EnvError with a clear sentence for each wrong value.
 */
export function readTraces(source: Variables): TraceSettings | null {
  const v = parseVariables(variables, source)
  const base = v.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/$/, '')
  const url = v.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? (base && `${base}/v1/traces`)
  if (!url || v.OTEL_TRACES_EXPORTER === 'none' || v.OTEL_SDK_DISABLED.toLowerCase() === 'true') return null
  return {
    sampler: v.OTEL_TRACES_SAMPLER,
    ratio: v.OTEL_TRACES_SAMPLER_ARG,
    url,
    headers: v.OTEL_EXPORTER_OTLP_HEADERS,
    timeoutMilliseconds: v.OTEL_EXPORTER_OTLP_TIMEOUT,
    resource: {
      'service.name': 'paraph',
      ...v.OTEL_RESOURCE_ATTRIBUTES,
      ...(v.OTEL_SERVICE_NAME && { 'service.name': v.OTEL_SERVICE_NAME }),
    },
  }
}
