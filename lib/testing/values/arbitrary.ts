import fc from 'fast-check'
import { makeExample, resolveRef, type Schema, type Schemas } from '#lib/reference/schema-example'
import { anyCharacter } from './any-character.ts'

const deep = JSON.parse(`${'['.repeat(60)}1${']'.repeat(60)}`) as unknown

/** Values that often break programs that do not validate their input. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\ud800',
    'x\udfffy',
    '\u202e\ufeff\u200b',
    'é'.repeat(3000),
    "'; drop table users; --",
    '%_\\',
    '../../etc/passwd',
    '<script>alert(1)</script>',
    '{{7*7}}',
    '\r\nSet-Cookie: a=b',
    '__proto__',
    'constructor',
    '(a+)+$',
    'NaN',
    '-0',
    '1e400',
    '9223372036854775808',
  ),
  fc.constantFrom<unknown>(0, -0, -1, 1.5, 1e21, 1e308, -1e308, 5e-324, 2 ** 31, 2 ** 53, 2 ** 63, 2 ** 64),
  fc.constantFrom<unknown>([], {}, [[]], [null], deep, { toString: 1 }, { length: -1 }),
  fc.array(fc.integer(), { minLength: 1500, maxLength: 1500 }),
  fc.string({ unit: anyCharacter, maxLength: 40 }),
  fc.jsonValue({ maxDepth: 3 }),
)

/** Values that the schema permits. */
export function validValue(input: Schema, schemas: Schemas): fc.Arbitrary<unknown> {
  const schema = resolveRef(input, schemas)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map((choice) => validValue(choice, schemas)))
  const constants = schema.enum ?? (schema.const === undefined ? undefined : [schema.const])
  if (constants) return fc.constantFrom(...constants)
  return fc.oneof(...[schema.type ?? 'null'].flat().map((type) => ofType(type, schema, schemas)))
}

function ofType(type: string, schema: Schema, schemas: Schemas): fc.Arbitrary<unknown> {
  const { minimum, exclusiveMinimum, maximum = 2 ** 53 - 1, minItems = 0, maxItems = 3 } = schema
  switch (type) {
    case 'object': {
      const members = Object.entries(schema.properties ?? {})
      const record = Object.fromEntries(members.map(([name, member]) => [name, validValue(member, schemas)]))
      return members.length > 0
        ? fc.record(record, { requiredKeys: (schema.required ?? []).filter((name) => name in record) })
        : fc.dictionary(fc.string({ minLength: 1, maxLength: 9 }), fc.jsonValue({ maxDepth: 1 }), {
            maxKeys: 3,
          })
    }
    case 'array':
      return fc.array(validValue(schema.items ?? {}, schemas), {
        minLength: minItems,
        maxLength: Math.min(maxItems, 3),
      })
    case 'integer':
      return fc.integer({ min: minimum ?? (exclusiveMinimum ?? -1000) + 1, max: maximum })
    case 'number':
      return fc.double({ min: exclusiveMinimum ?? minimum ?? -1e6, max: 1e6, noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'string':
      return makeText(schema)
    default:
      return fc.constant(null)
  }
}

function makeText(schema: Schema): fc.Arbitrary<string> {
  const { format, pattern, minLength = 0, maxLength = 40 } = schema
  if (format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString())
  if (format === 'date')
    return fc.date({ noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10))
  if (format === 'email') return fc.emailAddress()
  if (format === 'base64') return fc.base64String({ maxLength: 60 })
  if (format || pattern) return fc.constant(String(makeExample(schema, {})))
  return fc.string({ unit: 'grapheme', minLength, maxLength: Math.max(minLength, Math.min(maxLength, 60)) })
}

/** The value with one error: at some depth a member is removed, added or replaced. */
export function withOneError(value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc
    .tuple(
      value,
      fc.array(fc.nat(20), { minLength: 1, maxLength: 4 }),
      hostileValue,
      fc.constantFrom('set', 'drop', 'add'),
    )
    .map(([valid, path, bad, change]) => addError(structuredClone(valid), path, bad, change))
}

/** @param path the position of the member to follow at each level, modulo their number */
function addError(value: unknown, [position = 0, ...path]: number[], bad: unknown, change: string): unknown {
  if (value === null || typeof value !== 'object') return bad
  const container = value as Record<string, unknown>
  const names = Object.keys(container)
  const name = names[position % Math.max(1, names.length)]
  if (name === undefined) return bad
  if (path.length > 0) container[name] = addError(container[name], path, bad, change)
  else if (change === 'drop' && !Array.isArray(value)) delete container[name]
  else if (change === 'add' && !Array.isArray(value))
    Object.defineProperty(container, getName(bad), { value: bad, enumerable: true })
  else container[name] = bad
  return value
}

function getName(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, 40) : '__proto__'
}
