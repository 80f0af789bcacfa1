import { describe, expect, it } from 'vitest'
import { sha256Hex } from '#lib/core/ids'
import { newSigningLink, signingToken, signingUrl } from './link.ts'

describe('a signer’s link', () => {
  it('derives the same token each time, of 32 bytes, and stores only its hash', () => {
    const link = newSigningLink()
    const token = signingToken(link)
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    expect(signingToken({ tokenNonce: link.tokenNonce })).toBe(token)
    expect(link.tokenHash).toBe(sha256Hex(token))
    expect(JSON.stringify(link)).not.toContain(token)
  })

  it('differs for each signer', () => {
    const hashes = Array.from({ length: 100 }, () => newSigningLink().tokenHash)
    expect(new Set(hashes).size).toBe(100)
  })

  it('is a URL once the signer is invited', () => {
    const link = newSigningLink()
    expect(signingUrl(link)).toBe(`http://localhost:3000/sign/${signingToken(link)}`)
    expect(signingUrl({ tokenNonce: null })).toBeNull()
  })
})
