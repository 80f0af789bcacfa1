import {
  constants,
  createHash,
  createPrivateKey,
  generateKeyPairSync,
  KeyObject,
  privateEncrypt,
  randomBytes,
  sign,
} from 'node:crypto'
import 'reflect-metadata'
import { SubjectKeyIdentifierExtension, X509CertificateGenerator } from '@peculiar/x509'
import * as asn1js from 'asn1js'
import {
  AlgorithmIdentifier,
  Attribute,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  MessageImprint,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
  TSTInfo,
} from 'pkijs'
import { beforeAll, describe, expect, test } from 'vitest'
import { testAuthority } from '../fixtures/authority.ts'
import { testStamper } from '../fixtures/stamps.ts'
import { stampQuery } from '../time-stamps/time-stamp.ts'
import { readElements } from './asn1.ts'
import { oid, signDigest } from './cms.ts'
import { type SignedBytes, verifyCms } from './cms-verify.ts'
import { objectIdentifier, octetString, sequence } from './der.ts'
import type { SigningIdentity } from './identity.ts'
import { KnownCertificates } from './known-certificates.ts'

const content = randomBytes(500)
const find = (...certificates: Uint8Array[]) => new KnownCertificates(certificates).find
const bytes: SignedBytes = {
  digest: (algorithm) => createHash(algorithm).update(content).digest(),
  read: () => content,
}
const other: SignedBytes = {
  digest: (algorithm) => createHash(algorithm).update('other').digest(),
  read: () => new TextEncoder().encode('other'),
}
const cades = 'ETSI.CAdES.detached'
const pkcs7 = 'adbe.pkcs7.detached'

let identity: SigningIdentity

beforeAll(async () => {
  identity = await (await testAuthority()).identity('Ada')
})

const hashOids: Record<string, string> = {
  sha1: '1.3.14.3.2.26',
  sha256: '2.16.840.1.101.3.4.2.1',
  sha384: '2.16.840.1.101.3.4.2.2',
  sha512: '2.16.840.1.101.3.4.2.3',
}

/** Deviations of a test signature from a correct one. */
interface Recipe {
  key: KeyObject
  certificate: Certificate
  hash: string
  /** The signature algorithm and the signing function. */
  algorithm: AlgorithmIdentifier
  signWith: (data: Uint8Array) => Buffer
  attributes?: Attribute[]
  contentType?: string
  encapsulated?: Uint8Array
  sid?: SignerInfo['sid']
  certificates?: Certificate[]
  signers?: number
}

/** The same CMS object, with signed attributes of indefinite length. */
function withIndefiniteAttributes(der: Uint8Array): Uint8Array {
  const childrenOf = (block: asn1js.AsnType) => (block as asn1js.Constructed).valueBlock.value
  const { result } = asn1js.fromBER(new Uint8Array(der).buffer)
  const [signedData] = childrenOf(childrenOf(result)[1]!)
  const [signer] = childrenOf(childrenOf(signedData!).at(-1)!)
  const attributes = childrenOf(signer!)[3] as asn1js.Constructed
  attributes.lenBlock.isIndefiniteForm = true
  attributes.valueBlock.isIndefiniteForm = true
  return new Uint8Array(result.toBER())
}

function build(recipe: Recipe): Uint8Array {
  const { certificate, attributes, encapsulated, contentType = oid.data } = recipe
  const der = attributes
    ? new Uint8Array(new asn1js.Set({ value: attributes.map((item) => item.toSchema()) }).toBER())
    : (encapsulated ?? content)
  const { issuer, serialNumber } = certificate
  const signer = new SignerInfo({
    version: 1,
    sid: recipe.sid ?? new IssuerAndSerialNumber({ issuer, serialNumber }),
    digestAlgorithm: new AlgorithmIdentifier({ algorithmId: hashOids[recipe.hash] ?? recipe.hash }),
    signatureAlgorithm: recipe.algorithm,
    signature: new asn1js.OctetString({ valueHex: new Uint8Array(recipe.signWith(der)) }),
    ...(attributes && { signedAttrs: new SignedAndUnsignedAttributes({ type: 0, attributes }) }),
  })
  const signedData = new SignedData({
    version: 1,
    encapContentInfo: new EncapsulatedContentInfo({
      eContentType: contentType,
      ...(encapsulated && { eContent: new asn1js.OctetString({ valueHex: new Uint8Array(encapsulated) }) }),
    }),
    digestAlgorithms: [signer.digestAlgorithm],
    certificates: recipe.certificates ?? [certificate],
    signerInfos: Array.from({ length: recipe.signers ?? 1 }, () => signer),
  })
  const info = new ContentInfo({ contentType: oid.signedData, content: signedData.toSchema(true) })
  return new Uint8Array(info.toSchema().toBER())
}

