import { describe, expect, it } from 'vitest'
import { sha256Hex } from '#lib/core/ids'
import {
  clearedInvitation,
  clearedRecovery,
  getInvitationLink,
  getRecoveryLink,
  newInvitation,
  newRecovery,
} from './link-tokens.ts'

const time = new Date('2026-11-21T12:00:00Z')
const getToken = (link: string | null) => link?.split('/').at(-1) ?? ''

describe('an invitation', () => {
  it('has a link with a token of 32 bytes, derived from the nonce; only the hash is stored', () => {
    const stored = newInvitation(time)
    const link = getInvitationLink(stored)
    expect(link).toMatch(/^http:\/\/localhost:3000\/invitation\/[\w-]{43}$/)
    expect(getInvitationLink({ invitationNonce: stored.invitationNonce })).toBe(link)
    expect(Buffer.from(getToken(link), 'base64url')).toHaveLength(32)
    expect(stored.invitationHash).toBe(sha256Hex(getToken(link)))
    expect(JSON.stringify(stored)).not.toContain(getToken(link))
  })

  it('is valid for seven days', () => {
    expect(newInvitation(time).invitationExpiresAt.toISOString()).toBe('2026-11-28T12:00:00.000Z')
  })

  it('has no link once it was used', () => {
    expect(getInvitationLink(clearedInvitation)).toBeNull()
  })
})

describe('a password reset', () => {
  it('has its own link, valid for an hour', () => {
    const stored = newRecovery(time)
    expect(getRecoveryLink(stored)).toMatch(/^http:\/\/localhost:3000\/recovery\/[\w-]{43}$/)
    expect(stored.recoveryHash).toBe(sha256Hex(getToken(getRecoveryLink(stored))))
    expect(stored.recoveryExpiresAt.toISOString()).toBe('2026-11-21T13:00:00.000Z')
    expect(getRecoveryLink(clearedRecovery)).toBeNull()
  })

  it('has another token than an invitation with the same nonce', () => {
    const nonce = newRecovery(time).recoveryNonce
    expect(getToken(getRecoveryLink({ recoveryNonce: nonce }))).not.toBe(
      getToken(getInvitationLink({ invitationNonce: nonce })),
    )
  })

  it('is different each time', () => {
    expect(new Set(Array.from({ length: 100 }, () => newRecovery(time).recoveryHash)).size).toBe(100)
  })
})
