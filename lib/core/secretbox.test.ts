import { describe, expect, it } from 'vitest'
import {
  decrypt,
  decryptText,
  deriveKey,
  encrypt,
  encryptText,
  unwrapInstallationKey,
  wrapInstallationKey,
} from './secretbox.ts'

const secret = Buffer.from('a private key')

describe('secretbox', () => {
  it('encrypts to another ciphertext each time, and decrypts it', () => {
    const encrypted = encrypt('keys', secret, 'key 7')
    expect(decrypt('keys', encrypted, 'key 7').equals(secret)).toBe(true)
    expect(encrypt('keys', secret, 'key 7').equals(encrypted)).toBe(false)
    expect(encrypted.includes(secret)).toBe(false)
  })

  it('does not decrypt with another purpose or context, or changed bytes', () => {
    const encrypted = encrypt('keys', secret, 'key 7')
    expect(() => decrypt('mails', encrypted, 'key 7')).toThrow()
    expect(() => decrypt('keys', encrypted, 'key 8')).toThrow()
    const changedBytes = Buffer.from(encrypted)
    changedBytes[20] = (changedBytes[20] ?? 0) ^ 1
    expect(() => decrypt('keys', changedBytes, 'key 7')).toThrow()
    expect(() => decrypt('keys', encrypted.subarray(0, 10), 'key 7')).toThrow()
  })

  it('does not decrypt bytes that are too few for the tag', () => {
    const encrypted = encrypt('keys', secret, 'key 7')
    for (let length = 0; length < 16; length++)
      expect(() => decrypt('keys', encrypted.subarray(0, length), 'key 7')).toThrow(
        /authentication tag length|initialization vector/i,
      )
  })

  it('decrypts a text until its end, in one spelling only', () => {
    const end = new Date('2026-11-30T12:00:00Z')
    const text = encryptText('links', { id: 7 }, end)
    const value = { id: 7, expiresAt: end.getTime() }
    const readAt = (time: Date | null) => decryptText('links', text, time, 60)
    expect(readAt(new Date(end.getTime() - 1))).toEqual(value)
    expect(readAt(end)).toBeNull()
    expect(readAt(null)).toEqual(value)
    for (const other of [`${text}=`, `${text} `, text.slice(1), ''])
      expect(decryptText('links', other, null, 60)).toBeNull()
    expect(decryptText('pages', text, null, 60)).toBeNull()
  })

  it('wraps the installation key under a secret, and unwraps it with that secret only', () => {
    const wrapped = [wrapInstallationKey('one secret'), wrapInstallationKey('another secret')]
    const keys = wrapped.map(
      (bytes, number) => unwrapInstallationKey(['one secret', 'another secret'][number]!, bytes)!,
    )
    expect(keys[0]).toHaveLength(32)
    expect(keys[1]).toEqual(keys[0])
    expect(unwrapInstallationKey('another secret', wrapped[0]!)).toBeNull()
    expect(unwrapInstallationKey('one secret', wrapped[0]!.subarray(1))).toBeNull()
  })

  it('derives one key per purpose', () => {
    expect(deriveKey('a').symmetricKeySize).toBe(32)
    expect(deriveKey('a').equals(deriveKey('a'))).toBe(true)
    expect(deriveKey('a').equals(deriveKey('b'))).toBe(false)
  })
})
