import { beforeAll, describe, expect, it } from 'vitest'
import { connect } from '#db/connection/client'
import { env } from '#lib/core/env'
import { sha256Hex } from '#lib/core/ids'
import { consentLocales } from '#lib/identity/consent/limits'
import type { ConsentRecord } from '#lib/identity/consent/schema'
import type { AccountRecord } from '#lib/identity/schema'
import type { SigningRecord } from '#lib/signing/schema'
import { getBytes } from '#lib/storage/files'
import {
  addOpenedLink,
  extractText,
  loadEvents,
  loadVaultRows,
  openLink,
  runRevisions,
  typedSignature,
} from '#lib/testing/records/signing-session'
import { callFromNewIp as call } from '#lib/testing/service/call'
import { itIsGuarded } from '#lib/testing/service/guards'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { unzip } from '#lib/testing/values/unzip'
import * as archiveRoute from '../../archives/[id]/download/route.ts'
import * as signingRoute from '../../signing/[token]/route.ts'
import * as signRoute from '../../signing/[token]/sign/route.ts'
import * as accountRoute from '../route.ts'
import * as versionRoute from './[version]/route.ts'
import * as consentsRoute from './route.ts'

let tenant: TestTenant
beforeAll(async () => {
  tenant = await makeTenant()
})
/** A consent text that is long enough. */
const consentText = (text: string) => `We ask for your consent. ${text}`
const change = <B = { data: AccountRecord }>(consent: unknown, caller: { token: string } = tenant) =>
  call<B>(accountRoute.PATCH, { method: 'PATCH', body: { consent }, as: caller })
const list = async (caller: { token: string } = tenant, query = '') =>
  (
    await call<{ data: ConsentRecord[]; meta: { total: number } }>(consentsRoute.GET, {
      as: caller,
      path: `/api/v1/account/consents${query}`,
    })
  ).body
const get = (name: string, caller: { token: string } = tenant) =>
  call<{ data: ConsentRecord }>(versionRoute.GET, { params: { version: name }, as: caller })
const signingResponse = async (params: { token: string }) =>
  (await call<{ data: SigningRecord }>(signingRoute.GET, { params })).body.data

itIsGuarded('account/consents', consentsRoute)
itIsGuarded('account/consents/{version}', versionRoute)

describe('PATCH /account {consent}', () => {
  it('200 stores each change of a text as a new version', async () => {
    const { body } = await change({ en: `  ${consentText('One')}\r\nTwo  `, all: consentText('For all') })
    expect(body.data.tenant.consent).toEqual({
      ...Object.fromEntries(consentLocales.map((locale) => [locale, null])),
      all: consentText('For all'),
      en: `${consentText('One')}\nTwo`,
    })
    await change({ en: `${consentText('One')}\nTwo` })
    await change({ en: consentText('Three') })
    const ended = await change({ en: null, de: null })
    expect(ended.body.data.tenant.consent).toMatchObject({ en: null, all: consentText('For all') })
    const { data, meta } = await list()
    expect(meta.total).toBe(4)
    expect(data.map(({ version, locale, text, current }) => [version, locale, text, current])).toEqual([
      ['4', 'en', null, false],
      ['3', 'en', consentText('Three'), false],
      ['2', 'en', `${consentText('One')}\nTwo`, false],
      ['1', 'all', consentText('For all'), true],
    ])
    expect(data[1]).toMatchObject({
      sha256: sha256Hex(consentText('Three')),
      created_by: { id: tenant.user.id, name: tenant.user.name },
      created_at: expect.any(String),
    })
    expect((await list(tenant, '?locale=all&sort=version')).data.map((record) => record.version)).toEqual([
      '1',
    ])
  })

  it.each([
    ['too short', { en: 'I agree.' }, 'consent.en'],
    ['too long', { en: 'a'.repeat(10_001) }, 'consent.en'],
    ['with HTML', { de: `<p>${consentText('')}</p>` }, 'consent.de'],
    ['with a character reference', { de: consentText('a &amp; b') }, 'consent.de'],
    ['with control characters', { all: consentText('\u0007') }, 'consent.all'],
    ['with an override of direction', { all: consentText('\u202e') }, 'consent.all'],
    ['not a text', { fr: 7 }, 'consent.fr'],
    ['in an unknown language', { xx: consentText('') }, 'consent.xx'],
    ['without languages', consentText(''), 'consent'],
  ])('400 for a text that is %s, without a new version', async (_, consent, field) => {
    const countBefore = (await list()).meta.total
    const { status, body } = await change<{ error: { errors: object } }>(consent)
    expect([status, Object.keys(body.error.errors)]).toEqual([400, [field]])
    expect((await list()).meta.total).toBe(countBefore)
  })

  it('200 for a text with <, > and & that is not HTML', async () => {
    const otherTenant = await makeTenant()
    expect(
      (await change({ en: consentText('If a < b & c > d; see R&D; ask AT&T.') }, otherTenant)).status,
    ).toBe(200)
  })

  it('403 for an API key and for a user', async () => {
    const key = await tenant.addKey({ scopes: ['account:read'] })
    const user = await tenant.addMember('user')
    for (const caller of [key, user])
      expect((await change({ en: consentText('x') }, caller)).status).toBe(403)
  })

  it('concurrent changes get versions of their own', async () => {
    const otherTenant = await makeTenant()
    const responses = await Promise.all(
      ['a', 'b', 'c'].map((text) => change({ en: consentText(text) }, otherTenant)),
    )
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await list(otherTenant)).data.map((record) => record.version)).toEqual(['3', '2', '1'])
  })
})

