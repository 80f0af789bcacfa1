import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { computeDigest } from '../cms/algorithms.ts'
import { readElements } from '../cms/asn1.ts'
import { oid, signDigest } from '../cms/cms.ts'
import { readSignedDataCached } from '../cms/cms-read.ts'
import { verifyCms } from '../cms/cms-verify.ts'
import { objectIdentifier, octetString, sequence, setOf } from '../cms/der.ts'
import type { SigningIdentity } from '../cms/identity.ts'
import { KnownCertificates } from '../cms/known-certificates.ts'
import { testAuthority } from '../fixtures/authority.ts'
import { makeStamping, type StampFaults, type TestStamper, testStamper } from '../fixtures/stamps.ts'
import { stampQuery } from './time-stamp.ts'
import { findTimestamps } from './time-stamp-verify.ts'

vi.mock('../cms/algorithms.ts', { spy: true })

const date = new Date('2026-03-01T12:00:00Z')
const digest = createHash('sha256').update('a document').digest()
const document = { digest: () => digest, read: () => new Uint8Array() }

let stamper: TestStamper
let identity: SigningIdentity
beforeAll(async () => {
  stamper = await testStamper(() => date)
  identity = await (await testAuthority()).identity('Ada Lovelace')
})

const attribute = (...values: Uint8Array[]) =>
  sequence(objectIdentifier(oid.timeStampToken), setOf(...values))

/** The token in an authority's response, not verified. */
const stampWith =
  (faults: StampFaults = {}, authority = stamper) =>
  async (signatureDigest: Uint8Array) =>
    readElements(await authority.answer(stampQuery(signatureDigest, date).der, faults))[1]!

type Stamping = (signatureDigest: Uint8Array, signature: Uint8Array) => Promise<Uint8Array>

/** A stamp of the SHA-1 digest of the signature. */
const weakStamp: Stamping = (signatureDigest, signature) =>
  stampWith({ imprint: ['1.3.14.3.2.26', createHash('sha1').update(signature).digest()] })(signatureDigest)

/** A signature with these stamps, in their order. */
async function signWithStamps(...stampings: Stamping[]) {
  let signature = new Uint8Array()
  const sign = async (data: Uint8Array) => {
    signature = new Uint8Array(await identity.sign(data))
    return signature
  }
  const stamp = async (signatureDigest: Uint8Array) =>
    Buffer.concat(await Promise.all(stampings.map((each) => each(signatureDigest, signature))))
  return signDigest(digest, { ...identity, sign, stamp })
}

it('a signature has a stamp over its value, with the time (CAdES-T)', async () => {
  const der = await signDigest(digest, { ...identity, stamp: makeStamping(stamper, date) })
  expect(verifyCms(der, 'ETSI.CAdES.detached', document).faults).toEqual([])
  expect(findTimestamps(der)[0]?.time).toEqual(date.toISOString())
})

it('a stamp with a weak algorithm is found, and its weakness named', async () => {
  const der = await signWithStamps(weakStamp)
  const time = date.toISOString()
  expect(findTimestamps(der)).toMatchObject([{ time, weakness: 'SHA-1' }])
  const strong = await signWithStamps(makeStamping(stamper, date))
  expect(findTimestamps(strong)).toMatchObject([{ time, weakness: null }])
})

it('all stamps are found, strong ones first', async () => {
  const strong = ['20260302120000Z', '20260301120000Z'].map((time) => stampWith({ time }))
  const der = await signWithStamps(weakStamp, ...strong)
  expect(findTimestamps(der)).toMatchObject([
    { time: '2026-03-02T12:00:00.000Z', weakness: null },
    { time: date.toISOString(), weakness: null },
    { time: date.toISOString(), weakness: 'SHA-1' },
  ])
})

it('a signature without a time stamp has no stamped time', async () => {
  const der = await signDigest(digest, identity)
  expect(readSignedDataCached(der).signer.unsignedAttributes).toEqual([])
  expect(findTimestamps(der)).toEqual([])
})

it('no signature is made without its time stamp', async () => {
  const stamp = () => Promise.reject(new Error('not today'))
  await expect(signDigest(digest, { ...identity, stamp })).rejects.toThrow('not today')
})

it.each<[string, () => Promise<Uint8Array> | Uint8Array]>([
  ['of other bytes', () => stampWith()(createHash('sha256').update('another signature').digest())],
  ['that is none', () => octetString(Buffer.from('none'))],
])('a stamp %s is ignored, and the signature stays valid', async (_what, stamp) => {
  const der = await signDigest(digest, { ...identity, stamp: async () => stamp() })
  expect(verifyCms(der, 'ETSI.CAdES.detached', document).faults).toEqual([])
  expect(findTimestamps(der)).toEqual([])
})

