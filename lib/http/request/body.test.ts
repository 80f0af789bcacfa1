import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { englishMessages, type FieldErrors } from '#lib/core/errors'
import { singleLine } from '#lib/core/text/text'
import { issueMessage } from '#lib/core/zod-messages'
import { parsePart, parseQuery, readJson } from './body.ts'

const Names = z.object({ names: z.array(z.string()) })

function getErrors(schema: z.ZodType, value: unknown): Record<string, string[]> {
  const errors: FieldErrors = {}
  parsePart(schema, value, errors)
  return englishMessages(errors)
}

it('reports text that cannot be stored, also in unknown members', () => {
  const value = { names: ['Ada', 'NUL \0'], more: [{ half: '\ud800' }, { 'NUL \0': 1 }] }
  expect(getErrors(Names, value)).toEqual({
    'names.1': ['Contains characters that are not text.'],
    'more.0.half': ['Contains characters that are not text.'],
    'more.1': ['Contains a name that is not text.'],
  })
})

it('reports such text once, also where the schema refuses it too', () => {
  const error = ['Contains characters that are not text.']
  expect(getErrors(z.object({ name: singleLine(9) }), { name: 'NUL \0' })).toEqual({ name: error })
})

it('refuses controls and direction overrides wherever they are, and leaves right-to-left text alone', () => {
  const value = { names: ['contract\u202Efdp.exe', 'שלום \u200F(2026)'], more: ['\u001B[2J', 'two\nlines'] }
  const expectedErrors = [expect.stringContaining('override the direction')]
  expect(getErrors(Names, value)).toEqual({ 'names.0': expectedErrors, 'more.0': expectedErrors })
})

it('reports missing members as required, unless the schema has a message', () => {
  const schema = z.object({
    name: z.string(),
    role: z.enum(['signer', 'cc']),
    file: z.string(issueMessage('documents.chooseFile')),
    people: z.array(z.object({ email: z.email() })),
  })
  expect(getErrors(schema, { people: [{}, { email: 7 }] })).toEqual({
    name: ['Is required.'],
    role: ['Is required.'],
    file: ['Choose a file.'],
    'people.0.email': ['Is required.'],
    'people.1.email': ['Must be a string.'],
  })
})

it('describes each error; a value of the wrong type has only that error', () => {
  const schema = z.object({
    name: z.string().max(3),
    tags: z.array(z.string().min(1)).min(1).max(2),
    events: z.array(z.string()).max(2),
    days: z.int().min(1).max(365),
    per_page: z.coerce.number().int(),
    x: z.number().gt(0),
    type: z.enum(['a', 'b']),
    unit: z.literal('points'),
  })
  const input = {
    name: 'long',
    tags: ['a', '', 'c'],
    events: 'abc',
    days: 400,
    per_page: 'x',
    x: 0,
    type: 'c',
    unit: 1,
  }
  expect(getErrors(schema, input)).toEqual({
    name: ['At most 3 characters.'],
    tags: ['At most 2 entries.'],
    events: ['Must be a list.'],
    days: ['At most 365.'],
    per_page: ['Must be a number.'],
    x: ['More than 0.'],
    type: ['Must be one of a, b.'],
    unit: ['Must be points.'],
  })
  const otherErrors = getErrors(schema, { ...input, days: 0.5, tags: [] })
  expect(otherErrors).toMatchObject({ days: ['Must be a whole number.'], tags: ['Must not be empty.'] })
  expect(getErrors(schema, { ...input, tags: [''] })['tags.0']).toEqual(['Must not be empty.'])
})

it.each([[{}], [{ more: Array(1000).fill('\0') }]])('reads no value that is nested too deeply', (other) => {
  const metadata = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)
  const schema = z.object({
    metadata: z.array(z.unknown()).refine((value) => JSON.stringify(value).length < 10),
  })
  const errors = getErrors(schema, { ...other, metadata, name: 1 })
  expect(Object.keys(errors)).toHaveLength('more' in other ? 1000 : 1)
})

it.each([
  ['unstorable', '\0'],
  ['of the wrong type', 1],
])('reports a thousand errors at most, of half a million values %s', (_kind, value) => {
  const errors = getErrors(Names, { names: Array(500_000).fill(value) })
  expect(Object.keys(errors).length).toBeLessThanOrEqual(1001)
  expect(errors['names.0']).toHaveLength(1)
})

const read = (body: string | Uint8Array<ArrayBuffer>) =>
  readJson(
    new Request('http://localhost/', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    }),
  ) as Promise<Record<string, unknown>>

