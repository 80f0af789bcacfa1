import { beforeAll, expect, it } from 'vitest'
import { env } from '#lib/core/env'
import { sha256Hex } from '#lib/core/ids'
import { readWithPdfjs } from '#lib/pdf/file/reading'
import { buildPdf } from '#lib/pdf/fixtures/build'
import type { EtsiReport } from '#lib/signing/verify/etsi-report'
import { addCompleted } from '#lib/testing/records/completed'
import { loadFiles } from '#lib/testing/records/signing-session'
import { call } from '#lib/testing/service/call'
import { withThreadError } from '#lib/testing/service/threads'
import { makeTenant } from '#lib/testing/users/tenant'
import { POST } from './route.ts'

let sealedFile: Uint8Array
beforeAll(async () => {
  const tenant = await makeTenant()
  const { id } = await addCompleted(tenant, { signers: [{ name: 'Ada Lovelace' }] })
  sealedFile = (await loadFiles(tenant, id))[0]!
})

function report(bytes: Uint8Array, query: Record<string, string> = {}, address?: string) {
  const body = new FormData()
  body.set('file', new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }), 'signed.pdf')
  return call(POST, {
    path: `/api/v1/verify/report?${new URLSearchParams(query)}`,
    body,
    ...(address && { address }),
  })
}

it('200 with the structure of ETSI TS 119 102-2', async () => {
  const { status, body } = await report(sealedFile)
  expect(status).toBe(200)
  const { ValidationReport: validation } = body.data as unknown as EtsiReport
  const { SignatureValidationReport: reports, SignatureValidationObjects: objects } = validation
  expect(reports.length).toBeGreaterThanOrEqual(3)
  // The hash of the file is that of what its last signature has signed.
  expect(reports.map(({ SignersDocument: document }) => document)).toEqual([
    ...reports.slice(1).map(() => undefined),
    {
      DigestAlgAndValue: {
        DigestMethod: 'http://www.w3.org/2001/04/xmlenc#sha256',
        DigestValue: Buffer.from(sha256Hex(sealedFile), 'hex').toString('base64'),
      },
    },
  ])
  const [person] = reports.filter(({ SignerInformation: info }) => info?.Signer === 'Ada Lovelace')
  expect(person).toMatchObject({
    SignatureValidationStatus: {
      MainIndication: 'urn:etsi:019102:mainindication:total-passed',
      SubIndication: [],
    },
    SignatureQuality: { SignatureQualityInformation: ['PAdES-BASELINE-B'] },
  })
  const ids = objects.ValidationObject.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  const [data] = person!.SignatureValidationStatus.AssociatedValidationReportData!
  const {
    SigningCertificate: signer,
    IntermediateCertificate: between,
    TrustAnchor: anchor,
  } = data!.CertificateChain
  expect(person!.SignerInformation!.SignerCertificate).toEqual(signer)
  const chain = [signer, ...between, anchor].flatMap(({ VOReference: references }) => references)
  expect(new Set(chain).size).toBe(3)
  expect(ids).toEqual(expect.arrayContaining(chain))
})

it('200 with the reason why a signature failed', async () => {
  const changedFile = Buffer.from(sealedFile)
  changedFile[changedFile.indexOf('/MediaBox') + 12]! ^= 1
  const { ValidationReport: validation } = (await report(changedFile)).body.data as unknown as EtsiReport
  expect(validation.SignatureValidationReport[0]!.SignatureValidationStatus).toMatchObject({
    MainIndication: 'urn:etsi:019102:mainindication:total-failed',
    SubIndication: ['urn:etsi:019102:subindication:HASH_FAILURE'],
  })
})

it.each([
  ['de', 'Vollständig und unverändert'],
  ['ar', 'كامل'],
  ['ja', '完全で変更なし'],
])('200 with a PDF in %s', async (locale, title) => {
  const response = await report(sealedFile, { format: 'pdf', locale })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  const { texts } = await readWithPdfjs(response.bytes, { maxPages: 1, textPages: 1 })
  expect(texts[0]!.replace(/\s+/g, '')).toContain('AdaLovelace')
  if (locale === 'de') expect(texts[0]).toContain(title)
  // The size has the decimal comma of the language.
  if (locale === 'de') expect(texts[0]).toMatch(/ \d+,\d\s(k|M)B/)
})

it('400 for a file that is no PDF, without a file, and for another format or language', async () => {
  const noPdf = await report(Buffer.from('Dear all,'))
  expect([noPdf.status, noPdf.body.error.reason]).toEqual([400, 'not_pdf'])
  expect((await call(POST, { body: new FormData() })).status).toBe(400)
  expect((await report(buildPdf(), { format: 'xml' })).status).toBe(400)
  expect((await report(buildPdf(), { locale: 'xx' })).status).toBe(400)
})

it('429 by the limit of /verify', async () => {
  const { rateLimits } = env()
  const limitBefore = rateLimits.verify
  rateLimits.verify = 1
  const request = async () => (await report(buildPdf(), {}, '203.0.113.79')).status
  const statuses = [await request(), await request()]
  rateLimits.verify = limitBefore
  expect(statuses).toEqual([200, 429])
})

it('503 with Retry-After while every thread is busy', async () => {
  const { status, headers } = await withThreadError('busy', 'Too many.', () => report(sealedFile))
  expect([status, headers.get('retry-after')]).toEqual([503, '10'])
})
