/** A JSON Schema as OpenAPI 3.1 carries it, as far as it is read here. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  example?: unknown
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

/** The schemas of a document, by their names. */
export type Schemas = Record<string, Schema>

/** What a reference names. */
export function resolveRef(schema: Schema, schemas: Schemas): Schema {
  return schema.$ref ? (schemas[schema.$ref.split('/').at(-1)!] ?? {}) : schema
}

/**
 * An example of the schema: its own, or one composed of its members' examples. Optional members without an example are
 * left out; nullable ones without an example are null.
 * @throws Error when a string or number has none
 */
export function exampleOf(given: Schema, schemas: Schemas, path = ''): unknown {
  const schema = resolveRef(given, schemas)
  const own = [schema.example, schema.const, schema.default, schema.enum?.[0]].find(
    (one) => one !== undefined,
  )
  if (own !== undefined) return own
  const types = [schema.type].flat()
  if (types.includes('null')) return null
  const [variant] = schema.anyOf ?? schema.oneOf ?? []
  if (variant) return exampleOf(variant, schemas, path)
  switch (types[0]) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(
            ([name, member]) => schema.required?.includes(name) || 'example' in resolveRef(member, schemas),
          )
          .map(([name, member]) => [name, exampleOf(member, schemas, `${path}.${name}`)]),
      )
    case 'array':
      return [exampleOf(schema.items!, schemas, `${path}[]`)]
    case 'boolean':
      return false
    default:
      throw new Error(`Missing example: ${path}.`)
  }
}
