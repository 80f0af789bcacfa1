import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect } from '#db/client'
import { env } from '#lib/core/env'
import { sha256Hex } from '#lib/core/ids'
import type { ConsentRecord } from '#lib/identity/consent/schema'
import type { AccountRecord } from '#lib/identity/schema'
import type { SigningRecord } from '#lib/signing/schema'
import { getBytes } from '#lib/storage/files'
import { callFromNewIp as call } from '#lib/testing/call'
import {
  addOpenedLink,
  eventsOf,
  openedTokenFor,
  textOf,
  typed,
  vaultRowsOf,
  work,
} from '#lib/testing/ceremony'
import { itIsGuarded } from '#lib/testing/guards'
import { makeTenant, type TestTenant } from '#lib/testing/tenant'
import { unzip } from '#lib/testing/unzip'
import { closeThreads } from '#lib/workers/pdf-pool'
import * as archive from '../../archives/[id]/download/route.ts'
import * as signing from '../../signing/[token]/route.ts'
import * as sign from '../../signing/[token]/sign/route.ts'
import * as account from '../route.ts'
import * as version from './[version]/route.ts'
import * as consents from './route.ts'

let tenant: TestTenant
beforeAll(async () => {
  tenant = await makeTenant()
})
afterAll(closeThreads)

const own = (text: string) => `We ask for your consent. ${text}`
const change = <B = { data: AccountRecord }>(consent: unknown, as: { token: string } = tenant) =>
  call<B>(account.PATCH, { method: 'PATCH', body: { consent }, as })
const list = async (as: { token: string } = tenant, query = '') =>
  (
    await call<{ data: ConsentRecord[]; meta: { total: number } }>(consents.GET, {
      as,
      path: `/api/v1/account/consents${query}`,
    })
  ).body
const get = (name: string, as: { token: string } = tenant) =>
  call<{ data: ConsentRecord }>(version.GET, { params: { version: name }, as })
const shown = async (params: { token: string }) =>
  (await call<{ data: SigningRecord }>(signing.GET, { params })).body.data

itIsGuarded('account/consents', consents)
itIsGuarded('account/consents/{version}', version)

