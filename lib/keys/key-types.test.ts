import { createHash, verify, X509Certificate } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { signDigest } from '#lib/pades/cms/cms'
import type { SigningIdentity } from '#lib/pades/cms/identity'
import { longestCms } from '#lib/pades/cms/signer'
import { allRevisions, makeProcessFixture, twoPages } from '#lib/pades/fixtures/process'
import { verifyPdf } from '#lib/pades/verify'
import {
  type CertificateFiles,
  type KeyType,
  makeCertificateChain,
  makeCertificateFiles,
} from '#lib/testing/values/certificate-files'
import { getKeyId, makeSigner } from './certificates.ts'
import { makeIdentity } from './custody.ts'
import { makeKeyPair } from './key-pair.ts'
import { makeRevocationList } from './make-revocation-list.ts'

const types: KeyType[] = ['RSA 2048', 'RSA 4096', 'P-256', 'P-384']
const validity = { notBefore: new Date('2026-01-01'), notAfter: new Date('2030-01-01') }
const person = { name: 'Ada', email: 'ada@example.com', serialNumber: 'signer-1' }

function toIdentity({ certificate, keys, chain }: CertificateFiles): SigningIdentity {
  return makeIdentity(makeKeyPair(certificate, keys.privateKey), chain)
}

describe.each(types)('with keys of the type %s', (type) => {
  it('every signature of a process is valid', async () => {
    const { seal, authority } = await makeCertificateChain(type)
    const signer = await makeSigner(person, validity, toIdentity(authority))
    const fixture = {
      ...(await makeProcessFixture()),
      platform: toIdentity(seal),
      ada: makeIdentity(signer, [authority.certificate, ...authority.chain]),
    }
    const { signatures, valid } = await verifyPdf((await allRevisions(fixture, twoPages())).sealed)
    expect(signatures.flatMap(({ faults }) => faults)).toEqual([])
    expect([valid, signatures.length]).toEqual([true, 4])
    expect(signatures.map(({ weakAlgorithm, weakKey }) => weakAlgorithm ?? weakKey)).toEqual(
      Array(4).fill(null),
    )
  })

  it('the space for the CMS is what it needs', async () => {
    const { seal } = await makeCertificateChain(type)
    const identity = toIdentity(seal)
    const hash = type === 'P-384' ? 'sha384' : 'sha256'
    const longest = await longestCms(identity, 0)
    for (let run = 0; run < 20; run++) {
      const { length } = await signDigest(createHash(hash).update(`${run}`).digest(), identity)
      expect(length).toBeLessThanOrEqual(longest)
      expect(length).toBeGreaterThan(longest - 12)
    }
  })

  it('an authority issues certificates and revocation lists', async () => {
    const authority = (await makeCertificateChain(type)).authority
    const signer = await makeSigner(person, validity, toIdentity(authority))
    const [issuer, issued] = [authority, signer].map(({ certificate }) => new X509Certificate(certificate))
    expect(issued!.checkIssued(issuer!)).toBe(true)
    expect(issued!.verify(issuer!.publicKey)).toBe(true)
    const { X509Crl } = await import('@peculiar/x509')
    const facts = { number: 7, thisUpdate: validity.notBefore, nextUpdate: new Date('2051-01-01') }
    const list = new X509Crl(new Uint8Array(await makeRevocationList(toIdentity(authority), facts)))
    expect(list.issuer).toBe('CN=City Authority')
    expect([list.thisUpdate, list.nextUpdate]).toEqual([facts.thisUpdate, facts.nextUpdate])
    const { X509Certificate: Parsed } = await import('@peculiar/x509')
    expect(await list.verify({ publicKey: new Parsed(new Uint8Array(authority.certificate)) })).toBe(true)
  })
})

describe('a certificate without subjectKeyIdentifier', () => {
  it('is identified by its public key', async () => {
    const bare = await makeCertificateFiles('Bare', { extensions: [] })
    const whole = await makeCertificateFiles('Whole')
    const point = async ({ keys }: CertificateFiles) =>
      new Uint8Array(await crypto.subtle.exportKey('raw', keys.publicKey))
    for (const files of [bare, whole])
      expect(getKeyId(files.certificate)).toBe(
        createHash('sha1')
          .update(await point(files))
          .digest('hex'),
      )
  })
})

it('a signature of P-384 is one with SHA-384', async () => {
  const { seal } = await makeCertificateChain('P-384')
  const data = new TextEncoder().encode('to be signed')
  const signature = await toIdentity(seal).sign(data)
  expect(verify('sha384', data, new X509Certificate(seal.certificate).publicKey, signature)).toBe(true)
})
