/** A JSON Schema as OpenAPI 3.1 carries it, as far as samples need it. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  example?: unknown
  examples?: unknown[]
  const?: unknown
  default?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  items?: Schema
  minimum?: number
  exclusiveMinimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  pattern?: string
  format?: string
  description?: string
}

type Schemas = Record<string, Schema>

const byFormat: Record<string, string> = {
  'date-time': '2026-11-21T09:30:00Z',
  date: '2026-11-21',
  email: 'ada@example.com',
  uri: 'https://paraph.example/',
  binary: '<bytes>',
}

/** What a reference names. */
export function resolveRef(schema: Schema, schemas: Schemas): Schema {
  return schema.$ref ? (schemas[schema.$ref.split('/').at(-1)!] ?? {}) : schema
}

/**
 * A value of the schema to show or to send: its own example where it has one. Of members that may be absent only those
 * with an example come along, unless `whole`.
 */
export function sample(given: Schema, schemas: Schemas, whole = false): unknown {
  const schema = resolveRef(given, schemas)
  for (const known of ['example', 'const', 'default'] as const) {
    if (schema[known] !== undefined) return schema[known]
  }
  const first = schema.examples?.[0] ?? schema.enum?.[0]
  if (first !== undefined) return first
  // What may be null, and looks like nothing in particular, is.
  if (whole && [schema.type].flat().includes('null')) return null
  const [choice] = schema.anyOf ?? schema.oneOf ?? []
  if (choice) return sample(choice, schemas, whole)
  return ofType(schema, schemas, whole)
}

function ofType(schema: Schema, schemas: Schemas, whole: boolean): unknown {
  switch ([schema.type].flat()[0]) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([name, member]) => whole || schema.required?.includes(name) || hasExample(member, schemas))
          .map(([name, member]) => [name, sample(member, schemas, whole)]),
      )
    case 'array':
      return schema.items ? [sample(schema.items, schemas, whole)] : []
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 1, (schema.exclusiveMinimum ?? 0) + 1)
    case 'boolean':
      return false
    case 'string':
      return byFormat[schema.format ?? ''] ?? 'text'.padEnd(schema.minLength ?? 0, 'x')
    default:
      return null
  }
}

function hasExample(given: Schema, schemas: Schemas): boolean {
  const schema = resolveRef(given, schemas)
  return schema.example !== undefined || schema.examples !== undefined
}
