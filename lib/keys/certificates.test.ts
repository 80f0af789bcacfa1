import 'reflect-metadata'
import { X509Certificate as Judge } from 'node:crypto'
import {
  AuthorityKeyIdentifierExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
} from '@peculiar/x509'
import { beforeAll, describe, expect, it } from 'vitest'
import { type KeyPair, keyIdOf, makeAuthority, makeRoot, makeSeal, makeSigner } from './certificates.ts'

const day = 86_400_000
const begin = new Date('2026-03-01T10:00:00Z')
const lasting = (days: number) => ({ notBefore: begin, notAfter: new Date(begin.getTime() + days * day) })

// OpenSSL shares no code with the library that issues certificates.
const judged = (certificate: Uint8Array) => new Judge(certificate)
const read = (certificate: Uint8Array) => new X509Certificate(new Uint8Array(certificate))
const usage = (certificate: Uint8Array) => read(certificate).getExtension(KeyUsagesExtension)!.usages
const keyAbove = (certificate: Uint8Array) =>
  read(certificate).getExtension(AuthorityKeyIdentifierExtension)?.keyId

let root: KeyPair
let authority: KeyPair

beforeAll(async () => {
  root = await makeRoot('Paraph root', lasting(10_000))
  authority = await makeAuthority(
    { commonName: 'Paraph authority for Acme', organization: 'Acme' },
    lasting(5000),
    root,
  )
})

describe('the root', () => {
  it('is self-signed, on P-256 with SHA-256', () => {
    const judge = judged(root.certificate)
    expect(judge.verify(judge.publicKey)).toBe(true)
    expect(judge.checkIssued(judge)).toBe(true)
    expect(judge.publicKey.asymmetricKeyDetails).toEqual({ namedCurve: 'prime256v1' })
    expect(read(root.certificate).signatureAlgorithm).toMatchObject({
      name: 'ECDSA',
      hash: { name: 'SHA-256' },
    })
  })

  it('may sign certificates and nothing else', () => {
    expect(judged(root.certificate).ca).toBe(true)
    expect(usage(root.certificate)).toBe(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign)
  })

  it('has an exportable key, to be wrapped', () => {
    expect(root.privateKey.extractable).toBe(true)
  })
})

describe('an authority', () => {
  it('is signed by the root and names its key', () => {
    const [judge, above] = [judged(authority.certificate), judged(root.certificate)]
    expect(judge.verify(above.publicKey)).toBe(true)
    expect(judge.checkIssued(above)).toBe(true)
    expect(keyAbove(authority.certificate)).toBe(keyIdOf(root.certificate))
    expect(keyIdOf(authority.certificate)).not.toBe(keyIdOf(root.certificate))
  })

  it('is an authority with path length 0', () => {
    expect(judged(authority.certificate).ca).toBe(true)
    expect(read(authority.certificate).toString('text')).toContain('Path Length: 0')
    expect(read(root.certificate).toString('text')).toContain('Path Length: 1')
  })

  it('never outlives the root', async () => {
    const greedy = await makeAuthority({ commonName: 'Greedy', organization: 'G' }, lasting(20_000), root)
    expect(read(greedy.certificate).notAfter).toEqual(read(root.certificate).notAfter)
  })
})

