import { expect, it } from 'vitest'
import { z } from 'zod'
import { englishMessages, type FieldErrors } from '#lib/core/errors'
import { addUnknownMembers } from './unknown-members.ts'

const Signer = z.object({ name: z.string(), email: z.string().optional() })
const Body = z.object({
  name: z.string().trim().pipe(z.string()),
  options: z.object({ locale: z.string() }).partial().optional(),
  signers: z.preprocess((value) => value, z.array(Signer)).default([]),
  signature: z
    .discriminatedUnion('method', [
      z.object({ method: z.literal('typed'), text: z.string() }),
      z.object({ method: z.literal('drawn'), image: z.string() }),
    ])
    .nullable(),
  metadata: z.record(z.string(), z.custom()),
  credential: z.looseObject({ response: z.object({ id: z.string() }) }).optional(),
})
const Stored = Body.extend({ id: z.int(), signers: z.array(Signer.extend({ status: z.string() })) })

function getUnknown(body: unknown, record?: z.ZodType): Record<string, string[]> {
  const errors: FieldErrors = Object.create(null)
  addUnknownMembers(Body, record, body, errors)
  return englishMessages(errors)
}

it.each<[unknown, string[]]>([
  [{ name: 'a', nmae: 'b' }, ['nmae']],
  [{ options: { locale: 'en', local: 'de' } }, ['options.local']],
  [{ signers: [{ name: 'a' }, { name: 'b', mail: 'c', otp: 'd' }] }, ['signers.1.mail', 'signers.1.otp']],
  [{ signers: { Client: { name: 'a', mail: 'b' } } }, ['signers.Client.mail']],
  [{ signature: { method: 'typed', text: 'a', font: 'b' } }, ['signature.font']],
  [JSON.parse('{"__proto__": 1, "constructor": 2}'), ['__proto__', 'constructor']],
])('names the unknown members of %j', (body, paths) => {
  expect(Object.keys(getUnknown(body))).toEqual(paths)
})

it.each([
  { name: 1, signers: null, signature: { method: 'drawn', image: 'a' } },
  { credential: { type: 'public-key', response: { id: 'a', publicKey: 'b' } } },
  { metadata: { anything: { deep: [{ is: 'free' }] } } },
  [],
  null,
  'text',
])('finds none in %j', (body) => expect(getUnknown(body)).toEqual({}))

it('names a hundred of very many unknown members, within a moment', () => {
  const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`unknown${index}`, 1]))
  const usage = process.cpuUsage()
  expect(Object.keys(getUnknown({ signature: many, ...many }))).toHaveLength(100)
  expect(process.cpuUsage(usage).user / 1000).toBeLessThan(1000)
})

it('names the nearest known member', () => {
  expect(getUnknown({ sginers: [] }).sginers).toEqual([
    'Unknown. Did you mean signers? Allowed: name, options, signers, signature, metadata, credential.',
  ])
})

it('ignores the read-only members of a record that is sent back, at every depth', () => {
  const record = { id: 7, name: 'a', signers: [{ name: 'b', status: 'signed' }] }
  expect(getUnknown(record, Stored)).toEqual({})
  expect(Object.keys(getUnknown(record))).toEqual(['id', 'signers.0.status'])
  expect(Object.keys(getUnknown({ ...record, idd: 8 }, Stored))).toEqual(['idd'])
})
