import type { TextItem } from 'pdfjs-dist/types/src/display/api.js'
import { beforeAll, describe, expect, it } from 'vitest'
import { signerLocales } from '#lib/core/locales'
import { certificateTexts } from '#lib/messages/certificate'
import { withPage } from '#lib/pdf/fixtures/render'
import type { SigningRecord } from '#lib/signing/schema'
import { getBytes } from '#lib/storage/files'
import {
  addOpenedLink,
  extractText,
  loadEvents,
  loadFiles,
  loadRows,
  loadVaultRows,
  runRevisions,
  typedSignature,
} from '#lib/testing/records/signing-session'
import { callFromNewIp as call } from '#lib/testing/service/call'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import * as signingRoute from './[token]/route.ts'
import * as signRoute from './[token]/sign/route.ts'

let tenant: TestTenant
beforeAll(async () => {
  tenant = await makeTenant()
})
const read = (params: { token: string }, locale: string) =>
  call<{ data: SigningRecord }>(signingRoute.GET, { params, path: `/?locale=${locale}` })

describe('GET /signing/{token}?locale=', () => {
  it('200 with the consent text in each language of signers', async () => {
    const { params } = await addOpenedLink(tenant)
    for (const locale of signerLocales) {
      const { status, body } = await read(params, locale)
      expect([status, body.data.consent.version]).toEqual([200, `2026-11-30-${locale}`])
    }
  })

  it('400 for another language', async () => {
    const { params } = await addOpenedLink(tenant)
    expect((await read(params, 'xx')).status).toBe(400)
  })
})

describe('a signer who chose another language', () => {
  it('agrees to the text in that language, as the trail says', async () => {
    const { process, params } = await addOpenedLink(tenant, { options: { locale: 'de' } })
    const response = await call(signRoute.POST, { method: 'POST', params, body: typedSignature([], 'he') })
    expect(response.status).toBe(200)
    const consented = (await loadEvents(tenant, process.id)).find(
      ({ type }) => type === 'signature.consented',
    )
    expect(consented?.data).toMatchObject({ consent_version: '2026-11-30-he', locale: 'he' })
    const { signers } = await loadRows(tenant, process.id)
    expect(signers[0]!.consentVersion).toBe('2026-11-30-he')
    expect((await read(params, 'ja')).body.data.consent.version).toBe('2026-11-30-he')
  })
})

describe('Chinese characters without kana', () => {
  it.each([
    ['ja', 'ja', 'NotoSansJP'],
    ['en', 'ja', 'NotoSansJP'],
    ['ja', 'en', 'NotoSansJP'],
    ['ja', 'zh', 'NotoSansSC'],
    ['en', 'en', 'NotoSansSC'],
  ])('in a process in %s of a signer in %s have the forms of %s', async (process, locale, face) => {
    const link = await addOpenedLink(tenant, {
      options: { locale: process },
      signers: [{ locale, name: 'Naoko' }],
      zones: [{ type: 'text', label: 'Name' }],
    })
    const { id } = link.process.fields.find(({ type }) => type === 'text')!
    const body = {
      ...typedSignature([{ field_id: id, value: '直骨' }], locale),
      signature: { method: 'typed', text: 'Naoko' },
    }
    expect((await call(signRoute.POST, { params: link.params, body })).status).toBe(200)
    await runRevisions(tenant, link.process)
    const [file] = await loadFiles(tenant, link.process.id)
    const fonts = Buffer.from(file!)
      .toString('latin1')
      .match(/NotoSans(JP|SC)/g)
    expect(new Set(fonts)).toEqual(new Set([face]))
  })
})

describe('the certificate of completion', () => {
  it.each(['it', 'ja', 'uk', 'hi'] as const)('is in the language of the process: %s', async (locale) => {
    const { process, params } = await addOpenedLink(tenant, { options: { locale } })
    await call(signRoute.POST, { method: 'POST', params, body: typedSignature([], locale) })
    await runRevisions(tenant, process)
    const [row] = await loadVaultRows(tenant, process.id)
    const text = await extractText(await getBytes(tenant.tenantId, row!.certificateSha256))
    const { report, outcomes } = certificateTexts[locale]
    const letters = (words: string) => words.normalize('NFKD').replace(/[^\p{L}\p{N}]/gu, '')
    for (const words of [report.certificate, report.documents, outcomes.signed])
      expect(letters(text)).toContain(letters(words))
  })

  it.each(['en', 'ar', 'he'] as const)('begins its lines where its language does: %s', async (locale) => {
    const { process, params } = await addOpenedLink(tenant, { options: { locale } })
    await call(signRoute.POST, { method: 'POST', params, body: typedSignature([], locale) })
    await runRevisions(tenant, process)
    const [row] = await loadVaultRows(tenant, process.id)
    const bytes = await getBytes(tenant.tenantId, row!.certificateSha256)
    const { left, right } = await withPage(bytes, 1, async (page) => {
      const [x0 = 0, , x1 = 0] = page.view
      const { items } = await page.getTextContent()
      const runs = items.filter((item) => 'str' in item && item.str.trim() !== '') as TextItem[]
      const starts = runs.map(({ transform }) => (transform[4] as number) - x0)
      const ends = runs.map(({ transform, width }) => x1 - (transform[4] as number) - width)
      const atEdge = (gaps: number[]) => gaps.filter((gap) => gap < Math.min(...gaps) + 3).length
      return { left: atEdge(starts), right: atEdge(ends) }
    })
    if (locale === 'en') expect(left).toBeGreaterThan(5 * right)
    else expect(right).toBeGreaterThan(5 * left)
  })
})
