import 'reflect-metadata'
import { X509Certificate as OpenSslCertificate } from 'node:crypto'
import {
  AuthorityKeyIdentifierExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
} from '@peculiar/x509'
import { beforeAll, describe, expect, it } from 'vitest'
import { getKeyId, makeAuthority, makeRoot, makeSeal, makeSigner } from './certificates.ts'
import type { KeyPair } from './key-pair.ts'

const DAY_MILLISECONDS = 86_400_000
const begin = new Date('2026-03-01T10:00:00Z')
const validFor = (days: number) => ({
  notBefore: begin,
  notAfter: new Date(begin.getTime() + days * DAY_MILLISECONDS),
})

// Node's X509Certificate is OpenSSL's, which shares no code with the library that issues certificates.
const parseWithOpenSsl = (certificate: Uint8Array) => new OpenSslCertificate(certificate)
const read = (certificate: Uint8Array) => new X509Certificate(new Uint8Array(certificate))
const usage = (certificate: Uint8Array) => read(certificate).getExtension(KeyUsagesExtension)!.usages
const getIssuerKeyId = (certificate: Uint8Array) =>
  read(certificate).getExtension(AuthorityKeyIdentifierExtension)?.keyId

let root: KeyPair
let authority: KeyPair

beforeAll(async () => {
  root = await makeRoot('Paraph root', validFor(10_000))
  authority = await makeAuthority(
    { commonName: 'Paraph authority for Acme', organization: 'Acme' },
    validFor(5000),
    root,
  )
})

describe('the root', () => {
  it('is self-signed, on P-256 with SHA-256', () => {
    const certificate = parseWithOpenSsl(root.certificate)
    expect(certificate.verify(certificate.publicKey)).toBe(true)
    expect(certificate.checkIssued(certificate)).toBe(true)
    expect(certificate.publicKey.asymmetricKeyDetails).toEqual({ namedCurve: 'prime256v1' })
    expect(read(root.certificate).signatureAlgorithm).toMatchObject({
      name: 'ECDSA',
      hash: { name: 'SHA-256' },
    })
  })

  it('may sign certificates and nothing else', () => {
    expect(parseWithOpenSsl(root.certificate).ca).toBe(true)
    expect(usage(root.certificate)).toBe(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign)
  })

  it('has an exportable key, to be wrapped', () => {
    expect(root.privateKey.extractable).toBe(true)
  })
})

describe('an authority', () => {
  it('is signed by the root and has the key identifier of the root', () => {
    const certificate = parseWithOpenSsl(authority.certificate)
    const issuer = parseWithOpenSsl(root.certificate)
    expect(certificate.verify(issuer.publicKey)).toBe(true)
    expect(certificate.checkIssued(issuer)).toBe(true)
    expect(getIssuerKeyId(authority.certificate)).toBe(getKeyId(root.certificate))
    expect(getKeyId(authority.certificate)).not.toBe(getKeyId(root.certificate))
  })

  it('is an authority with path length 0', () => {
    expect(parseWithOpenSsl(authority.certificate).ca).toBe(true)
    expect(read(authority.certificate).toString('text')).toContain('Path Length: 0')
    expect(read(root.certificate).toString('text')).toContain('Path Length: 1')
  })

  it('never outlives the root', async () => {
    const tooLong = await makeAuthority({ commonName: 'Greedy', organization: 'G' }, validFor(20_000), root)
    expect(read(tooLong.certificate).notAfter).toEqual(read(root.certificate).notAfter)
  })
})

