import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { issueText, zodMessage } from '#lib/core/zod-messages'
import { placeErrors } from './checked-form.ts'

const values = {
  name: 'Lease',
  domains: 'example.com, example.org',
  access: [7, 12],
  events: [],
  signers: [{ name: 'Ada', email: '' }],
  reply: null,
}
const place = (errors: Record<string, string[]>, findField = (member: string) => member) => {
  const { messages, isComplete } = placeErrors(errors, values, findField)
  return { ...Object.fromEntries(messages), isComplete }
}

it('shows each error at its field, also in a list of objects', () => {
  expect(
    place({ name: ['Too long.', 'Two lines.'], 'signers.0.email': ['Missing.'], reply: ['Wrong.'] }),
  ).toEqual({
    name: 'Too long. Two lines.',
    'signers.0.email': 'Missing.',
    reply: 'Wrong.',
    isComplete: true,
  })
})

it('shows the errors of items that have no field of their own at their list', () => {
  expect(
    place({
      'domains.0': ['Wrong.'],
      'domains.1': ['Taken.'],
      'access.1': ['Gone.'],
      'events.0': ['Unknown.'],
    }),
  ).toEqual({
    domains: 'Wrong. Taken.',
    access: 'Gone.',
    events: 'Unknown.',
    isComplete: true,
  })
})

it('says when an error has no field', () => {
  expect(place({ name: ['Wrong.'], metadata: ['Too large.'] }).isComplete).toBe(false)
  expect(place({}).isComplete).toBe(false)
})

it('finds the field of a member with another name', () => {
  const withoutOptions = (member: string) => member.replace('options.', '')
  expect(place({ 'options.reply': ['Wrong.'] }, withoutOptions)).toMatchObject({
    reply: 'Wrong.',
    isComplete: true,
  })
})

describe('the error of a rule', () => {
  const write = ({ key }: { key: string }) => `translated ${key}`
  const check = async (schema: z.ZodType, value: unknown) => {
    const { error } = await schema.safeParseAsync(value, { error: zodMessage })
    return error!.issues.map((issue) => issueText(issue, write))
  }

  it('is the text that the form gave it', async () => {
    expect(await check(z.string().min(12, 'At least 12 characters.'), 'short')).toEqual([
      'At least 12 characters.',
    ])
  })

  it('is translated when it is one of the service', async () => {
    expect(await check(z.string(), 7)).toEqual(['translated values.mustBeString'])
  })
})
