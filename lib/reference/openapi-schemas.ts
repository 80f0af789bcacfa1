import type { ZodOpenApiOverride } from 'zod-openapi'

type JsonSchema = Parameters<ZodOpenApiOverride>[0]['jsonSchema']

const SCALAR_TYPES = ['string', 'number', 'integer', 'boolean']

/**
 * Simplifies zod's JSON Schema for readers: without the bounds of safe integers and the patterns of formats, and with
 * `type: [x, null]` for nullable values. Objects allow further members, as members are added within a version.
 */
export const simplifySchema: ZodOpenApiOverride = ({ jsonSchema: schema }) => {
  removeImplied(schema)
  const [value, nullSchema, ...more] = schema.anyOf ?? []
  if (!value || !nullSchema || more.length > 0 || '$ref' in value || '$ref' in nullSchema) return
  if (nullSchema.type !== 'null' || typeof value.type !== 'string' || !SCALAR_TYPES.includes(value.type))
    return
  delete schema.anyOf
  const choices = value.enum ? { enum: [...value.enum, null] } : {}
  removeImplied(value)
  // The example belongs to the value, not to null.
  const { example: _, ...rest } = value
  Object.assign(schema, rest, { type: [value.type, 'null'] }, choices)
}

/**
 * Removes `additionalProperties: false` beside a `$ref`, which zod writes for a copy of a named schema and
 * `simplifySchema` is not given. There it would forbid every member: it sees only the `properties` of its own object.
 */
export function removeBesideRefs(node: unknown): void {
  if (typeof node !== 'object' || node === null) return
  const schema = node as JsonSchema
  if (schema.$ref && schema.additionalProperties === false) delete schema.additionalProperties
  for (const child of Object.values(node)) removeBesideRefs(child)
}

/** Removes keywords that are of no use to a reader. */
function removeImplied(schema: JsonSchema): void {
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
