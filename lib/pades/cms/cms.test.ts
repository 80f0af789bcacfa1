import { createHash, createPublicKey, randomBytes, verify, X509Certificate } from 'node:crypto'
import * as asn1js from 'asn1js'
import { type Attribute, ContentInfo, IssuerAndSerialNumber, SignedData } from 'pkijs'
import { beforeAll, describe, expect, test } from 'vitest'
import { type TestAuthority, testAuthority } from '../fixtures/authority.ts'
import { oid, signDigest } from './cms.ts'
import type { SigningIdentity } from './identity.ts'

const digest = createHash('sha256').update('the content').digest()

let authority: TestAuthority
let identity: SigningIdentity
let der: Uint8Array<ArrayBuffer>
let signedData: SignedData

beforeAll(async () => {
  authority = await testAuthority()
  identity = await authority.identity('Žofie 张伟')
  der = await signDigest(digest, identity)
  signedData = parse(der)
})

function parse(bytes: Uint8Array<ArrayBuffer>): SignedData {
  const { result, offset } = asn1js.fromBER(bytes)
  expect(offset).toBe(bytes.length)
  const info = new ContentInfo({ schema: result })
  expect(info.contentType).toBe('1.2.840.113549.1.7.2')
  return new SignedData({ schema: info.content })
}

function attributes(): Attribute[] {
  return signedData.signerInfos[0]!.signedAttrs!.attributes
}

function soleValue(type: string): asn1js.AsnType {
  const matching = attributes().filter((attribute) => attribute.type === type)
  expect(matching).toHaveLength(1)
  expect(matching[0]!.values).toHaveLength(1)
  return matching[0]!.values[0] as asn1js.AsnType
}

describe('signed data (RFC 5652, 5.1)', () => {
  test('version 1, one SHA-256, detached', () => {
    expect(signedData.version).toBe(1)
    expect(signedData.digestAlgorithms.map(({ algorithmId }) => algorithmId)).toEqual([oid.sha256])
    expect(signedData.encapContentInfo.eContentType).toBe(oid.data)
    expect(signedData.encapContentInfo.eContent).toBeUndefined()
    expect(signedData.crls).toBeUndefined()
  })

  test('contains the signer’s certificate and its chain', () => {
    const carried = signedData.certificates!.map((item) =>
      Buffer.from(item.toSchema().toBER()).toString('hex'),
    )
    const expectedCertificates = [identity.certificate, ...identity.chain].map((bytes) =>
      Buffer.from(bytes).toString('hex'),
    )
    expect(carried.sort()).toEqual(expectedCertificates.sort())
  })

  test('names the signer by issuer and serial number', () => {
    const { sid, version } = signedData.signerInfos[0]!
    expect(version).toBe(1)
    expect(sid).toBeInstanceOf(IssuerAndSerialNumber)
    const { serialNumber } = sid as IssuerAndSerialNumber
    const certificate = new X509Certificate(identity.certificate)
    expect(Number(serialNumber.valueBlock.valueDec)).toBe(Number.parseInt(certificate.serialNumber, 16))
  })

  test('is small enough to leave room for a time stamp', () => {
    expect(der.length).toBeLessThan(3000)
  })
})

describe('signed attributes (EN 319 122-1, 5)', () => {
  test('content-type, message-digest, signing-certificate-v2, and no signing-time', () => {
    const types = attributes().map(({ type }) => type)
    expect(types.toSorted()).toEqual(
      [oid.contentType, oid.messageDigest, oid.signingCertificateV2].toSorted(),
    )
    expect(types).not.toContain('1.2.840.113549.1.9.5')
  })

  test('content-type is data, message-digest the given digest', () => {
    expect((soleValue(oid.contentType) as asn1js.ObjectIdentifier).valueBlock.toString()).toBe(oid.data)
    const stated = (soleValue(oid.messageDigest) as asn1js.OctetString).valueBlock.valueHexView
    expect(Buffer.from(stated).equals(digest)).toBe(true)
  })

  test('signing-certificate-v2 holds one hash, that of the signer, its algorithm left to the default', () => {
    const certificates = soleValue(oid.signingCertificateV2) as asn1js.Sequence
    const [list] = certificates.valueBlock.value as asn1js.Sequence[]
    const ids = list!.valueBlock.value as asn1js.Sequence[]
    expect(ids).toHaveLength(1)
    const parts = ids[0]!.valueBlock.value
    expect(parts).toHaveLength(1)
    const hash = Buffer.from((parts[0] as asn1js.OctetString).valueBlock.valueHexView)
    expect(hash.equals(createHash('sha256').update(identity.certificate).digest())).toBe(true)
  })

  test('are in the order of DER (X.690, 11.6)', () => {
    const encodings = attributes().map((attribute) => Buffer.from(attribute.toSchema().toBER()))
    expect(encodings).toEqual(encodings.toSorted(Buffer.compare))
  })
})

describe('signature', () => {
  test('ECDSA with SHA-256 over the attributes as a SET', () => {
    const signer = signedData.signerInfos[0]!
    expect(signer.signatureAlgorithm.algorithmId).toBe('1.2.840.10045.4.3.2')
    expect(signer.signatureAlgorithm.algorithmParams).toBeUndefined()
    const data = new Uint8Array(signer.signedAttrs!.encodedValue)
    expect(data[0]).toBe(0x31)
    const key = new X509Certificate(identity.certificate).publicKey
    const signature = signer.signature.valueBlock.valueHexView
    expect(verify('sha256', data, key, signature)).toBe(true)
    const other = createPublicKey(
      new X509Certificate(authority.certificate).publicKey.export({ format: 'pem', type: 'spki' }),
    )
    expect(verify('sha256', data, other, signature)).toBe(false)
  })

  test('is requested once, over exactly the signed attributes', async () => {
    const asked: Uint8Array[] = []
    const watched = {
      ...identity,
      sign: (data: Uint8Array) => {
        asked.push(data)
        return identity.sign(data)
      },
    }
    const { signerInfos } = parse(await signDigest(digest, watched))
    expect(asked).toHaveLength(1)
    expect(Buffer.from(asked[0]!).equals(Buffer.from(signerInfos[0]!.signedAttrs!.encodedValue))).toBe(true)
  })

  test('is in the result as the identity returned it', async () => {
    const value = new Uint8Array(randomBytes(70))
    const { signerInfos } = parse(await signDigest(digest, { ...identity, sign: async () => value }))
    expect(Buffer.from(signerInfos[0]!.signature.valueBlock.valueHexView).equals(value)).toBe(true)
  })

  test('an error of the identity is thrown', async () => {
    const refusing = { ...identity, sign: () => Promise.reject(new Error('the key is gone')) }
    await expect(signDigest(digest, refusing)).rejects.toThrow('the key is gone')
  })

  test('works on a digest and certificates that are views into larger memory', async () => {
    const memory = new Uint8Array(4000)
    memory.set(digest, 100)
    memory.set(identity.certificate, 500)
    const view = memory.subarray(500, 500 + identity.certificate.length)
    const secondSignedData = parse(
      await signDigest(memory.subarray(100, 132), { ...identity, certificate: view }),
    )
    const carried = Buffer.from(secondSignedData.certificates![0]!.toSchema().toBER())
    expect(carried.equals(Buffer.from(identity.certificate))).toBe(true)
  })

  test('without a chain it contains the signer’s certificate only', async () => {
    const alone = parse(await signDigest(digest, { ...identity, chain: [] }))
    expect(alone.certificates).toHaveLength(1)
  })
})
