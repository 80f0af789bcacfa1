import { createPublicKey, verify, X509Certificate } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { decrypt } from '#lib/core/secretbox'
import { makeAuthority, makeRoot } from './certificates.ts'
import { makeIdentity, type StoredKey, unwrapKey, wrapKey } from './custody.ts'
import type { KeyPair } from './key-pair.ts'

const validity = { notBefore: new Date('2026-01-01'), notAfter: new Date('2030-01-01') }
const bytes = (text: string) => new TextEncoder().encode(text)

let pair: KeyPair
let storedKey: StoredKey

beforeAll(async () => {
  pair = await makeRoot('Custody', validity)
  storedKey = await wrapKey('tenant 1 authority', pair)
})

const getPublicKey = (der: Uint8Array) =>
  createPublicKey(
    `-----BEGIN CERTIFICATE-----\n${Buffer.from(der).toString('base64')}\n-----END CERTIFICATE-----`,
  )

describe('a wrapped key', () => {
  it('stores the certificate and its expiry, and only ciphertext of the key', async () => {
    const pkcs8 = Buffer.from(await crypto.subtle.exportKey('pkcs8', pair.privateKey))
    expect(storedKey.notAfter).toEqual(validity.notAfter)
    expect(Buffer.from(storedKey.certificate)).toEqual(Buffer.from(pair.certificate))
    expect(Buffer.from(storedKey.wrappedKey).includes(pkcs8.subarray(-32))).toBe(false)
    // AES-GCM adds a nonce of 12 bytes and a tag of 16.
    expect(storedKey.wrappedKey).toHaveLength(pkcs8.length + 28)
  })

  it('has another ciphertext each time', async () => {
    const secondKey = await wrapKey('tenant 1 authority', pair)
    expect(Buffer.from(secondKey.wrappedKey)).not.toEqual(Buffer.from(storedKey.wrappedKey))
  })

  it('is unwrapped for its owner as a key that signs and cannot be exported', async () => {
    const unwrapped = await unwrapKey('tenant 1 authority', storedKey)
    expect(unwrapped.privateKey.extractable).toBe(false)
    await expect(crypto.subtle.exportKey('pkcs8', unwrapped.privateKey)).rejects.toThrow()
    const signature = await makeIdentity(unwrapped, []).sign(bytes('signed'))
    expect(verify('sha256', bytes('signed'), getPublicKey(storedKey.certificate), signature)).toBe(true)
  })

  it.each(['tenant 2 authority', 'tenant 1 seal', 'tenant 1 test authority', 'root', ''])(
    'is not unwrapped for the owner "%s"',
    async (owner) => {
      await expect(unwrapKey(owner, storedKey)).rejects.toThrow()
    },
  )

  it('is not unwrapped with another certificate', async () => {
    const other = await makeRoot('Other', validity)
    const swapped = { ...storedKey, certificate: other.certificate }
    await expect(unwrapKey('tenant 1 authority', swapped)).rejects.toThrow()
  })

  it('is not unwrapped with a changed byte', async () => {
    for (const offset of [0, 11, 12, 60, storedKey.wrappedKey.length - 1]) {
      const damagedFile = new Uint8Array(storedKey.wrappedKey)
      damagedFile[offset]! ^= 1
      await expect(
        unwrapKey('tenant 1 authority', { ...storedKey, wrappedKey: damagedFile }),
      ).rejects.toThrow()
    }
  })

  it('is not decrypted as another kind of secret', () => {
    expect(() => decrypt('mails', storedKey.wrappedKey, 'tenant 1 authority')).toThrow()
  })

  it('cannot be made from a non-extractable key, such as those of signers', async () => {
    const keys = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, [
      'sign',
      'verify',
    ])
    await expect(wrapKey('tenant 1 authority', { ...pair, privateKey: keys.privateKey })).rejects.toThrow()
  })
})

describe('an identity', () => {
  it('signs in the form of RFC 3279 2.2.3: a DER SEQUENCE of two integers', async () => {
    const identity = makeIdentity(pair, [])
    for (let attempt = 0; attempt < 20; attempt++) {
      const signature = await identity.sign(bytes(`round ${attempt}`))
      expect(signature[0]).toBe(0x30)
      expect(signature[1]).toBe(signature.length - 2)
      expect(signature[2]).toBe(0x02)
      expect(signature[4 + signature[3]!]).toBe(0x02)
    }
  })

  it('signs data, not their digest: it hashes them itself', async () => {
    const identity = makeIdentity(pair, [])
    const signature = await identity.sign(bytes('one'))
    const key = getPublicKey(identity.certificate)
    expect(verify('sha256', bytes('one'), key, signature)).toBe(true)
    expect(verify('sha256', bytes('two'), key, signature)).toBe(false)
  })

  it('signs a long message and an empty one', async () => {
    const identity = makeIdentity(pair, [])
    const key = getPublicKey(identity.certificate)
    for (const data of [new Uint8Array(0), new Uint8Array(3_000_000).fill(7)]) {
      expect(verify('sha256', data, key, await identity.sign(data))).toBe(true)
    }
  })

  it('has its chain in order and shows no private key', async () => {
    const authority = await makeAuthority({ commonName: 'A', organization: 'O' }, validity, pair)
    const identity = makeIdentity(authority, [pair.certificate])
    expect(new X509Certificate(identity.chain[0]!).subject).toBe('CN=Custody')
    expect(new X509Certificate(identity.certificate).issuer).toBe('CN=Custody')
    expect(Object.keys(identity).sort()).toEqual(['certificate', 'chain', 'sign'])
  })
})