function attribute(type: string, value: asn1js.AsnType): Attribute {
  return new Attribute({ type, values: [value] })
}

function usual(hash: string, digest = bytes.digest(hash), contentType: string = oid.data): Attribute[] {
  return [
    attribute(oid.contentType, new asn1js.ObjectIdentifier({ value: contentType })),
    attribute(oid.messageDigest, new asn1js.OctetString({ valueHex: new Uint8Array(digest) })),
  ]
}

/** The signing-certificate attribute (version 1 or 2) over these bytes. */
function naming(
  certificate: Uint8Array,
  version: 1 | 2,
  hash = version === 1 ? 'sha1' : 'sha256',
): Attribute {
  const octets = new asn1js.OctetString({
    valueHex: new Uint8Array(createHash(hash).update(certificate).digest()),
  })
  const algorithm = new AlgorithmIdentifier({ algorithmId: hashOids[hash]! }).toSchema()
  const value = version === 2 && hash !== 'sha256' ? [algorithm, octets] : [octets]
  const list = new asn1js.Sequence({ value: [new asn1js.Sequence({ value })] })
  const type = version === 1 ? oid.signingCertificate : oid.signingCertificateV2
  return attribute(type, new asn1js.Sequence({ value: [list] }))
}

const keyPairs = new Map<string, ReturnType<typeof makeSelfSigned>>()

/** A certificate of this kind, cached because RSA keys are slow to generate. */
function selfSigned(algorithm: Parameters<typeof makeSelfSigned>[0]): ReturnType<typeof makeSelfSigned> {
  const kind = JSON.stringify(algorithm)
  const keyPair = keyPairs.get(kind) ?? makeSelfSigned(algorithm)
  keyPairs.set(kind, keyPair)
  return keyPair
}

async function makeSelfSigned(algorithm: RsaHashedKeyGenParams | (EcKeyGenParams & { hash: string })) {
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const certificate = await X509CertificateGenerator.createSelfSigned({
    serialNumber: '0a',
    name: [{ CN: ['Somebody'] }],
    notBefore: new Date('2024-01-01'),
    notAfter: new Date('2044-01-01'),
    keys,
    signingAlgorithm: { ...algorithm },
    extensions: [await SubjectKeyIdentifierExtension.create(keys.publicKey)],
  })
  return {
    key: KeyObject.from(keys.privateKey),
    certificate: Certificate.fromBER(certificate.rawData),
    der: new Uint8Array(certificate.rawData),
  }
}

const rsaParams = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1]),
}

/** A recipe that signs with RSA PKCS #1. */
async function rsa(hash: string, overrides: Partial<Recipe> = {}): Promise<Recipe> {
  const { key, certificate } = await selfSigned(rsaParams)
  return {
    key,
    certificate,
    hash,
    algorithm: new AlgorithmIdentifier({
      algorithmId: '1.2.840.113549.1.1.1',
      algorithmParams: new asn1js.Null(),
    }),
    signWith: (data) => sign(hash, data, key),
    attributes: usual(hash),
    ...overrides,
  }
}

