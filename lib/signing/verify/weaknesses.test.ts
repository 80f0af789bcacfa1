import { X509Certificate } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { signerLocales } from '#lib/core/locales'
import { getVerifyTexts } from '#lib/messages/verify'
import { testAuthority } from '#lib/pades/fixtures/authority'
import { makeProcessFixture, signedElsewhere } from '#lib/pades/fixtures/process'
import type { SignatureReport } from '#lib/pades/signature-report'
import { type VerifyReport, verifyPdf } from '#lib/pades/verify'
import { describeWeaknesses } from './plain-words.ts'
import { makeReport } from './report.ts'
import type { SignatureRecord, VerificationRecord } from './schema.ts'
import { presentVerification } from './verification.ts'
import { listWeaknesses } from './weaknesses.ts'

const at = new Date('2026-03-01T00:00:00Z')
const en = getVerifyTexts('en')

let report: VerifyReport
let root: Uint8Array

beforeAll(async () => {
  const fixture = await makeProcessFixture()
  root = fixture.authority.certificate
  report = await verifyPdf(await signedElsewhere(fixture))
})

/** The verification of a signature whose issuer is unknown, or the root that is given. */
function present(changes: Partial<SignatureReport>, trusted: Uint8Array[] = []): VerificationRecord {
  const anchors = trusted.map((certificate) => ({
    certificate: new X509Certificate(certificate),
    testMode: false,
    isOwn: false,
  }))
  const signatures = [{ ...report.signatures[0]!, ...changes }]
  const record = presentVerification({ ...report, signatures }, anchors, at)
  return { filename: 'a.pdf', size: 1000, sha256: 'ab'.repeat(32), voided_at: null, ...record }
}

describe('a signature whose issuer nobody here knows', () => {
  it('is only that where nothing is weak about it', () => {
    const { verdict, signatures } = present({})
    expect([verdict, signatures[0]!.sub_indication]).toEqual([
      'not_issued_here',
      'NO_CERTIFICATE_CHAIN_FOUND',
    ])
    expect(listWeaknesses(signatures[0]!)).toEqual([])
  })

  it.each<[Partial<SignatureReport>, string]>([
    [{ weakAlgorithm: 'MD5' }, 'Made or certified with an algorithm that is no longer secure: MD5.'],
    [
      { weakKey: 'RSA 1024' },
      'The key of the certificate or of an authority above it is too short: RSA 1024.',
    ],
    [{ signedAt: '2020-02-01T00:00:00Z' }, 'The certificate was not valid yet when the signature was made.'],
    [{ trailingBytes: 3 }, 'Bytes after the signature that do not belong to it: 3.'],
  ])('cannot be judged with %o', (changes, text) => {
    const record = present(changes)
    expect([record.verdict, record.signatures[0]!.sub_indication]).toEqual([
      'indeterminate',
      'NO_CERTIFICATE_CHAIN_FOUND',
    ])
    expect(describeWeaknesses(record.signatures[0]!, en)).toEqual([text])
    expect(present(changes, [root]).verdict).toBe('indeterminate')
  })

  it('cannot be judged with a certificate that has expired', async () => {
    const fixture = await makeProcessFixture()
    const authority = await testAuthority('Former Root', 2020, 2022)
    const former = await verifyPdf(await signedElsewhere({ ...fixture, authority }))
    const { verdict, signatures } = present(former.signatures[0]!)
    expect([verdict, describeWeaknesses(signatures[0]!, en)]).toEqual([
      'indeterminate',
      ['The certificate has expired, and no time stamp shows that the signature is older.'],
    ])
  })
})

it.each(signerLocales)('every weakness has a sentence in %s', (locale) => {
  const [signature] = present({}).signatures
  const weak = {
    ...{ ...signature!, weak_algorithm: 'MD5', weak_key: 'RSA 1024', unsupported: 'MD2' },
    ...{ certificate_expired: true, certificate_not_yet_valid: true, trailing_bytes: 3 },
  }
  const texts = describeWeaknesses(weak, getVerifyTexts(locale))
  expect(new Set(texts).size).toBe(6)
  for (const value of ['MD5', 'RSA 1024', 'MD2', '3'])
    expect(texts.filter((text) => text.includes(value)).length).toBeGreaterThan(0)
  expect(texts.join()).not.toMatch(/[{}]/)
})

describe('the report as a PDF', () => {
  const print = (record: VerificationRecord) => makeReport(record, 'en', at)

  it.each([
    ['en', /stay valid\. \S/],
    ['ja', /有効です。\S/],
  ] as const)('says in %s that the process was declared void, and the verdict', (locale, sentences) => {
    const record = { ...present({}), voided_at: '2026-11-20T09:30:00.000Z' }
    expect(makeReport(record, locale, at).subtitle).toMatch(sentences)
  })

  it('says what is weak about a signature, and what is wrong with the file', () => {
    const faults = ['A signature was removed.']
    const { facts, people } = print({ ...present({ weakAlgorithm: 'MD5' }), faults })
    expect(facts[0]).toEqual({ label: '', value: faults[0] })
    expect(people[0]!.facts).toContainEqual({
      label: '',
      value: 'Made or certified with an algorithm that is no longer secure: MD5.',
    })
  })

  it.each([
    [100, 0, null],
    [130, 0, 'Further changes: 30'],
    [100, 5, 'Further changes: 5'],
  ])(
    'of %i changes, and %i that the verification leaves out, says how many it does not print',
    (count, omitted, text) => {
      const record = present({})
      const change: SignatureRecord['changes'][number] = {
        ...{ kind: 'metadata' as const, level: 'lta_updates' as const, permitted: true, message: '' },
        ...{ field: null, label: null, page: null, before: null, after: null, signed_by: null },
      }
      const signatures = record.signatures.map((signature) => ({
        ...signature,
        changes: Array.from({ length: count }, () => change),
        changes_omitted: omitted,
      }))
      const [person] = print({ ...record, signatures }).people
      const values = person!.facts.map(({ value }) => value)
      expect(values.filter((value) => value === 'The metadata was changed.')).toHaveLength(100)
      expect(values.find((value) => value.startsWith('Further')) ?? null).toBe(text)
    },
  )
})
