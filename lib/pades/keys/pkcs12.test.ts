import 'reflect-metadata'
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
} from '@peculiar/x509'
import { beforeAll, describe, expect, it } from 'vitest'
import { importKeyPair } from '#lib/keys/key-pair'
import {
  type KeyType,
  makeCertificateChain,
  makeCertificateFiles,
  toPem,
  toPrivatePem,
  writePkcs12,
} from '#lib/testing/values/certificate-files'
import { checkValidity, makeCertificatePath } from './certificate-path.ts'
import { readPkcs12 } from './pkcs12.ts'

type Chain = Awaited<ReturnType<typeof makeCertificateChain>>
const password = 'open sesame'
const accepted: KeyType[] = ['RSA 2048', 'RSA 4096', 'P-256', 'P-384']
let chain: Chain

beforeAll(async () => {
  chain = await makeCertificateChain()
})

/** What the reader says about a file; null when it is accepted. */
function findProblem(
  path: string,
  { use = 'seal', secret = password }: { use?: 'seal' | 'authority'; secret?: string } = {},
) {
  try {
    readPkcs12(readFileSync(path), secret, use, new Date())
    return null
  } catch (error) {
    return (error as Error).message
  }
}

describe('a PKCS#12 file', () => {
  it.each(accepted)('with %s has the key, its certificate, and the issuers in order', async (type) => {
    const { seal, authority, root } = await makeCertificateChain(type)
    const read = readPkcs12(readFileSync(await writePkcs12(seal, password)), password, 'seal', new Date())
    expect(Buffer.from(read.certificate)).toEqual(Buffer.from(seal.certificate))
    expect(read.chain.map((der) => Buffer.from(der))).toEqual(
      [authority.certificate, root.certificate].map((der) => Buffer.from(der)),
    )
    const data = new TextEncoder().encode('to be signed')
    const keyPair = await importKeyPair(read.certificate, read.pkcs8, { extractable: false })
    expect((await keyPair.sign(data)).length).toBeGreaterThan(60)
  })

  it.each([
    [
      '3DES and SHA-1, as older programs write it',
      ['-certpbe', 'PBE-SHA1-3DES', '-keypbe', 'PBE-SHA1-3DES', '-macalg', 'sha1'],
    ],
    [
      'AES-128 and a MAC with SHA-512',
      ['-certpbe', 'AES-128-CBC', '-keypbe', 'AES-128-CBC', '-macalg', 'sha512'],
    ],
    ['certificates that are not encrypted', ['-certpbe', 'NONE']],
    ['no MAC', ['-nomac']],
  ])('is read with %s', async (_, options) => {
    expect(findProblem(await writePkcs12(chain.seal, password, options))).toBeNull()
  })

  it.each(['20', '32', '200', 'max'])(
    'with a certificate that was signed with RSASSA-PSS and a salt of %s bytes is read as it is',
    async (saltLength) => {
      const { authority } = await makeCertificateChain('RSA 2048')
      const seal = await makeCertificateFiles('Seal', { type: 'RSA 2048' })
      const [own, issuer] = [join(tmpdir(), 'own.pem'), join(tmpdir(), 'issuer.pem')]
      writeFileSync(own, toPem([seal.certificate]))
      writeFileSync(issuer, toPem([authority.certificate]) + (await toPrivatePem(authority)))
      const pss = ['-sigopt', 'rsa_padding_mode:pss', '-sigopt', `rsa_pss_saltlen:${saltLength}`, '-sha256']
      const options = ['-CA', issuer, '-CAkey', issuer, '-set_serial', '7', '-days', '90', '-outform', 'DER']
      const certificate = execFileSync('openssl', ['x509', '-in', own, ...options, ...pss], { stdio: 'pipe' })
      const path = await writePkcs12(
        { ...seal, certificate, chain: [authority.certificate, ...authority.chain] },
        password,
      )
      expect(readPkcs12(readFileSync(path), password, 'seal', new Date()).certificate).toEqual(
        new Uint8Array(certificate),
      )
    },
  )

  it('with a key for RSASSA-PSS is refused for that', () => {
    const [key, own, path] = ['pss.key', 'pss.pem', 'pss.p12'].map((name) => join(tmpdir(), name))
    const openssl = (...options: string[]) => execFileSync('openssl', options, { stdio: 'pipe' })
    const request = [
      '-x509',
      '-newkey',
      'rsa-pss',
      '-pkeyopt',
      'rsa_keygen_bits:2048',
      '-nodes',
      '-subj',
      '/CN=Seal',
    ]
    openssl('req', ...request, '-keyout', key!, '-out', own!)
    openssl('pkcs12', '-export', '-inkey', key!, '-in', own!, '-passout', `pass:${password}`, '-out', path!)
    expect(findProblem(path!)).toMatch(/rsa-pss are not accepted/)
  })

  it.each(['sha224', 'sha3-256'])('with a MAC by %s is not said to have another password', async (digest) => {
    expect(findProblem(await writePkcs12(chain.seal, password, ['-macalg', digest]))).toMatch(/AES-256/)
  })

  it('without a password is read', async () => {
    expect(findProblem(await writePkcs12(chain.seal, ''), { secret: '' })).toBeNull()
  })

  it.each<[string, () => Promise<Parameters<typeof findProblem>>, RegExp]>([
    [
      'a wrong password',
      async () => [await writePkcs12(chain.seal, password), { secret: 'other' }],
      /password/,
    ],
    ['no PKCS#12', async () => [import.meta.filename], /not a PKCS#12 file/],
    ['no key', async () => [await writePkcs12(chain.seal, password, ['-nokeys'])], /no private key/],
    [
      'no issuer',
      async () => [await writePkcs12({ ...chain.seal, chain: [] }, password)],
      /authority that issued “CN=City Seal” is missing/,
    ],
    [
      'an authority for the seal',
      async () => [await writePkcs12(chain.authority, password)],
      /not meant for signing/,
    ],
    [
      'a seal for the authority',
      async () => [await writePkcs12(chain.seal, password), { use: 'authority' }],
      /not that of an authority/,
    ],
  ])('with %s is refused', async (_, makeArguments, message) => {
    expect(findProblem(...(await makeArguments()))).toMatch(message)
  })

  it.each<KeyType>(['RSA 1024', 'P-521'])('with a key %s is refused', async (type) => {
    const seal = await makeCertificateFiles('Weak', { type, issuer: chain.authority })
    expect(findProblem(await writePkcs12(seal, password))).toMatch(/not accepted/)
  })

  it.each<KeyType>(['RSA 6144', 'P-521'])('of an authority with a key %s is accepted', async (type) => {
    const issuer = await makeCertificateFiles('Long Authority', { type, isAuthority: true })
    const seal = await makeCertificateFiles('Seal', { issuer })
    expect(findProblem(await writePkcs12(seal, password))).toBeNull()
  })

  it('of an authority with a key that is too short is refused', async () => {
    const issuer = await makeCertificateFiles('Weak Authority', { type: 'RSA 1024', isAuthority: true })
    const seal = await makeCertificateFiles('Seal', { issuer })
    expect(findProblem(await writePkcs12(seal, password))).toMatch(/RSA 1024 are not accepted/)
  })

  it.each([
    ['a TLS server', [new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth])]],
    ['encryption', [new KeyUsagesExtension(KeyUsageFlags.keyEncipherment, true)]],
    ['an authority', [new BasicConstraintsExtension(true, undefined, true)]],
  ])('of a certificate for %s is refused', async (_, extensions) => {
    const seal = await makeCertificateFiles('Other', { issuer: chain.authority, extensions })
    expect(findProblem(await writePkcs12(seal, password))).toMatch(/not meant for signing/)
  })

  it('of a certificate without extensions, as small authorities issue them, is accepted', async () => {
    const seal = await makeCertificateFiles('Plain', { issuer: chain.authority, extensions: [] })
    expect(findProblem(await writePkcs12(seal, password))).toBeNull()
  })
})