describe('our own signatures', () => {
  test('verify over the signed bytes', async () => {
    const der = await signDigest(bytes.digest('sha256'), identity)
    const cmsVerdict = verifyCms(der, cades, bytes)
    expect(cmsVerdict).toMatchObject({ digestOk: true, signatureOk: true, faults: [] })
    expect(Buffer.from(cmsVerdict.certificate!).equals(Buffer.from(identity.certificate))).toBe(true)
    expect(cmsVerdict.otherCertificates.map((item) => Buffer.from(item))).toEqual(
      identity.chain.map((item) => Buffer.from(item)),
    )
  })

  test('zeros after the object are ignored', async () => {
    const der = await signDigest(bytes.digest('sha256'), identity)
    const padded = new Uint8Array(12_000)
    padded.set(der)
    expect(verifyCms(padded, cades, bytes).faults).toEqual([])
  })

  test('do not verify over other bytes', async () => {
    const der = await signDigest(bytes.digest('sha256'), identity)
    const cmsVerdict = verifyCms(der, cades, other)
    expect(cmsVerdict).toMatchObject({ digestOk: false, signatureOk: true })
    expect(cmsVerdict.faults).toEqual(['The signed bytes were changed.'])
  })

  test('by a key other than the certificate’s do not verify', async () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const forged = { ...identity, sign: async (data: Uint8Array) => sign('sha256', data, privateKey) }
    const cmsVerdict = verifyCms(await signDigest(bytes.digest('sha256'), forged), cades, bytes)
    expect(cmsVerdict).toMatchObject({ digestOk: true, signatureOk: false })
    expect(cmsVerdict.faults).toEqual(['The signature does not match its certificate.'])
  })

  test('with random bytes as the signature value do not verify', async () => {
    const nonsense = { ...identity, sign: async () => new Uint8Array([1, 2, 3]) }
    const cmsVerdict = verifyCms(await signDigest(bytes.digest('sha256'), nonsense), cades, bytes)
    expect(cmsVerdict.signatureOk).toBe(false)
  })
})

describe('input that is not a CMS signature', () => {
  test.each<[string, Uint8Array]>([
    ['nothing', new Uint8Array()],
    ['zeros', new Uint8Array(100)],
    ['noise', new Uint8Array(randomBytes(100))],
    ['another sequence', new Uint8Array(new asn1js.Sequence({ value: [new asn1js.Null()] }).toBER())],
    ['truncated', new Uint8Array([0x30, 0x82, 0x0b, 0x00, 0x06, 0x09])],
  ])('%s cannot be read', (_, der) => {
    const cmsVerdict = verifyCms(der, cades, bytes)
    // Nothing was compared with the signed bytes.
    expect(cmsVerdict).toMatchObject({ digestOk: null, signatureOk: false, certificate: null })
    expect(cmsVerdict.faults[0]).toMatch(/^The signature cannot be read/)
  })

  test('data that is not signed cannot be read', () => {
    const info = new ContentInfo({
      contentType: oid.data,
      content: new asn1js.OctetString({ valueHex: new Uint8Array(3) }),
    })
    const cmsVerdict = verifyCms(new Uint8Array(info.toSchema().toBER()), cades, bytes)
    expect(cmsVerdict.faults.join()).toMatch(/no signed data/)
  })

  test.each([0, 2])('%i signers are refused', async (signers) => {
    const cmsVerdict = verifyCms(build(await rsa('sha256', { signers })), pkcs7, bytes)
    expect(cmsVerdict.faults.join()).toMatch(/exactly one signer/)
    expect(cmsVerdict.signatureOk).toBe(false)
  })

  test('without the certificate it cannot be verified', async () => {
    const { der } = await selfSigned(rsaParams)
    // Only time stamps may leave it to the file.
    const cmsVerdict = verifyCms(build(await rsa('sha256', { certificates: [] })), pkcs7, bytes, find(der))
    expect(cmsVerdict.faults.join()).toMatch(/certificate is missing/)
    expect(cmsVerdict).toMatchObject({ digestOk: true, signatureOk: false, isUnidentified: false })
  })

  test('an unknown hash algorithm is named', async () => {
    const recipe = await rsa('sha256')
    const cmsVerdict = verifyCms(build({ ...recipe, hash: '1.2.3.4' }), pkcs7, bytes)
    expect(cmsVerdict.faults.join()).toMatch(/algorithm 1\.2\.3\.4 is not supported/)
  })
})

