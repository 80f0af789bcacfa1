import { describe, expect, it } from 'vitest'
import { watchEmails } from '#lib/testing/records/mailbox'
import { call } from '#lib/testing/service/call'
import { findAddressToken, signUpByMail } from '#lib/testing/users/sign-up'
import { makeTenant } from '#lib/testing/users/tenant'
import { POST as confirm } from '../confirm-address/route.ts'
import { GET, POST } from './route.ts'

const resend = (caller: { token: string }) => call<{ message: string }>(POST, { method: 'POST', as: caller })
const confirmWith = (token: string | null) => call(confirm, { body: { token } })

describe('200', () => {
  it('sends a new link, and the previous one stops working', async () => {
    const person = await signUpByMail()
    const newEmails = watchEmails(person)
    await newEmails()
    const first = await findAddressToken(person)
    const sendResponse = await resend(person)
    expect([sendResponse.status, sendResponse.body.message]).toEqual([
      200,
      expect.stringContaining(person.user.email),
    ])
    const second = await findAddressToken(person)
    const emails = await newEmails()
    expect(emails.map(({ to }) => to)).toEqual([person.user.email])
    expect(emails[0]?.text).toContain(`/confirm-address/${second}`)
    expect([(await confirmWith(first)).status, (await confirmWith(second)).status]).toEqual([400, 200])
  })
})

describe('401', () => {
  it('requires a signed-in user', async () => {
    const errorResponse = await call(POST, { method: 'POST' })
    expect([errorResponse.status, errorResponse.body.error.code]).toEqual([401, 'unauthenticated'])
  })
})

describe('403', () => {
  it('refuses an API key', async () => {
    const key = await (await makeTenant()).addKey()
    const errorResponse = await call(POST, { method: 'POST', as: key })
    expect([errorResponse.status, errorResponse.body.error.code]).toEqual([403, 'insufficient_scope'])
  })
})

describe('405', () => {
  it('accepts only POST', async () => {
    expect((await call(GET)).status).toBe(405)
  })
})

describe('409', () => {
  it('if the address is confirmed already', async () => {
    const person = await signUpByMail()
    await confirmWith(await findAddressToken(person))
    for (const as of [person, await makeTenant()]) {
      const errorResponse = await call(POST, { method: 'POST', as })
      expect([errorResponse.status, errorResponse.body.error.current_status]).toEqual([409, 'confirmed'])
    }
  })
})

describe('429', () => {
  it('after five emails per hour to an address, counted over all its sign-ups', async () => {
    const person = await signUpByMail()
    const other = await signUpByMail({ email: person.user.email })
    const codes = []
    for (const as of [person, other, person, other]) codes.push((await resend(as)).status)
    expect(codes).toEqual([200, 200, 200, 429])
    await expect(signUpByMail({ email: person.user.email })).rejects.toMatchObject({ code: 'rate_limited' })
  })
})
