import type { ZodOpenApiOverride } from 'zod-openapi'

type JsonSchema = Parameters<ZodOpenApiOverride>[0]['jsonSchema']

const SCALARS = ['string', 'number', 'integer', 'boolean']

/**
 * Simplifies zod's JSON Schema for readers: without the bounds of safe integers and the patterns of formats, with
 * `type: [x, null]` for nullable values; and open, as members are added within a version.
 */
export const simplifySchema: ZodOpenApiOverride = ({ jsonSchema: schema }) => {
  removeBounds(schema)
  const [value, none, ...more] = schema.anyOf ?? []
  if (!value || !none || more.length > 0 || '$ref' in value || '$ref' in none) return
  if (none.type !== 'null' || typeof value.type !== 'string' || !SCALARS.includes(value.type)) return
  delete schema.anyOf
  const choices = value.enum ? { enum: [...value.enum, null] } : {}
  removeBounds(value)
  // The example belongs to the value, not to null.
  const { example: _, ...rest } = value
  Object.assign(schema, rest, { type: [value.type, 'null'] }, choices)
}

function removeBounds(schema: JsonSchema): void {
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.additionalProperties === false) delete schema.additionalProperties
  if (schema.format === 'starts_with') delete schema.format
  else if (schema.format) delete schema.pattern
  if (isPlainString(schema.propertyNames)) delete schema.propertyNames
}

function isPlainString(schema: unknown): boolean {
  return JSON.stringify(schema) === '{"type":"string"}'
}