describe('algorithms of other software', () => {
  test.each(['sha1', 'sha256', 'sha384', 'sha512'])('RSA PKCS #1 with %s', async (hash) => {
    const cmsVerdict = verifyCms(build(await rsa(hash)), pkcs7, bytes)
    expect(cmsVerdict).toMatchObject({ digestOk: true, signatureOk: true, faults: [] })
    expect(verifyCms(build(await rsa(hash)), pkcs7, other).digestOk).toBe(false)
  })

  test.each<[string, boolean, (digest: Buffer) => Uint8Array]>([
    ['no parameters of its hash', true, (digest) => digestInfo('sha256', digest)],
    ['NULL as parameters', true, (digest) => digestInfo('sha256', digest, Buffer.of(5, 0))],
    ['the digest alone', false, (digest) => digest],
    ['another hash', false, (digest) => digestInfo('sha512', digest)],
    ['other parameters', false, (digest) => digestInfo('sha256', digest, Buffer.of(4, 0))],
    ['bytes after it', false, (digest) => Buffer.concat([digestInfo('sha256', digest), Buffer.of(0)])],
  ])('RSA PKCS #1 over a DigestInfo with %s', async (_, isValid, encode) => {
    const recipe = await rsa('sha256')
    const signWith = (data: Uint8Array) =>
      privateEncrypt(recipe.key, encode(createHash('sha256').update(data).digest()))
    const { signatureOk } = verifyCms(build({ ...recipe, signWith }), pkcs7, bytes)
    expect(signatureOk).toBe(isValid)
  })

  const digestInfo = (hash: string, digest: Buffer, ...parameters: Buffer[]) =>
    sequence(sequence(objectIdentifier(hashOids[hash]!), ...parameters), octetString(digest))

  const named = (algorithmId: string) =>
    new AlgorithmIdentifier({ algorithmId, algorithmParams: new asn1js.Null() })

  test('RSA named with its hash', async () => {
    const algorithm = named('1.2.840.113549.1.1.13')
    const recipe = await rsa('sha512', { algorithm })
    expect(verifyCms(build(recipe), pkcs7, bytes).faults).toEqual([])
    const signWith = (data: Uint8Array) => sign('sha256', data, recipe.key)
    expect(verifyCms(build({ ...recipe, signWith }), pkcs7, bytes).signatureOk).toBe(false)
  })

  test.each([
    [
      'SHA-512 with RSA over another digest',
      '1.2.840.113549.1.1.13',
      /does not match the digest algorithm sha256/,
    ],
    ['SHA-3 with RSA', '2.16.840.1.101.3.4.3.14', /does not match the digest algorithm sha256/],
    ['ECDSA', '1.2.840.10045.4.3.2', /does not match the key/],
    ['Ed25519', '1.3.101.112', /does not match the key/],
    [
      'an algorithm that there is not',
      '1.2.840.113549.1.1.99',
      /algorithm 1\.2\.840\.113549\.1\.1\.99 is not supported/,
    ],
    ['a hash algorithm', '2.16.840.1.101.3.4.2.1', /is not supported/],
  ])('%s as the algorithm of an RSA signature with SHA-256 is refused', async (_, id, fault) => {
    const cmsVerdict = verifyCms(build(await rsa('sha256', { algorithm: named(id) })), pkcs7, bytes)
    expect(cmsVerdict).toMatchObject({ digestOk: true, signatureOk: false })
    expect(cmsVerdict.faults.join()).toMatch(fault)
  })

  test('SHA-3 with RSA under its own identifier', async () => {
    const hash = 'sha3-256'
    const digestId = '2.16.840.1.101.3.4.2.8'
    const recipe = await rsa(hash, { algorithm: named('2.16.840.1.101.3.4.3.14') })
    const signWith = (data: Uint8Array) => sign(hash, data, recipe.key)
    expect(verifyCms(build({ ...recipe, hash: digestId, signWith }), pkcs7, bytes).faults).toEqual([])
  })

  test('Ed25519 with SHA-512 only', async () => {
    const keys = (await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])) as CryptoKeyPair
    const generated = await X509CertificateGenerator.createSelfSigned({
      serialNumber: '0b',
      name: [{ CN: ['Edward'] }],
      notBefore: new Date('2024-01-01'),
      notAfter: new Date('2044-01-01'),
      keys,
      signingAlgorithm: { name: 'Ed25519' } as never,
    })
    const key = KeyObject.from(keys.privateKey)
    const signerKey = {
      key,
      certificate: Certificate.fromBER(generated.rawData),
      algorithm: new AlgorithmIdentifier({ algorithmId: '1.3.101.112' }),
      signWith: (data: Uint8Array) => sign(null, data, key),
    }
    const faults = (hash: string) =>
      verifyCms(build({ ...signerKey, hash, attributes: usual(hash) }), pkcs7, bytes).faults
    expect(faults('sha512')).toEqual([])
    expect(faults('sha256').join()).toMatch(/does not match the digest algorithm/)
  })

  const sha256 = new AlgorithmIdentifier({ algorithmId: oid.sha256 }).toSchema()
  const sha512 = new AlgorithmIdentifier({ algorithmId: hashOids.sha512! }).toSchema()
  const mgf = (hash: asn1js.AsnType, id = '1.2.840.113549.1.1.8') =>
    new asn1js.Sequence({ value: [new asn1js.ObjectIdentifier({ value: id }), hash] })
  const tagged = (tagNumber: number, value: asn1js.AsnType) =>
    new asn1js.Constructed({ idBlock: { tagClass: 3, tagNumber }, value: [value] })
  const salt = (length: number) => tagged(2, new asn1js.Integer({ value: length }))
  const pssWith = async (value: asn1js.AsnType[] | null) => {
    const algorithm = new AlgorithmIdentifier({
      algorithmId: '1.2.840.113549.1.1.10',
      ...(value && { algorithmParams: new asn1js.Sequence({ value }) }),
    })
    const recipe = await rsa('sha256', { algorithm })
    const padded = { key: recipe.key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }
    return { ...recipe, signWith: (data: Uint8Array) => sign('sha256', data, padded) }
  }

  test('RSA PSS with its parameters', async () => {
    const recipe = await pssWith([tagged(0, sha256), tagged(1, mgf(sha256)), salt(32)])
    expect(verifyCms(build(recipe), pkcs7, bytes).faults).toEqual([])
    const signWith = (data: Uint8Array) => sign('sha256', data, recipe.key)
    expect(verifyCms(build({ ...recipe, signWith }), pkcs7, bytes).signatureOk).toBe(false)
  })

  test('RSA PSS whose mask has another hash, as RFC 4055 allows', async () => {
    const sha1 = new AlgorithmIdentifier({ algorithmId: hashOids.sha1! }).toSchema()
    const parameters = [tagged(0, sha256), tagged(1, mgf(sha1)), salt(32)]
    const recipe = await pssWith(parameters)
    const [version, , privateKey] = readElements(recipe.key.export({ type: 'pkcs8', format: 'der' }))
    const bound = sequence(version!, new Uint8Array(recipe.algorithm.toSchema().toBER()), privateKey!)
    const key = createPrivateKey({ key: bound, type: 'pkcs8', format: 'der' })
    const padded = { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }
    const signWith = (data: Uint8Array) => sign('sha256', data, padded)
    expect(verifyCms(build({ ...recipe, signWith }), pkcs7, bytes).faults).toEqual([])
    const otherMask = await pssWith([tagged(0, sha256), tagged(1, mgf(sha256)), salt(32)])
    expect(verifyCms(build({ ...otherMask, signWith }), pkcs7, bytes).signatureOk).toBe(false)
  })

  test.each<[string, asn1js.AsnType[] | null]>([
    ['none', null],
    ['the defaults, which are SHA-1', []],
    ['another hash', [tagged(0, sha512), tagged(1, mgf(sha512)), salt(32)]],
    ['another hash in the mask', [tagged(0, sha256), tagged(1, mgf(sha512)), salt(32)]],
    ['another mask', [tagged(0, sha256), tagged(1, mgf(sha256, '1.2.3.4')), salt(32)]],
    ['another salt', [tagged(0, sha256), tagged(1, mgf(sha256)), salt(20)]],
    ['a negative salt', [tagged(0, sha256), tagged(1, mgf(sha256)), salt(-1)]],
    [
      'another trailer',
      [tagged(0, sha256), tagged(1, mgf(sha256)), salt(32), tagged(3, new asn1js.Integer({ value: 2 }))],
    ],
  ])('RSA PSS with wrong parameters is refused: %s', async (_, value) => {
    const cmsVerdict = verifyCms(build(await pssWith(value)), pkcs7, bytes)
    expect(cmsVerdict.signatureOk).toBe(false)
    expect(cmsVerdict.faults).toHaveLength(1)
  })

  test('the algorithm protection attribute must name the same algorithms', async () => {
    const protecting = (digestId: string) => {
      const digest = new AlgorithmIdentifier({ algorithmId: digestId }).toSchema()
      const signature = new asn1js.Constructed({
        idBlock: { tagClass: 3, tagNumber: 1 },
        value: [new asn1js.ObjectIdentifier({ value: '1.2.840.113549.1.1.1' }), new asn1js.Null()],
      })
      return attribute(oid.algorithmProtection, new asn1js.Sequence({ value: [digest, signature] }))
    }
    const faults = async (digestId: string) =>
      verifyCms(
        build(await rsa('sha256', { attributes: [...usual('sha256'), protecting(digestId)] })),
        pkcs7,
        bytes,
      ).faults
    expect(await faults(oid.sha256)).toEqual([])
    expect(await faults(hashOids.sha512!)).toEqual([
      "The algorithm protection attribute does not match the signature's algorithms.",
    ])
  })

  test.each([
    ['P-384', 'sha384', '1.2.840.10045.4.3.3'],
    ['P-521', 'sha512', '1.2.840.10045.4.3.4'],
    ['P-256', 'sha256', '1.2.840.10045.4.3.2'],
  ])('ECDSA %s', async (namedCurve, hash, algorithmId) => {
    const { key, certificate } = await selfSigned({ name: 'ECDSA', namedCurve, hash: 'SHA-256' })
    const algorithm = new AlgorithmIdentifier({ algorithmId })
    const signWith = (data: Uint8Array) => sign(hash, data, key)
    const recipe: Recipe = { key, certificate, hash, algorithm, signWith, attributes: usual(hash) }
    expect(verifyCms(build(recipe), pkcs7, bytes).faults).toEqual([])
    const signedOtherwise = { ...recipe, attributes: usual(hash, other.digest(hash)) }
    expect(verifyCms(build(signedOtherwise), pkcs7, bytes).digestOk).toBe(false)
  })

  test('a signer named by subject key identifier', async () => {
    const recipe = await rsa('sha256')
    const extension = recipe.certificate.extensions!.find(({ extnID }) => extnID === '2.5.29.14')!
    const id = asn1js.fromBER(new Uint8Array(extension.extnValue.valueBlock.valueHexView))
      .result as asn1js.OctetString
    const sid = new asn1js.Primitive({
      idBlock: { tagClass: 3, tagNumber: 0 },
      valueHex: new Uint8Array(id.valueBlock.valueHexView),
    })
    expect(verifyCms(build({ ...recipe, sid }), pkcs7, bytes).faults).toEqual([])
    const wrongSignerId = new asn1js.Primitive({
      idBlock: { tagClass: 3, tagNumber: 0 },
      valueHex: new Uint8Array(20),
    })
    expect(verifyCms(build({ ...recipe, sid: wrongSignerId }), pkcs7, bytes).faults.join()).toMatch(
      /certificate is missing/,
    )
  })
})