describe('PATCH /account {consent}', () => {
  it('200 a version for each change of a text, kept for ever', async () => {
    const { body } = await change({ en: `  ${own('One')}\r\nTwo  `, all: own('For all') })
    expect(body.data.tenant.consent).toEqual({
      all: own('For all'),
      en: `${own('One')}\nTwo`,
      fr: null,
      de: null,
      es: null,
    })
    await change({ en: `${own('One')}\nTwo` })
    await change({ en: own('Three') })
    const ended = await change({ en: null, de: null })
    expect(ended.body.data.tenant.consent).toMatchObject({ en: null, all: own('For all') })
    const { data, meta } = await list()
    expect(meta.total).toBe(4)
    expect(data.map(({ version, locale, text, current }) => [version, locale, text, current])).toEqual([
      ['4', 'en', null, false],
      ['3', 'en', own('Three'), false],
      ['2', 'en', `${own('One')}\nTwo`, false],
      ['1', 'all', own('For all'), true],
    ])
    expect(data[1]).toMatchObject({
      sha256: sha256Hex(own('Three')),
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
    ['with HTML', { de: `<p>${own('')}</p>` }, 'consent.de'],
    ['with a character reference', { de: own('a &amp; b') }, 'consent.de'],
    ['with control characters', { all: own('\u0007') }, 'consent.all'],
    ['with an override of direction', { all: own('\u202e') }, 'consent.all'],
    ['not a text', { fr: 7 }, 'consent.fr'],
    ['in an unknown language', { xx: own('') }, 'consent.xx'],
    ['without languages', own(''), 'consent'],
  ])('400 a text that is %s, and no version', async (_, consent, field) => {
    const before = (await list()).meta.total
    const { status, body } = await change<{ error: { errors: object } }>(consent)
    expect([status, Object.keys(body.error.errors)]).toEqual([400, [field]])
    expect((await list()).meta.total).toBe(before)
  })

  it('200 a text may compare with < and > and name a & b', async () => {
    const other = await makeTenant()
    expect((await change({ en: own('If a < b & c > d; see R&D; ask AT&T.') }, other)).status).toBe(200)
  })

  it('403 for an API key and for a user', async () => {
    const key = await tenant.addKey({ scopes: ['account:read'] })
    const user = await tenant.addMember('user')
    for (const as of [key, user]) expect((await change({ en: own('x') }, as)).status).toBe(403)
  })

  it('two changes at once have two versions', async () => {
    const other = await makeTenant()
    const answers = await Promise.all(['a', 'b', 'c'].map((text) => change({ en: own(text) }, other)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await list(other)).data.map((record) => record.version)).toEqual(['3', '2', '1'])
  })
})

describe('GET /account/consents/{version}', () => {
  it('200 a default text, also of an earlier release', async () => {
    const current = (await get('2026-11-de')).body.data
    expect(current).toMatchObject({ locale: 'de', current: true, created_by: null, created_at: null })
    expect(current.sha256).toBe(sha256Hex(current.text!))
    expect((await get('2026-01-fr')).body.data).toMatchObject({ locale: 'fr', current: false })
  })

  it('200 for a key with account:read and for a viewer', async () => {
    const key = await tenant.addKey({ scopes: ['account:read'] })
    for (const as of [key, await tenant.addMember('viewer')]) {
      expect((await get('1', as)).status).toBe(200)
      expect((await list(as)).data.length).toBeGreaterThan(0)
    }
  })

  it('404 for another tenant’s version, and an unknown one', async () => {
    const other = await makeTenant()
    expect((await list(other)).data).toEqual([])
    for (const name of ['1', '0', '99', '-1', '1e9', '2026-11-xx', '99999999999'])
      expect([name, (await get(name, other)).status]).toEqual([name, 404])
  })
})

describe('what a signer agrees to', () => {
  it('is the text in force: a changed one is refused until it was shown', async () => {
    const other = await makeTenant()
    const { process, params } = await addOpenedLink(other)
    const before = await shown(params)
    expect(before.consent.version).toBe('2026-11-en')
    expect(before.process.sender.email).toBe(other.user.email)
    await change({ all: own('New') }, other)
    const refused = await call(sign.POST, { params, body: typed() })
    expect([refused.status, refused.body.error.reason]).toEqual([400, 'consent_changed'])
    expect(refused.body.error.errors['consent.version']![0]).toContain(
      'has changed: the current version is 1',
    )
    const { consent } = await shown(params)
    expect(consent).toEqual({ version: '1', text: own('New') })
    const body = { ...typed(), consent: { version: consent.version, accepted: true } }
    expect((await call(sign.POST, { params, body })).status).toBe(200)
    await work(other, process)
    const agreed = (await eventsOf(other, process.id)).find(({ type }) => type === 'signature.consented')
    expect(agreed!.data).toMatchObject({ consent_version: '1', consent_sha256: sha256Hex(own('New')) })
    // The text of the time stays, and the certificate names it.
    await change({ all: own('Newer') }, other)
    expect((await get('1', other)).body.data.text).toBe(own('New'))
    expect((await shown(params)).consent).toEqual({ version: '1', text: own('New') })
    const [row] = await vaultRowsOf(other, process.id)
    for (const file of [row!.certificateSha256, row!.trailSha256])
      expect(await textOf(await getBytes(other.ctx.tenantId, file))).toContain(sha256Hex(own('New')))
    const { bytes } = await call(archive.GET, { params: { id: process.id }, as: other })
    const parts = unzip(bytes)
    expect(parts.get('consent/1.txt')!.toString()).toBe(own('New'))
    const { parts: named } = JSON.parse(parts.get('manifest.json')!.toString())
    expect(named).toContainEqual({ path: 'consent/1.txt', sha256: sha256Hex(own('New')) })
  })

  it('is in their language, else the text for all, else the default one', async () => {
    const other = await makeTenant()
    const { process, params } = await addOpenedLink(other, {
      signers: [
        { locale: 'de', type: 'parallel' },
        { locale: 'fr', type: 'parallel' },
      ],
    })
    const french = { token: await openedTokenFor(other, process.signers[1]!.id) }
    const versions = async () => [
      (await shown(params)).consent.version,
      (await shown(french)).consent.version,
    ]
    expect(await versions()).toEqual(['2026-11-de', '2026-11-fr'])
    await change({ de: own('auf Deutsch') }, other)
    expect(await versions()).toEqual(['1', '2026-11-fr'])
    await change({ all: own('for all') }, other)
    expect(await versions()).toEqual(['1', '2'])
    await change({ de: null }, other)
    expect(await versions()).toEqual(['2', '2'])
    await change({ all: null }, other)
    expect(await versions()).toEqual(['2026-11-de', '2026-11-fr'])
  })

  it('the sender is reached at reply_to where it is set', async () => {
    const other = await makeTenant()
    const { params } = await addOpenedLink(other)
    await call(account.PATCH, { method: 'PATCH', body: { reply_to: 'legal@heron.example' }, as: other })
    expect((await shown(params)).process.sender.email).toBe('legal@heron.example')
  })
})

it.each(['update consent_texts set text = null', 'delete from consent_texts', 'truncate consent_texts'])(
  'refuses “%s”, also by the owner of the table',
  async (statement) => {
    const owner = connect(env().databaseUrl!, { max: 1 })
    await expect(owner.unsafe(statement)).rejects.toThrow('consent texts are append-only')
    await owner.end()
  },
)
