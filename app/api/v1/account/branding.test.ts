import { createCanvas } from '@napi-rs/canvas'
import { beforeAll, describe, expect, it } from 'vitest'
import type { AccountRecord } from '#lib/identity/schema'
import { exifData, withChunk } from '#lib/pdf/fixtures/images'
import { readPngSize } from '#lib/pdf/images/png'
import type { SigningRecord } from '#lib/signing/schema'
import { watchEmails } from '#lib/testing/records/mailbox'
import { addDraft } from '#lib/testing/records/records'
import { addLink, addSentProcess } from '#lib/testing/records/signing-session'
import { call } from '#lib/testing/service/call'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import * as signingRoute from '../signing/[token]/route.ts'
import * as logoRoute from './logo/route.ts'
import * as accountRoute from './route.ts'

type Account = { data: AccountRecord }
type ErrorBody = { error: { errors: Record<string, string[]> } }

let tenant: TestTenant
beforeAll(async () => {
  tenant = await makeTenant()
})
const change = <B = Account>(body: object, caller: { token: string } = tenant) =>
  call<B>(accountRoute.PATCH, { method: 'PATCH', body, as: caller })

function form(bytes: Uint8Array): FormData {
  const body = new FormData()
  body.set('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'logo.png')
  return body
}
const setLogo = <B = Account>(bytes: Uint8Array, caller: { token: string } = tenant) =>
  call<B>(logoRoute.PUT, { method: 'PUT', body: form(bytes), as: caller })

/** A PNG of one colour. */
async function png(width: number, height: number): Promise<Uint8Array> {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.fillStyle = '#1f5f4a'
  context.fillRect(0, 0, width, height)
  return new Uint8Array(await canvas.encode('png'))
}

describe('PATCH /account', () => {
  it('200 changes name, colour, reply-to and the options of new processes', async () => {
    const branding = {
      name: 'Heron & Sons',
      color: '#1f5f4a',
      reply_to: 'legal@heron.example',
      locale: 'de',
      expires_in_days: 30,
      reminder_days: 3,
      signature_kinds: ['drawn' as const, 'uploaded' as const],
    }
    const { status, body } = await change(branding)
    expect(status).toBe(200)
    expect(body.data.tenant).toMatchObject(branding)
    const { options } = await addDraft(tenant)
    expect(options).toMatchObject({
      locale: 'de',
      expires_in_days: 30,
      reminder_days: 3,
      signature_kinds: ['drawn', 'uploaded'],
    })
    const { options: ownOptions } = await addDraft(tenant, { options: { locale: 'fr', reminder_days: null } })
    expect(ownOptions).toMatchObject({ locale: 'fr', expires_in_days: 30, reminder_days: null })
  })

  it('takes a language with a region in which numbers and dates are written otherwise, for new processes', async () => {
    const otherTenant = await makeTenant()
    expect((await change({ locale: 'es-MX' }, otherTenant)).body.data.tenant.locale).toBe('es-MX')
    expect((await addDraft(otherTenant)).options.locale).toBe('es-MX')
    expect((await change({ locale: 'es-ES' }, otherTenant)).status).toBe(400)
  })

  it('emails of a process have the colour and the reply-to address', async () => {
    const otherTenant = await makeTenant()
    await change({ color: '#1f5f4a', reply_to: 'legal@heron.example' }, otherTenant)
    const newEmails = watchEmails(otherTenant)
    await addSentProcess(otherTenant)
    const [email] = await newEmails()
    expect(email!.headers?.['Reply-To']).toBe('legal@heron.example')
    expect(email!.html).toContain('background-color:#1f5f4a')
    await change({ color: null, reply_to: null }, otherTenant)
    await addSentProcess(otherTenant)
    const [laterEmail] = await newEmails()
    expect(laterEmail!.headers?.['Reply-To']).toBeUndefined()
    expect(laterEmail!.html).not.toContain('#1f5f4a')
  })

  it.each([
    ['color', 'green'],
    ['color', '#fff'],
    ['color', '#ffff00'],
    ['color', '#777777'],
    ['reply_to', 'nobody'],
    ['reply_to', 'a@example.com\r\nBcc: b@example.com'],
    ['locale', 'xx'],
    ['expires_in_days', 0],
    ['reminder_days', 91],
    ['signature_kinds', []],
    ['signature_kinds', ['typed', 'typed']],
    ['name', ''],
    ['name', 'Two\nlines'],
  ])('400 for %s %j', async (name, value) => {
    const { status, body } = await change<ErrorBody>({ [name]: value })
    expect([status, Object.keys(body.error.errors)]).toEqual([400, [name]])
  })
})

describe('the logo', () => {
  it('is scaled down, shown to signers, and removed', async () => {
    const { status, body } = await setLogo(await png(800, 200))
    expect(status).toBe(200)
    const url = body.data.tenant.logo_url!
    const stored = Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
    expect(readPngSize(stored)).toEqual({ width: 256, height: 64 })
    const link = await addLink(tenant)
    const signingResponse = await call<{ data: SigningRecord }>(signingRoute.GET, { params: link.params })
    expect(signingResponse.body.data.tenant).toMatchObject({ logo_url: url, color: '#1f5f4a' })
    const remove = async () => (await call(logoRoute.DELETE, { method: 'DELETE', as: tenant })).status
    expect([await remove(), await remove()]).toEqual([204, 404])
    expect((await call<Account>(accountRoute.GET, { as: tenant })).body.data.tenant.logo_url).toBeNull()
  })

  it('is in emails, inline, with the name for clients without images', async () => {
    const otherTenant = await makeTenant()
    await call(accountRoute.PATCH, { method: 'PATCH', body: { name: 'Heron & Sons' }, as: otherTenant })
    const { body } = await setLogo(await png(800, 200), otherTenant)
    const newEmails = watchEmails(otherTenant)
    await addSentProcess(otherTenant)
    const [email] = await newEmails()
    expect(email!.html).toContain('src="cid:logo@paraph"')
    expect(email!.html).toMatch(/<img[^>]*alt="Heron &amp; Sons"[^>]*height="32"[^>]*width="128"/)
    const url = `data:image/png;base64,${email!.images![0]!.png}`
    expect([email!.images!.length, url]).toEqual([1, body.data.tenant.logo_url])
    await call(logoRoute.DELETE, { method: 'DELETE', as: otherTenant })
    await addSentProcess(otherTenant)
    const [laterEmail] = await newEmails()
    expect(laterEmail!.images).toBeUndefined()
    expect(laterEmail!.html).not.toContain('<img')
  })

  it('is not enlarged when it is small', async () => {
    const { body } = await setLogo(await png(40, 30))
    const url = body.data.tenant.logo_url!
    expect(readPngSize(Buffer.from(url.slice(url.indexOf(',') + 1), 'base64'))).toEqual({
      width: 40,
      height: 30,
    })
  })

  it('is turned upright as its Exif data say', async () => {
    const { body } = await setLogo(withChunk(await png(40, 30), 'eXIf', exifData({ orientation: 8 })))
    const url = body.data.tenant.logo_url!
    expect(readPngSize(Buffer.from(url.slice(url.indexOf(',') + 1), 'base64'))).toEqual({
      width: 30,
      height: 40,
    })
  })

  it.each<[string, () => Promise<Uint8Array>]>([
    ['a file that is not a PNG', async () => Buffer.from('GIF89a')],
    ['an SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['a truncated PNG', async () => (await png(200, 50)).subarray(0, 60)],
    ['too many pixels', () => png(2500, 2000)],
    ['too many bytes', async () => Buffer.concat([await png(10, 10), Buffer.alloc(2_100_000)])],
  ])('400 for %s', async (_, make) => {
    const { status, body } = await setLogo<ErrorBody>(await make())
    expect([status, Object.keys(body.error.errors)]).toEqual([400, ['file']])
  })

  it('belongs to one tenant only', async () => {
    const otherTenant = await makeTenant()
    const { body } = await call<Account>(accountRoute.GET, { as: otherTenant })
    expect(body.data.tenant.logo_url).toBeNull()
  })
})