describe('a signer', () => {
  const person = { name: 'Zoë Weiß', email: 'zoe@example.com', serialNumber: 'signer-7' }

  it('has common name, serial number and email', async () => {
    const { certificate } = await makeSigner(person, lasting(1), authority)
    expect(judged(certificate).subject).toBe('CN=Zoë Weiß\nserialNumber=signer-7')
    expect(judged(certificate).subjectAltName).toBe('email:zoe@example.com')
    expect(judged(certificate).checkEmail('zoe@example.com')).toBe('zoe@example.com')
  })

  it('is issued by the authority, for signatures only', async () => {
    const { certificate } = await makeSigner(person, lasting(1), authority)
    const above = judged(authority.certificate)
    expect(judged(certificate).verify(above.publicKey)).toBe(true)
    expect(judged(certificate).checkIssued(above)).toBe(true)
    expect(judged(certificate).ca).toBe(false)
    expect(usage(certificate)).toBe(KeyUsageFlags.digitalSignature | KeyUsageFlags.nonRepudiation)
  })

  it('has its own non-extractable key', async () => {
    const [one, two] = [
      await makeSigner(person, lasting(1), authority),
      await makeSigner(person, lasting(1), authority),
    ]
    expect(one.privateKey.extractable).toBe(false)
    await expect(crypto.subtle.exportKey('pkcs8', one.privateKey)).rejects.toThrow()
    expect(keyIdOf(one.certificate)).not.toBe(keyIdOf(two.certificate))
    expect(read(one.certificate).serialNumber).not.toBe(read(two.certificate).serialNumber)
  })

  it('has a positive serial number of 128 random bits', async () => {
    for (let round = 0; round < 5; round++) {
      const { certificate } = await makeSigner(person, lasting(1), authority)
      expect(read(certificate).serialNumber).toMatch(/^[0-9a-f]{28,32}$/)
    }
  })

  it('has noRevAvail (RFC 9608), and not the short-term extension (EN 319 412-1)', async () => {
    const { certificate } = await makeSigner(person, lasting(1), authority)
    const { extensions } = read(certificate)
    const never = extensions.find((one) => one.type === '2.5.29.56')!
    expect(never.critical).toBe(false)
    expect(Buffer.from(never.value)).toEqual(Buffer.from([5, 0]))
    expect(extensions.map(({ type }) => type)).not.toContain('0.4.0.194121.2.1')
  })

  it('has its validity in whole seconds', async () => {
    const { certificate } = await makeSigner(person, lasting(1), authority)
    expect([read(certificate).notBefore, read(certificate).notAfter]).toEqual([begin, lasting(1).notAfter])
  })

  it('never outlives the authority', async () => {
    const { certificate } = await makeSigner(person, lasting(9999), authority)
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
    const { certificate } = await makeSigner({ ...person, name }, lasting(1), authority)
    expect(read(certificate).subjectName.getField('CN')).toEqual([name])
    expect(read(certificate).subjectName.toJSON()).toHaveLength(2)
  })

  it('truncates a common name at 64 whole characters', async () => {
    const { certificate } = await makeSigner({ ...person, name: '🖋'.repeat(80) }, lasting(1), authority)
    expect(read(certificate).subjectName.getField('CN')).toEqual(['🖋'.repeat(64)])
  })

  it('converts an internationalized domain to A-labels', async () => {
    const { certificate } = await makeSigner(
      { ...person, email: 'zoe@bücher.example' },
      lasting(1),
      authority,
    )
    expect(judged(certificate).subjectAltName).toBe('email:zoe@xn--bcher-kva.example')
  })

  it.each(['жанна@example.com', 'zoe@', 'no-address'])(
    'leaves out the email %s, which cannot be written in ASCII',
    async (email) => {
      const { certificate } = await makeSigner({ ...person, email }, lasting(1), authority)
      expect(judged(certificate).subjectAltName).toBeUndefined()
    },
  )

  it('has the same non-ASCII subject as the issuer’s', async () => {
    const quoted = await makeAuthority(
      { commonName: 'A "B" = C, D', organization: 'E, O=F' },
      lasting(50),
      root,
    )
    const { certificate } = await makeSigner(person, lasting(1), quoted)
    expect(judged(certificate).checkIssued(judged(quoted.certificate))).toBe(true)
    expect(read(certificate).issuerName.getField('CN')).toEqual(['A "B" = C, D'])
    expect(read(certificate).issuerName.getField('O')).toEqual(['E, O=F'])
  })
})

describe('a seal', () => {
  it('is an end entity under the authority, with an exportable key', async () => {
    const seal = await makeSeal(
      { commonName: 'Paraph seal for Acme', organization: 'Acme' },
      lasting(100),
      authority,
    )
    expect(judged(seal.certificate).checkIssued(judged(authority.certificate))).toBe(true)
    expect(judged(seal.certificate).ca).toBe(false)
    expect(usage(seal.certificate)).toBe(KeyUsageFlags.digitalSignature | KeyUsageFlags.nonRepudiation)
    expect(seal.privateKey.extractable).toBe(true)
    expect(judged(seal.certificate).subject).toBe('CN=Paraph seal for Acme\nO=Acme')
  })
})

describe('key identifiers', () => {
  it('are SHA-1 of the public key: 40 hexadecimal digits, lower case', () => {
    expect(keyIdOf(root.certificate)).toMatch(/^[0-9a-f]{40}$/)
    const written = read(root.certificate).getExtension(SubjectKeyIdentifierExtension)
    expect(written?.keyId).toBe(keyIdOf(root.certificate))
  })

  it('are absent above a self-signed root', () => {
    expect(keyAbove(root.certificate)).toBeUndefined()
  })
})
