import { describe, expect, it } from 'vitest'
import { sha256Hex } from '#lib/core/ids'
import {
  clearedInvitation,
  clearedRecovery,
  invitationLinkOf,
  newInvitation,
  newRecovery,
  recoveryLinkOf,
} from './link-tokens.ts'

const time = new Date('2026-11-21T12:00:00Z')
const tokenIn = (link: string | null) => link?.split('/').at(-1) ?? ''

describe('an invitation', () => {
  it('has a link with a token of 32 bytes, derived from the nonce; only the hash is stored', () => {
    const stored = newInvitation(time)
    const link = invitationLinkOf(stored)
    expect(link).toMatch(/^http:\/\/localhost:3000\/invitation\/[\w-]{43}$/)
    expect(invitationLinkOf({ invitationNonce: stored.invitationNonce })).toBe(link)
    expect(Buffer.from(tokenIn(link), 'base64url')).toHaveLength(32)
    expect(stored.invitationHash).toBe(sha256Hex(tokenIn(link)))
    expect(JSON.stringify(stored)).not.toContain(tokenIn(link))
  })

  it('is valid for seven days', () => {
    expect(newInvitation(time).invitationExpiresAt.toISOString()).toBe('2026-11-28T12:00:00.000Z')
  })

  it('has no link once it was used', () => {
    expect(invitationLinkOf(clearedInvitation)).toBeNull()
  })
})

describe('a password reset', () => {
  it('has its own link, valid for an hour', () => {
    const stored = newRecovery(time)
    expect(recoveryLinkOf(stored)).toMatch(/^http:\/\/localhost:3000\/recovery\/[\w-]{43}$/)
    expect(stored.recoveryHash).toBe(sha256Hex(tokenIn(recoveryLinkOf(stored))))
    expect(stored.recoveryExpiresAt.toISOString()).toBe('2026-11-21T13:00:00.000Z')
    expect(recoveryLinkOf(clearedRecovery)).toBeNull()
  })

  it('has another token than an invitation with the same nonce', () => {
    const nonce = newRecovery(time).recoveryNonce
    expect(tokenIn(recoveryLinkOf({ recoveryNonce: nonce }))).not.toBe(
      tokenIn(invitationLinkOf({ invitationNonce: nonce })),
    )
  })

  it('is different each time', () => {
    expect(new Set(Array.from({ length: 100 }, () => newRecovery(time).recoveryHash)).size).toBe(100)
  })
})