describe('a signer', () => {
  const person = { name: 'Zoë Weiß', email: 'zoe@example.com', serialNumber: 'signer-7' }

  it('has common name, serial number and email', async () => {
    const { certificate } = await makeSigner(person, validFor(1), authority)
    expect(parseWithOpenSsl(certificate).subject).toBe('CN=Zoë Weiß\nserialNumber=signer-7')
    expect(parseWithOpenSsl(certificate).subjectAltName).toBe('email:zoe@example.com')
    expect(parseWithOpenSsl(certificate).checkEmail('zoe@example.com')).toBe('zoe@example.com')
  })

  it('is issued by the authority, for signatures only', async () => {
    const { certificate } = await makeSigner(person, validFor(1), authority)
    const issuer = parseWithOpenSsl(authority.certificate)
    expect(parseWithOpenSsl(certificate).verify(issuer.publicKey)).toBe(true)
    expect(parseWithOpenSsl(certificate).checkIssued(issuer)).toBe(true)
    expect(parseWithOpenSsl(certificate).ca).toBe(false)
    expect(usage(certificate)).toBe(KeyUsageFlags.digitalSignature | KeyUsageFlags.nonRepudiation)
  })

  it('has its own non-extractable key', async () => {
    const [first, second] = [
      await makeSigner(person, validFor(1), authority),
      await makeSigner(person, validFor(1), authority),
    ]
    expect(first.privateKey.extractable).toBe(false)
    await expect(crypto.subtle.exportKey('pkcs8', first.privateKey)).rejects.toThrow()
    expect(getKeyId(first.certificate)).not.toBe(getKeyId(second.certificate))
    expect(read(first.certificate).serialNumber).not.toBe(read(second.certificate).serialNumber)
  })

  it('has a positive serial number of 128 random bits', async () => {
    for (let attempt = 0; attempt < 5; attempt++) {
      const { certificate } = await makeSigner(person, validFor(1), authority)
      expect(read(certificate).serialNumber).toMatch(/^[0-9a-f]{28,32}$/)
    }
  })

  it('has a revocation list, and thus neither noRevAvail (RFC 9608) nor the short-term extension (EN 319 412-1)', async () => {
    const { certificate } = await makeSigner(person, validFor(1), authority)
    const types = read(certificate).extensions.map(({ type }) => type)
    expect(types).toContain('2.5.29.31')
    expect(types).not.toContain('2.5.29.56')
    expect(types).not.toContain('0.4.0.194121.2.1')
  })

  it('has its validity in whole seconds', async () => {
    const { certificate } = await makeSigner(person, validFor(1), authority)
    expect([read(certificate).notBefore, read(certificate).notAfter]).toEqual([begin, validFor(1).notAfter])
  })

  it('never outlives the authority', async () => {
    const { certificate } = await makeSigner(person, validFor(9999), authority)
    expect(read(certificate).notAfter).toEqual(read(authority.certificate).notAfter)
  })

  it.each([
    ['a name that looks like another attribute', 'Eve, CN=Alice'],
    ['a name that looks like two attributes', 'Eve + CN=Alice'],
    ['a name in quotes', 'Eve "the" Hacker'],
    ['a name that looks like hexadecimal', '#0c0548656c6c6f'],
    ['a name with a backslash', 'Eve\\, Alice'],
    ['a name with a semicolon and angle brackets', 'Eve; <Alice>'],
    ['a Chinese name', '王小明'],
    ['an Arabic name', 'محمد الأمين'],
    ['an emoji', 'Zoë 🖋'],
  ])('keeps %s as one common name', async (_case, name) => {
    const { certificate } = await makeSigner({ ...person, name }, validFor(1), authority)
    expect(read(certificate).subjectName.getField('CN')).toEqual([name])
    expect(read(certificate).subjectName.toJSON()).toHaveLength(2)
  })

  it('truncates a common name at 64 whole characters', async () => {
    const { certificate } = await makeSigner({ ...person, name: '🖋'.repeat(80) }, validFor(1), authority)
    expect(read(certificate).subjectName.getField('CN')).toEqual(['🖋'.repeat(64)])
  })

  it('converts an internationalized domain to A-labels', async () => {
    const { certificate } = await makeSigner(
      { ...person, email: 'zoe@bücher.example' },
      validFor(1),
      authority,
    )
    expect(parseWithOpenSsl(certificate).subjectAltName).toBe('email:zoe@xn--bcher-kva.example')
  })

  it.each(['жанна@example.com', 'zoe@', 'no-address'])(
    'leaves out the email %s, which cannot be written in ASCII',
    async (email) => {
      const { certificate } = await makeSigner({ ...person, email }, validFor(1), authority)
      expect(parseWithOpenSsl(certificate).subjectAltName).toBeUndefined()
    },
  )

  it('has its issuer’s subject as issuer, also with special characters', async () => {
    const issuer = await makeAuthority(
      { commonName: 'A "B" = C, D', organization: 'E, O=F' },
      validFor(50),
      root,
    )
    const { certificate } = await makeSigner(person, validFor(1), issuer)
    expect(parseWithOpenSsl(certificate).checkIssued(parseWithOpenSsl(issuer.certificate))).toBe(true)
    expect(read(certificate).issuerName.getField('CN')).toEqual(['A "B" = C, D'])
    expect(read(certificate).issuerName.getField('O')).toEqual(['E, O=F'])
  })
})

describe('a seal', () => {
  it('is an end entity under the authority, with an exportable key', async () => {
    const seal = await makeSeal(
      { commonName: 'Paraph seal for Acme', organization: 'Acme' },
      validFor(100),
      authority,
    )
    expect(parseWithOpenSsl(seal.certificate).checkIssued(parseWithOpenSsl(authority.certificate))).toBe(true)
    expect(parseWithOpenSsl(seal.certificate).ca).toBe(false)
    expect(usage(seal.certificate)).toBe(KeyUsageFlags.digitalSignature | KeyUsageFlags.nonRepudiation)
    expect(seal.privateKey.extractable).toBe(true)
    expect(parseWithOpenSsl(seal.certificate).subject).toBe('CN=Paraph seal for Acme\nO=Acme')
  })
})

describe('key identifiers', () => {
  it('are SHA-1 of the public key: 40 hexadecimal digits, lower case', () => {
    expect(getKeyId(root.certificate)).toMatch(/^[0-9a-f]{40}$/)
    const extension = read(root.certificate).getExtension(SubjectKeyIdentifierExtension)
    expect(extension?.keyId).toBe(getKeyId(root.certificate))
  })

  it('of the issuer are absent in a self-signed root', () => {
    expect(getIssuerKeyId(root.certificate)).toBeUndefined()
  })
})
