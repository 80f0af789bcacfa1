import { createHash, generateKeyPairSync } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { signedPdf } from '#lib/pdf/fixtures/build'
import { oid, signDigest } from './cms/cms.ts'
import { testAuthority } from './fixtures/authority.ts'
import { cmsOver } from './fixtures/cms.ts'
import { makeProcessFixture, signedElsewhere, time } from './fixtures/process.ts'
import { getBaselineLevel, isBaselineCms, type JudgedSignature } from './level.ts'
import { verifyPdf } from './verify.ts'

let base: JudgedSignature

beforeAll(async () => {
  const { certificate } = await testAuthority()
  base = {
    ...{ subFilter: 'ETSI.CAdES.detached', digestOk: true, signatureOk: true, changesOk: true },
    ...{ hasBaselineEntries: true, isJudged: true, addsValidationData: false },
    signedAt: '2026-03-01T00:00:00.000Z',
    // Its own issuer: the chain needs no revocation data.
    ...{ certificate, otherCertificates: [certificate] },
  }
})

describe('the level of a signature with validation data and a time stamp of the document', () => {
  const level = (
    signature: Partial<JudgedSignature>,
    stamp: Partial<JudgedSignature>,
    isCovered = () => true,
    wasCovered = () => false,
    ownTime?: string,
  ) => {
    const judged = { ...base, ...signature }
    const documentStamp = { ...base, subFilter: 'ETSI.RFC3161', ...stamp }
    const ownStamp = ownTime ? { time: ownTime, certificates: [] } : undefined
    return getBaselineLevel(judged, ownStamp, [judged, documentStamp], isCovered, wasCovered)
  }
  const coveredAt = '2026-03-01T00:00:00.000Z'

  test.each(['ETSI.RFC3161', 'PBAD.DocTimeStamp'])(
    'is LTA where the time stamp, %s, covers the validation data',
    (subFilter) => {
      expect(level({ addsValidationData: true }, { subFilter })).toEqual({ level: 'LTA', coveredAt })
    },
  )

  test.each<Partial<JudgedSignature>>([
    { addsValidationData: true },
    { isJudged: false },
    { changesOk: false },
  ])('is LT where that is not known: %j', (stamp) => {
    expect(level({}, stamp)).toEqual({ level: 'LT', coveredAt })
  })

  test('is LTA where more data was added after the time stamp, which covers enough', () => {
    const added = { addsValidationData: true }
    const [isCovered, wasCovered] = [() => true, () => true]
    expect(level({}, added, isCovered, wasCovered)).toEqual({ level: 'LTA', coveredAt })
    expect(level({}, { ...added, changesOk: false }, isCovered, wasCovered).level).toBe('LT')
  })

  test('is null without the entries of a baseline signature, which its time stamp needs not have', () => {
    expect(level({ hasBaselineEntries: false }, {})).toEqual({ level: null })
    expect(level({}, { hasBaselineEntries: false })).toEqual({ level: 'LTA', coveredAt })
  })

  test('is of the time of the first time stamp, that of the signature before that of the document', () => {
    const [timestampedAt, signedAt] = ['2026-02-01T00:00:00.000Z', '2026-04-01T00:00:00.000Z']
    expect(level({}, { signedAt }, undefined, undefined, timestampedAt).coveredAt).toBe(timestampedAt)
    expect(level({}, { signedAt }).coveredAt).toBe(signedAt)
  })

  test('is T where the later revisions were not judged', () => {
    expect(level({ isJudged: false }, {})).toEqual({ level: 'T' })
  })

  test('is T where they do not cover its chain, or the time did not suffice to find that', () => {
    expect(level({}, {}, () => false)).toEqual({ level: 'T' })
  })
})

test.each([
  ['/M (D:20260301100000Z)', true],
  ['', false],
  ['/M (yesterday)', false],
  ['/M (D:20261301100000Z)', false],
  ['/M (D:20260301100000Z) /Cert <30>', false],
])(
  'a signature dictionary with %j has the entries of a baseline signature: %s',
  async (entries, expected) => {
    const { signatures } = await verifyPdf(signedPdf({ signature: entries }))
    expect(signatures.map(({ hasBaselineEntries }) => hasBaselineEntries)).toEqual([expected])
  },
)

test('a signature with the time in /M and in its CMS, too, has no baseline level', async () => {
  const fixture = await makeProcessFixture()
  const file = Buffer.from(await signedElsewhere(fixture))
  const [signature] = (await verifyPdf(file)).signatures
  expect(signature).toMatchObject({ valid: true, level: 'B' })
  const [, start, next, length] = signature!.byteRange
  const signedParts = [file.subarray(0, start), file.subarray(next, next + length)]
  const digest = createHash('sha256').update(Buffer.concat(signedParts)).digest()
  // Without its chain the CMS fits where the former one was.
  const identity = { ...(await fixture.authority.identity('Stranger')), chain: [] }
  const cms = Buffer.from(await signDigest(digest, identity, { signedAt: time })).toString('hex')
  file.write(cms.padEnd(next - start - 2, '0'), start + 1)
  expect((await verifyPdf(file)).signatures).toMatchObject([{ valid: true, level: null }])
})

test.each([
  [[], 'I agree.', true],
  [[oid.signingTime], undefined, false],
  [[oid.commitmentType], undefined, true],
  [[oid.commitmentType], 'I agree.', false],
  [[oid.signaturePolicy], 'I agree.', false],
  [[oid.signingCertificate], undefined, true],
  [[oid.signingCertificate, oid.signingCertificateV2], undefined, false],
])('a CMS signature with %j and /Reason %j is a baseline one: %s', (furtherAttributes, reason, expected) => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const der = cmsOver(Buffer.from('a document'), {
    ...{ privateKey, publicKey, furtherAttributes },
    ...{ hash: 'sha256', hashId: oid.sha256, signatureId: oid.ecdsaWithSha256 },
  })
  expect(isBaselineCms(der, reason)).toBe(expected)
})