describe('signed attributes', () => {
  test('may be absent outside PAdES: the signature is then over the content', async () => {
    const recipe = await rsa('sha256', { attributes: undefined })
    expect(verifyCms(build(recipe), pkcs7, bytes)).toMatchObject({ digestOk: true, signatureOk: true })
    expect(verifyCms(build(recipe), pkcs7, other).signatureOk).toBe(false)
    expect(verifyCms(build(recipe), cades, bytes).signatureOk).toBe(false)
  })

  test('must have the digest once', async () => {
    const [type, digest] = usual('sha256') as [Attribute, Attribute]
    const verdictWithoutDigest = verifyCms(build(await rsa('sha256', { attributes: [type] })), pkcs7, bytes)
    const twice = verifyCms(build(await rsa('sha256', { attributes: [type, digest, digest] })), pkcs7, bytes)
    for (const refused of [verdictWithoutDigest, twice])
      expect(refused).toMatchObject({
        digestOk: null,
        signatureOk: false,
        faults: ['The signature cannot be read: the message-digest attribute is missing'],
      })
  })

  test('must agree with the content type', async () => {
    const attributes = usual('sha256', undefined, oid.tstInfo)
    expect(verifyCms(build(await rsa('sha256', { attributes })), pkcs7, bytes)).toMatchObject({
      digestOk: null,
      signatureOk: false,
      faults: [expect.stringContaining('the content-type attribute is missing, or names another type')],
    })
  })

  test('may have the indefinite length of BER: their DER is signed', async () => {
    const der = build(await rsa('sha256'))
    expect(verifyCms(withIndefiniteAttributes(der), pkcs7, bytes)).toMatchObject({
      digestOk: true,
      signatureOk: true,
    })
  })

  test('encapsulated content does not replace the signed bytes', async () => {
    const recipe = await rsa('sha256', { encapsulated: new Uint8Array([1, 2, 3]) })
    expect(verifyCms(build(recipe), pkcs7, bytes).digestOk).toBe(false)
  })

  test.each<[string, Partial<Recipe>]>([
    ['with', {}],
    ['without', { attributes: undefined }],
  ])(
    'encapsulated content that is the signed bytes is a fault of form, %s attributes',
    async (_, changes) => {
      const der = build(await rsa('sha256', { encapsulated: content, ...changes }))
      expect(verifyCms(der, pkcs7, bytes)).toMatchObject({
        ...{ digestOk: true, signatureOk: true },
        faults: ['The signature contains the signed bytes, although it is a detached one.'],
      })
      expect(verifyCms(der, pkcs7, other).digestOk).toBe(false)
    },
  )

  test('empty content is a fault of form, where an attribute has the digest of the signed bytes', async () => {
    const der = build(await rsa('sha256', { encapsulated: new Uint8Array() }))
    expect(verifyCms(der, pkcs7, bytes)).toMatchObject({
      ...{ digestOk: true, signatureOk: true },
      faults: ['The signature contains empty content, although it is a detached one.'],
    })
    expect(verifyCms(der, pkcs7, other).digestOk).toBe(false)
    const bare = build(await rsa('sha256', { encapsulated: new Uint8Array(), attributes: undefined }))
    expect(verifyCms(bare, pkcs7, bytes).digestOk).toBe(false)
  })
})

