import { describe, expect, it } from 'vitest'
import { sha256Hex } from '#lib/core/ids'
import { linkOf, newLink, tokenOf } from './link.ts'

describe('a signer’s link', () => {
  it('shows the same token each time, of 32 bytes, and stores its hash only', () => {
    const link = newLink()
    const token = tokenOf(link)
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    expect(tokenOf({ tokenNonce: link.tokenNonce })).toBe(token)
    expect(link.tokenHash).toBe(sha256Hex(token))
    expect(JSON.stringify(link)).not.toContain(token)
  })

  it('is another for each', () => {
    const hashes = Array.from({ length: 100 }, () => newLink().tokenHash)
    expect(new Set(hashes).size).toBe(100)
  })

  it('is an address once there is one', () => {
    const link = newLink()
    expect(linkOf(link)).toBe(`http://localhost:3000/sign/${tokenOf(link)}`)
    expect(linkOf({ tokenNonce: null })).toBeNull()
  })
})