describe('of several certificates with one name and key', () => {
  const ended = { notAfter: new Date('2025-01-01') }
  const hex = (certificates: Uint8Array[]) => certificates.map((der) => Buffer.from(der).toString('hex'))

  it.each(['first', 'last'])(
    'a path leads through that of an issuer which ends last, which is not %s in the file',
    async (place) => {
      const { root, authority, seal } = chain
      const renewed = { isAuthority: true, ...ended }
      const oldRoot = await makeCertificateFiles('Old Root', renewed)
      const cross = await makeCertificateFiles('City Root', { ...renewed, keys: root.keys, issuer: oldRoot })
      const old = await makeCertificateFiles('City Authority', {
        ...renewed,
        keys: authority.keys,
        issuer: root,
      })
      const others = [cross, old, oldRoot, authority, root].map(({ certificate }) => certificate)
      const given = [seal.certificate, ...(place === 'first' ? others.toReversed() : others)]
      expect(hex(makeCertificatePath(given, 'seal', new Date()).chain)).toEqual(hex(seal.chain))
    },
  )

  it('a cross-signed root counts where its own certificate has ended', async () => {
    const newRoot = await makeCertificateFiles('New Root', { isAuthority: true })
    const root = await makeCertificateFiles('Root', { isAuthority: true, ...ended })
    const cross = await makeCertificateFiles('Root', { isAuthority: true, keys: root.keys, issuer: newRoot })
    const seal = await makeCertificateFiles('Seal', { issuer: root })
    const given = [seal, root, cross, newRoot].map(({ certificate }) => certificate)
    expect(hex(makeCertificatePath(given, 'seal', new Date()).chain)).toEqual(
      hex([cross.certificate, newRoot.certificate]),
    )
  })

  it('the renewed one of the key seals', async () => {
    const { authority, seal } = chain
    const old = await makeCertificateFiles('City Seal', { keys: seal.keys, issuer: authority, ...ended })
    const file = await writePkcs12({ ...old, chain: [...old.chain, seal.certificate] }, password)
    expect(hex([readPkcs12(readFileSync(file), password, 'seal', new Date()).certificate])).toEqual(
      hex([seal.certificate]),
    )
  })

  it('one that is valid from a later day only does not count yet', async () => {
    const { root, authority, seal } = chain
    const later = { notBefore: new Date('2190-01-01'), notAfter: new Date('2199-01-01') }
    const ofKey = await makeCertificateFiles('City Seal', { keys: seal.keys, issuer: authority, ...later })
    const ofIssuer = await makeCertificateFiles('City Authority', {
      ...{ isAuthority: true, keys: authority.keys, issuer: root },
      ...later,
    })
    const file = await writePkcs12(
      { ...ofKey, chain: [ofIssuer.certificate, ...seal.chain, seal.certificate] },
      password,
    )
    const { certificate, chain: issuers } = readPkcs12(readFileSync(file), password, 'seal', new Date())
    expect(hex([certificate, ...issuers])).toEqual(hex([seal.certificate, ...seal.chain]))
  })
})

describe('the validity of a certificate path', () => {
  const at = new Date('2026-06-01')
  it.each([
    ['expired', { notAfter: new Date('2026-05-31') }, 'expired on 2026-05-31'],
    ['is not valid yet', { notBefore: new Date('2026-06-02') }, 'valid from 2026-06-02'],
  ])('ends where the certificate %s', async (_, dates, message) => {
    const { certificate, chain } = await makeCertificateFiles('Dated', dates)
    expect(() => checkValidity({ certificate, chain }, at)).toThrow(message)
  })

  it('ends with that of an issuer', async () => {
    const issuer = await makeCertificateFiles('Old Root', {
      isAuthority: true,
      notAfter: new Date('2026-05-31'),
    })
    const { certificate, chain } = await makeCertificateFiles('Seal', { issuer })
    expect(() => checkValidity({ certificate, chain }, at)).toThrow('“CN=Old Root” expired')
    expect(() => checkValidity({ certificate, chain }, new Date('2026-05-30'))).not.toThrow()
  })
})