describe('the signing-certificate attribute', () => {
  const withNaming = async (make: (der: Uint8Array) => Attribute) => {
    const selfSignedIdentity = await selfSigned(rsaParams)
    const attributes = [...usual('sha256'), make(selfSignedIdentity.der)]
    return build({
      ...(await rsa('sha256')),
      ...selfSignedIdentity,
      attributes,
      signWith: (data) => sign('sha256', data, selfSignedIdentity.key),
    })
  }

  test.each<[string, (der: Uint8Array) => Attribute]>([
    ['version 2 with the default hash', (der) => naming(der, 2)],
    ['version 2 with SHA-512', (der) => naming(der, 2, 'sha512')],
    ['version 1', (der) => naming(der, 1)],
  ])('%s names the certificate', async (_, make) => {
    expect(verifyCms(await withNaming(make), cades, bytes)).toMatchObject({ signatureOk: true, faults: [] })
  })

  test.each<[string, (der: Uint8Array) => Attribute]>([
    ['version 2', (der) => naming(der.subarray(1), 2)],
    ['version 1', (der) => naming(der.subarray(1), 1)],
    ['an empty one', () => attribute(oid.signingCertificateV2, new asn1js.Sequence({ value: [] }))],
  ])('%s that names another certificate is a fault with every sub-filter', async (_, make) => {
    for (const subFilter of [cades, pkcs7]) {
      const cmsVerdict = verifyCms(await withNaming(make), subFilter, bytes)
      expect(cmsVerdict).toMatchObject({ digestOk: true, signatureOk: false, isUnidentified: true })
      expect(cmsVerdict.faults).toContain('The signing-certificate attribute identifies another certificate.')
    }
  })

  test('is required by PAdES only', async () => {
    const der = build(await rsa('sha256'))
    expect(verifyCms(der, pkcs7, bytes).signatureOk).toBe(true)
    const cmsVerdict = verifyCms(der, cades, bytes)
    expect(cmsVerdict.signatureOk).toBe(false)
    expect(cmsVerdict.faults).toEqual(['The signature has no signing-certificate attribute.'])
  })
})

