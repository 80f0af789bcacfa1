import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { mails } from '#db/schema/mail'
import { read, write } from '#db/tenancy/tenant'
import { queueMail } from '#lib/mail/queue'
import { addDraft } from '#lib/testing/records/records'
import { makeTenant } from '#lib/testing/users/tenant'
import { eraseMentions, hasWords } from './personal-data.ts'

it.each([
  ['an signed.', true],
  ['signed by an', true],
  ['(an)', true],
  ['anna and jan', false],
  ['jan, anä, an2', false],
  ['janan an', true],
])('finds “an” as a word in “%s”: %s', (text, isFound) => {
  expect(hasWords(text, 'an')).toBe(isFound)
})

it('erases emails with the address, and with the name only where they are about a process of the person', async () => {
  const tenant = await makeTenant()
  const { id } = await addDraft(tenant, {
    name: 'Lease',
    signers: [
      { name: 'An', email: 'an@example.com' },
      { name: 'Bob', email: 'bob@example.com' },
    ],
  })
  const send = (subject: string, to: string, text: string) =>
    write(tenant.ctx, (tx) => queueMail(tx, tenant.ctx, { to, subject, text, html: '' }))
  await send('address', 'carla@example.com', 'Write to an@example.\u200ccom.')
  await send('of the process', 'carla@example.com', `An signed: https://paraph.example/processes/${id}`)
  await send('to the other signer', 'bob@example.com', 'An signed.')
  await send('other process', 'carla@example.com', `An signed: https://paraph.example/processes/${id}7`)
  await send('other word', 'bob@example.com', 'Another person signed.')
  const person = { tenantId: tenant.tenantId, email: 'an@example.com' }
  expect(await write(tenant.ctx, (tx) => eraseMentions(tx, tenant.ctx, person, 0))).toEqual({ emails: 3 })
  const left = await read(tenant.ctx, (reader) => reader.$count(mails, eq(mails.tenantId, tenant.tenantId)))
  expect(left).toBe(2)
})
