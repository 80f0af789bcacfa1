import { describe, expect, it } from 'vitest'
import { decrypt, deriveKey, encrypt, unwrapInstallationKey, wrapInstallationKey } from './secretbox.ts'

const secret = Buffer.from('a private key')

describe('secretbox', () => {
  it('decrypts what it encrypted, each time to another ciphertext', () => {
    const sealed = encrypt('keys', secret, 'key 7')
    expect(decrypt('keys', sealed, 'key 7').equals(secret)).toBe(true)
    expect(encrypt('keys', secret, 'key 7').equals(sealed)).toBe(false)
    expect(sealed.includes(secret)).toBe(false)
  })

  it('refuses another purpose, another context and changed bytes', () => {
    const sealed = encrypt('keys', secret, 'key 7')
    expect(() => decrypt('mails', sealed, 'key 7')).toThrow()
    expect(() => decrypt('keys', sealed, 'key 8')).toThrow()
    const changed = Buffer.from(sealed)
    changed[20] = (changed[20] ?? 0) ^ 1
    expect(() => decrypt('keys', changed, 'key 7')).toThrow()
    expect(() => decrypt('keys', sealed.subarray(0, 10), 'key 7')).toThrow()
  })

  it('refuses every length that is too short for the tag', () => {
    const sealed = encrypt('keys', secret, 'key 7')
    for (let length = 0; length < 16; length++)
      expect(() => decrypt('keys', sealed.subarray(0, length), 'key 7')).toThrow(
        /authentication tag length|initialization vector/i,
      )
  })

  it('wraps the installation key under a secret, and unwraps it with that secret only', () => {
    const wraps = [wrapInstallationKey('one secret'), wrapInstallationKey('another secret')]
    const keys = wraps.map((wrap, n) => unwrapInstallationKey(['one secret', 'another secret'][n]!, wrap)!)
    expect(keys[0]).toHaveLength(32)
    expect(keys[1]).toEqual(keys[0])
    expect(unwrapInstallationKey('another secret', wraps[0]!)).toBeNull()
    expect(unwrapInstallationKey('one secret', wraps[0]!.subarray(1))).toBeNull()
  })

  it('derives one key per purpose', () => {
    expect(deriveKey('a').symmetricKeySize).toBe(32)
    expect(deriveKey('a').equals(deriveKey('a'))).toBe(true)
    expect(deriveKey('a').equals(deriveKey('b'))).toBe(false)
  })
})