describe('adbe.pkcs7.sha1', () => {
  const subFilter = 'adbe.pkcs7.sha1'

  test('signs the SHA-1 of the bytes as its content', async () => {
    const encapsulated = new Uint8Array(bytes.digest('sha1'))
    const attributes = usual('sha256', createHash('sha256').update(encapsulated).digest())
    const der = build(await rsa('sha256', { encapsulated, attributes }))
    expect(verifyCms(der, subFilter, bytes)).toMatchObject({ digestOk: true, signatureOk: true })
    expect(verifyCms(der, subFilter, other).digestOk).toBe(false)
    expect(verifyCms(der, pkcs7, bytes).digestOk).toBe(false)
  })

  test('without attributes', async () => {
    const encapsulated = new Uint8Array(bytes.digest('sha1'))
    const der = build(await rsa('sha1', { encapsulated, attributes: undefined }))
    expect(verifyCms(der, subFilter, bytes)).toMatchObject({ digestOk: true, signatureOk: true })
  })

  test('is invalid without content', async () => {
    expect(verifyCms(build(await rsa('sha1')), subFilter, bytes).digestOk).toBe(false)
  })
})

describe('ETSI.RFC3161', () => {
  const subFilter = 'ETSI.RFC3161'
  const genTime = new Date('2026-03-01T12:00:00Z')

  const token = async (digest: Uint8Array, overrides: Partial<Recipe> = {}) => {
    const selfSignedIdentity = await selfSigned(rsaParams)
    const info = new TSTInfo({
      version: 1,
      policy: '1.2.3',
      messageImprint: new MessageImprint({
        hashAlgorithm: new AlgorithmIdentifier({ algorithmId: hashOids.sha512! }),
        hashedMessage: new asn1js.OctetString({ valueHex: new Uint8Array(digest) }),
      }),
      serialNumber: new asn1js.Integer({ value: 7 }),
      genTime,
    })
    const encapsulated = new Uint8Array(info.toSchema().toBER())
    const stated = createHash('sha256').update(encapsulated).digest()
    const attributes = [...usual('sha256', stated, oid.tstInfo), naming(selfSignedIdentity.der, 2)]
    const base = await rsa('sha256')
    const signWith = (data: Uint8Array) => sign('sha256', data, selfSignedIdentity.key)
    return build({
      ...base,
      ...selfSignedIdentity,
      signWith,
      encapsulated,
      contentType: oid.tstInfo,
      attributes,
      ...overrides,
    })
  }

  test('stamps the bytes and has the time', async () => {
    const cmsVerdict = verifyCms(await token(bytes.digest('sha512')), subFilter, bytes)
    expect(cmsVerdict.faults).toEqual([])
    expect(cmsVerdict).toMatchObject({ digestOk: true, signatureOk: true, stampedAt: genTime })
  })

  test('is invalid with an impossible time', async () => {
    const stamper = await testStamper(() => genTime)
    const query = stampQuery(bytes.digest('sha256'), genTime)
    const answer = await stamper.answer(query.der, { time: '20260101000000.1e308Z' })
    const cmsVerdict = verifyCms(readElements(answer)[1]!, subFilter, bytes)
    expect(cmsVerdict.faults).toEqual(['The signature cannot be read: the time of the time stamp is invalid'])
    expect(cmsVerdict.stampedAt).toBeUndefined()
  })

  test('may leave the certificate of its authority to the file', async () => {
    const { der } = await selfSigned(rsaParams)
    const [digest, withoutAny] = [bytes.digest('sha512'), { certificates: [] }]
    const found = verifyCms(
      await token(digest, withoutAny),
      subFilter,
      bytes,
      find(identity.certificate, der),
    )
    expect(found).toMatchObject({ signatureOk: true, certificate: der, otherCertificates: [], faults: [] })
    const missing = verifyCms(await token(digest, withoutAny), subFilter, bytes, find(identity.certificate))
    expect(missing).toMatchObject({ digestOk: true, signatureOk: false, certificate: null })
    const sid = new IssuerAndSerialNumber({
      issuer: Certificate.fromBER(der).issuer,
      serialNumber: new asn1js.Integer({ value: 99 }),
    })
    const otherNumber = verifyCms(await token(digest, { ...withoutAny, sid }), subFilter, bytes, find(der))
    expect(otherNumber).toMatchObject({ signatureOk: false, certificate: null })
  })

  test('does not verify over other bytes', async () => {
    const cmsVerdict = verifyCms(await token(other.digest('sha512')), subFilter, bytes)
    expect(cmsVerdict.digestOk).toBe(false)
    expect(cmsVerdict.faults).toContain('The signed bytes were changed.')
  })

  test('is invalid with a wrong message digest', async () => {
    const attributes = usual('sha256', other.digest('sha256'), oid.tstInfo)
    expect(verifyCms(await token(bytes.digest('sha512'), { attributes }), subFilter, bytes).digestOk).toBe(
      false,
    )
  })

  test('is invalid with other content', async () => {
    const der = await signDigest(bytes.digest('sha256'), identity)
    expect(verifyCms(der, subFilter, bytes).digestOk).toBe(false)
  })

  test('does not count as a signature of a person', async () => {
    const cmsVerdict = verifyCms(await token(bytes.digest('sha512')), cades, bytes)
    expect(cmsVerdict.digestOk).toBe(false)
  })
})