it.each([
  ['numbers', `[${'1,'.repeat(2_000_000)}1]`],
  ['empty objects', `{"name": "x", "more": [${'{},'.repeat(1_000_000)}{}]}`],
  ['arrays in arrays', '['.repeat(2_000_000)],
])('refuses four megabytes of %s within half a second of CPU time', async (_content, body) => {
  const begin = process.cpuUsage()
  const message = 'The body has more than 200000 values.'
  await expect(read(body)).rejects.toMatchObject({ code: 'invalid_json', message })
  const { user, system } = process.cpuUsage(begin)
  expect((user + system) / 1000).toBeLessThan(500)
})

it('refuses invalid UTF-8, which would be stored as other characters', async () => {
  const bytes = new Uint8Array([...Buffer.from('{"name":"'), 0xc3, ...Buffer.from('"}')])
  await expect(read(bytes)).rejects.toMatchObject({ code: 'invalid_json', message: 'The body is not UTF-8.' })
  expect(await read(new Uint8Array(Buffer.from('\ufeff{"name":"é"}')))).toEqual({ name: 'é' })
})

it('accepts a large string with the characters of JSON structure and escapes', async () => {
  const text = ',[{'.repeat(1_000_000)
  expect((await read(JSON.stringify({ text }))).text).toBe(text)
  const tricky = `\\",${'\\'.repeat(300_000)}"`
  expect((await read(JSON.stringify({ tricky, more: [1] }))).tricky).toBe(tricky)
})

it('accepts the maximum of fields with all members', async () => {
  const required = {
    document_id: 1,
    signer_id: 1,
    type: 'dropdown',
    page: 1,
    x: 1,
    y: 1,
    width: 9,
    height: 9,
  }
  const optional = {
    unit: 'pt',
    required: true,
    label: 'a',
    placeholder: null,
    value: null,
    read_only: false,
  }
  const lists = { options: Array(10).fill('x'), validation: { pattern: 'x', min_length: 1 } }
  const field = { ...required, ...optional, ...lists }
  const { fields } = await read(JSON.stringify({ fields: Array(5000).fill(field) }))
  expect(fields).toHaveLength(5000)
})

it.each(['gzip', 'br', 'deflate, gzip'])(
  'refuses a body in the encoding %s by its own message',
  async (encoding) => {
    const body = gzipSync('{"name": "Lease"}')
    const headers = { 'content-type': 'application/json', 'content-encoding': encoding }
    const request = new Request('http://localhost/', { method: 'POST', body, headers })
    await expect(readJson(request)).rejects.toMatchObject({
      code: 'validation_error',
      details: { errors: { 'Content-Encoding': [expect.stringContaining('not supported')] } },
    })
  },
)

it.each(['Identity', '', 'UTF-8'])('reads a body whose encoding is %j', async (encoding) => {
  const headers = { 'content-type': 'application/json', 'content-encoding': encoding }
  const request = new Request('http://localhost/', { method: 'POST', body: '{"a":1}', headers })
  expect(await readJson(request)).toEqual({ a: 1 })
})

it('refuses the name __proto__ in free objects, which zod would leave out, at any depth', () => {
  const metadata = z.object({ metadata: z.record(z.string(), z.unknown()) })
  const errors = getErrors(
    metadata,
    JSON.parse('{"metadata": {"__proto__": {"a": 1}, "list": [{"__proto__": 1}], "constructor": 1}}'),
  )
  expect(errors).toEqual({
    'metadata.__proto__': ['Is not allowed as a name.'],
    'metadata.list.0.__proto__': ['Is not allowed as a name.'],
  })
  expect(Object.hasOwn(Object.prototype, 'a')).toBe(false)
})

it('keeps prototype names and the last of duplicate members, and refuses deep nesting', async () => {
  const value = await read('{"__proto__": {"a": 1}, "a": 1, "a": 2, "big": 123456789012345678901}')
  expect(Object.keys(value)).toEqual(['__proto__', 'a', 'big'])
  expect(value.a).toBe(2)
  expect(getErrors(z.unknown(), JSON.parse('['.repeat(40) + ']'.repeat(40)))).toEqual({
    [Array(33).fill('0').join('.')]: ['Too deeply nested.'],
  })
})

it('refuses a repeated parameter of the query, whose first value would be ignored', () => {
  const errors: FieldErrors = {}
  const query = z.object({ status: z.string(), page: z.coerce.number().optional() })
  parseQuery(query, new URLSearchParams('status=draft&status=sent&page=1'), errors)
  expect(Object.keys(errors)).toEqual(['status'])
  expect(englishMessages(errors).status).toEqual([expect.stringContaining('more than once')])
})