describe('GET /account/consents/{version}', () => {
  it('200 for a default text', async () => {
    const current = (await get('2026-11-30-de')).body.data
    expect(current).toMatchObject({ locale: 'de', current: true, created_by: null, created_at: null })
    expect(current.sha256).toBe(sha256Hex(current.text!))
  })

  it('200 for a key with account:read and for a viewer', async () => {
    const key = await tenant.addKey({ scopes: ['account:read'] })
    for (const caller of [key, await tenant.addMember('viewer')]) {
      expect((await get('1', caller)).status).toBe(200)
      expect((await list(caller)).data.length).toBeGreaterThan(0)
    }
  })

  it('404 for another tenant’s version, and an unknown one', async () => {
    const otherTenant = await makeTenant()
    expect((await list(otherTenant)).data).toEqual([])
    for (const name of ['1', '0', '99', '-1', '1e9', '2026-11-xx', '99999999999'])
      expect([name, (await get(name, otherTenant)).status]).toEqual([name, 404])
  })

  it('has the earlier default texts too, which signatures name', async () => {
    const [latest, earlier] = await Promise.all(['2026-11-30-de', '2026-11-de'].map((name) => get(name)))
    expect([latest!.body.data.current, earlier!.body.data.current]).toEqual([true, false])
    expect(earlier!.body.data.text).toContain('ob der Vorgang endet')
    expect(latest!.body.data.text).toContain('endet der Vorgang für alle')
    const second = (await get('2026-11-29-de')).body.data
    expect([second.current, second.sha256]).toEqual([false, sha256Hex(second.text!)])
    expect(second.text).toContain('keine qualifizierte')
  })
})

describe('the consent of a signer', () => {
  it('is for the current text: after a change it is refused until the new text was shown', async () => {
    const otherTenant = await makeTenant()
    const { process, params } = await addOpenedLink(otherTenant)
    const before = await signingResponse(params)
    expect(before.consent.version).toBe('2026-11-30-en')
    expect(before.process.sender.email).toBe(otherTenant.user.email)
    await change({ all: consentText('New') }, otherTenant)
    const errorResponse = await call(signRoute.POST, { params, body: typedSignature() })
    expect([errorResponse.status, errorResponse.body.error.reason]).toEqual([400, 'consent_changed'])
    expect(errorResponse.body.error.errors['consent.version']![0]).toContain(
      'has changed: the current version is 1',
    )
    const { consent } = await signingResponse(params)
    expect(consent).toEqual({ version: '1', text: consentText('New') })
    const body = { ...typedSignature(), consent: { version: consent.version, accepted: true } }
    expect((await call(signRoute.POST, { params, body })).status).toBe(200)
    await runRevisions(otherTenant, process)
    const agreed = (await loadEvents(otherTenant, process.id)).find(
      ({ type }) => type === 'signature.consented',
    )
    expect(agreed!.data).toMatchObject({
      consent_version: '1',
      consent_sha256: sha256Hex(consentText('New')),
    })
    // The text that the signer saw stays available, and the certificate names it.
    await change({ all: consentText('Newer') }, otherTenant)
    expect((await get('1', otherTenant)).body.data.text).toBe(consentText('New'))
    expect((await signingResponse(params)).consent).toEqual({ version: '1', text: consentText('New') })
    const [row] = await loadVaultRows(otherTenant, process.id)
    for (const file of [row!.certificateSha256, row!.trailSha256])
      expect(await extractText(await getBytes(otherTenant.ctx.tenantId, file))).toContain(
        sha256Hex(consentText('New')),
      )
    const { bytes } = await call(archiveRoute.GET, { params: { id: process.id }, as: otherTenant })
    const unzipped = unzip(bytes)
    expect(unzipped.get('consent/1.txt')!.toString()).toBe(consentText('New'))
    const { parts: listed } = JSON.parse(unzipped.get('manifest.json')!.toString())
    expect(listed).toContainEqual({ path: 'consent/1.txt', sha256: sha256Hex(consentText('New')) })
  })

  it('is for the text in their language, else the text for all, else the default text', async () => {
    const otherTenant = await makeTenant()
    const { process, params } = await addOpenedLink(otherTenant, {
      signers: [
        { locale: 'de', type: 'parallel' },
        { locale: 'fr', type: 'parallel' },
      ],
    })
    const french = { token: await openLink(otherTenant, process.signers[1]!.id) }
    const versions = async () => [
      (await signingResponse(params)).consent.version,
      (await signingResponse(french)).consent.version,
    ]
    expect(await versions()).toEqual(['2026-11-30-de', '2026-11-30-fr'])
    await change({ de: consentText('auf Deutsch') }, otherTenant)
    expect(await versions()).toEqual(['1', '2026-11-30-fr'])
    await change({ all: consentText('for all') }, otherTenant)
    expect(await versions()).toEqual(['1', '2'])
    await change({ de: null }, otherTenant)
    expect(await versions()).toEqual(['2', '2'])
    await change({ all: null }, otherTenant)
    expect(await versions()).toEqual(['2026-11-30-de', '2026-11-30-fr'])
  })

  it('names reply_to as the sender’s address if it is set', async () => {
    const otherTenant = await makeTenant()
    const { params } = await addOpenedLink(otherTenant)
    await call(accountRoute.PATCH, {
      method: 'PATCH',
      body: { reply_to: 'legal@heron.example' },
      as: otherTenant,
    })
    expect((await signingResponse(params)).process.sender.email).toBe('legal@heron.example')
  })
})

it.each(['update consent_texts set text = null', 'delete from consent_texts', 'truncate consent_texts'])(
  'refuses “%s”, also by the owner of the table',
  async (statement) => {
    const database = connect(env().databaseUrl!, { max: 1 })
    await expect(database.unsafe(statement)).rejects.toThrow('consent texts are append-only')
    await database.end()
  },
)