it.each<[string, StampFaults]>([
  ['of a time before the certificate of its authority', { time: '20231231235959Z' }],
  ['of a time after it', { time: '20440101000001Z' }],
  ['of no time', { time: '20260101000000.1e308Z' }],
  ['of a time with a zone', { time: '20260101000000+0200' }],
  ['of a time without seconds', { time: '202601010000Z' }],
])('a stamp %s is ignored', async (_what, faults) => {
  const der = await signDigest(digest, { ...identity, stamp: stampWith(faults) })
  expect(findTimestamps(der)).toEqual([])
})

it('a stamp from before the certificate of the signer was valid is found', async () => {
  const young = await (await testAuthority('Later Root', 2027)).identity('Young Ada')
  const der = await signDigest(digest, { ...young, stamp: makeStamping(stamper, date) })
  expect(findTimestamps(der)).toMatchObject([{ time: date.toISOString() }])
})

describe('a stamp without certificates', () => {
  const bare = (signature: Uint8Array) => stampWith({ certificates: [] })(signature)
  const find = (...certificates: Uint8Array[]) => new KnownCertificates(certificates).find

  it('is found where those of the file have that of its authority', async () => {
    const der = await signDigest(digest, { ...identity, stamp: bare })
    expect(findTimestamps(der, find(stamper.root))).toEqual([])
    const [stamp] = findTimestamps(der, find(identity.certificate, stamper.certificate))
    expect(stamp?.certificates).toEqual([new Uint8Array(stamper.certificate)])
  })

  it('is found where the signature has that of its authority', async () => {
    const chain = [...identity.chain, stamper.certificate]
    const der = await signDigest(digest, { ...identity, chain, stamp: bare })
    expect(findTimestamps(der)).toMatchObject([{ time: date.toISOString() }])
  })

  it('has certificates of its own where others have the same', async () => {
    const stamp = (signature: Uint8Array) =>
      Promise.all([bare(signature), bare(signature)]).then(Buffer.concat)
    const der = await signDigest(digest, { ...identity, stamp })
    const [first, second] = findTimestamps(der, find(stamper.certificate))
    expect(first!.certificates[0]).toEqual(second!.certificates[0])
    expect(first!.certificates[0]).not.toBe(second!.certificates[0])
  })

  it('is looked for among many certificates, each of which is hashed once for all signatures', async () => {
    const signatures = await Promise.all(
      Array.from({ length: 3 }, () => signWithStamps(bare, bare, bare, bare)),
    )
    const many = Array.from({ length: 500 }, () => identity.certificate)
    const known = new KnownCertificates([...many, stamper.certificate])
    vi.mocked(computeDigest).mockClear()
    for (const der of signatures) expect(findTimestamps(der, known.find)).toHaveLength(4)
    // And a few for each of the twelve stamps.
    expect(vi.mocked(computeDigest).mock.calls.length).toBeLessThan(600)
  })
})

it('a stamp by a certificate for another use is ignored', async () => {
  const otherStamper = await testStamper(() => date, 'emailProtection')
  const der = await signDigest(digest, { ...identity, stamp: stampWith({}, otherStamper) })
  expect(findTimestamps(der)).toEqual([])
})

it('other unsigned attributes are ignored', async () => {
  const der = Buffer.from(await signDigest(digest, { ...identity, stamp: makeStamping(stamper, date) }))
  const type = objectIdentifier(oid.timeStampToken)
  der[der.lastIndexOf(type) + type.length - 1]! += 1
  expect(readSignedDataCached(der).signer.unsignedAttributes).toHaveLength(1)
  expect(findTimestamps(der)).toEqual([])
})

it.each([
  [4, date],
  [5, undefined],
])('a valid stamp in position %i gives %s: only the first ones are verified', async (place, statedTime) => {
  const stamp = async (signature: Uint8Array) => {
    const bad = Array.from({ length: place - 1 }, (_, index) => octetString(Buffer.of(index)))
    return Buffer.concat([...bad, await makeStamping(stamper, date)(signature)])
  }
  const der = await signDigest(digest, { ...identity, stamp })
  expect(findTimestamps(der)[0]?.time).toEqual(statedTime?.toISOString())
})

it('unsigned attributes of a stamp are ignored', async () => {
  const unsigned = [attribute(octetString(Buffer.from('not even a token')))]
  const der = await signDigest(digest, { ...identity, stamp: stampWith({ unsigned }) })
  expect(findTimestamps(der)[0]?.time).toEqual(date.toISOString())
})
