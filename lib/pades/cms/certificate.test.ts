import 'reflect-metadata'
import { createPublicKey, X509Certificate } from 'node:crypto'
import { Extension } from '@peculiar/x509'
import { beforeAll, describe, expect, it } from 'vitest'
import { testAuthority } from '../fixtures/authority.ts'
import { readCertificate, readCertificateFields, readKeyIdentifier } from './certificate.ts'
import { sequence } from './der.ts'

let authority: Uint8Array
let leaf: Uint8Array

beforeAll(async () => {
  const made = await testAuthority('Reading')
  authority = made.certificate
  leaf = (await made.identity('Žofie 张伟')).certificate
})

describe('the fields of a certificate (RFC 5280, 4.1)', () => {
  it('have the issuer’s own encoded name', () => {
    expect(
      Buffer.from(readCertificateFields(leaf).issuer).equals(readCertificateFields(authority).subject),
    ).toBe(true)
    expect(
      Buffer.from(readCertificateFields(leaf).subject).equals(readCertificateFields(authority).subject),
    ).toBe(false)
  })

  it('have the serial number and the key that OpenSSL reads', () => {
    const judge = new X509Certificate(leaf)
    const { serialNumber, subjectPublicKeyInfo } = readCertificateFields(leaf)
    expect(Number.parseInt(Buffer.from(serialNumber.subarray(2)).toString('hex'), 16)).toBe(
      Number.parseInt(judge.serialNumber, 16),
    )
    const key = createPublicKey({ key: Buffer.from(subjectPublicKeyInfo), format: 'der', type: 'spki' })
    expect(key.equals(judge.publicKey)).toBe(true)
  })

  it('are read from a view into larger memory', () => {
    const memory = Buffer.concat([Buffer.alloc(9), leaf, Buffer.alloc(9)])
    const view = memory.subarray(9, 9 + leaf.length)
    expect(readCertificateFields(view)).toEqual(readCertificateFields(Buffer.from(leaf)))
  })

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['an empty sequence', sequence()],
    ['a sequence of empty ones', sequence(sequence(), sequence(), sequence())],
    ['text', Buffer.from('no certificate')],
  ])('are not found in %s', (_case, bytes) => {
    expect(() => readCertificateFields(bytes)).toThrow()
  })
})

it('a certificate is read in DER only, as it must be in a PDF file', () => {
  expect(readCertificate(leaf)).not.toBeNull()
  expect(readCertificate(Buffer.from(new X509Certificate(leaf).toString()))).toBeNull()
})

it('a very long certificate is not read, as its extensions would be many times', async () => {
  const made = await testAuthority('Long')
  const withExtension = async (length: number) =>
    (await made.identity('Ada', undefined, [new Extension('1.2.3', false, Buffer.alloc(length))])).certificate
  expect(readCertificate(await withExtension(90_000))).not.toBeNull()
  expect(readCertificate(await withExtension(110_000))).toBeNull()
})

describe('the subject key identifier', () => {
  it('is repeated as the authority key identifier of issued certificates', () => {
    const authorityKey = readKeyIdentifier(authority)!
    expect(authorityKey).toHaveLength(20)
    expect(Buffer.from(leaf).includes(Buffer.from(authorityKey))).toBe(true)
    expect(Buffer.from(readKeyIdentifier(leaf)!).equals(authorityKey)).toBe(false)
  })
})
