/** The keywords of a JSON Schema in OpenAPI 3.1 that this module reads. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  example?: unknown
  const?: unknown
  default?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
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

/** The schema that a `$ref` names; any other schema itself. */
export function resolveRef(schema: Schema, schemas: Schemas): Schema {
  return schema.$ref ? (schemas[schema.$ref.split('/').at(-1)!] ?? {}) : schema
}

/**
 * An example of the schema: its own, or one composed of its members' examples. Optional members without an example are
 * left out; nullable ones without an example are null.
 * @param path the path of the endpoint and the member, for the error
 * @throws Error when a required string or number has no example
 */
export function makeExample(schemaOrRef: Schema, schemas: Schemas, path = ''): unknown {
  const schema = resolveRef(schemaOrRef, schemas)
  const ownExample = [schema.example, schema.const, schema.default, schema.enum?.[0]].find(
    (value) => value !== undefined,
  )
  if (ownExample !== undefined) return ownExample
  const types = [schema.type].flat()
  if (types.includes('null')) return null
  const [variant] = schema.anyOf ?? schema.oneOf ?? []
  if (variant) return makeExample(variant, schemas, path)
  switch (types[0]) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(
            ([name, member]) => schema.required?.includes(name) || 'example' in resolveRef(member, schemas),
          )
          .map(([name, member]) => [name, makeExample(member, schemas, `${path}.${name}`)]),
      )
    case 'array':
      return [makeExample(schema.items!, schemas, `${path}[]`)]
    case 'boolean':
      return false
    default:
      throw new Error(`Missing example: ${path}.`)
  }
}
