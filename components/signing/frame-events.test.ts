import { expect, it } from 'vitest'
import en from '#messages/en/signing.json'
import type { EndedLink } from './endings/ended-link.ts'
import { signing } from './fixtures.ts'
import { findFailure, getFrameStatus } from './frame-events.ts'
import type { Signing } from './shapes.ts'

const t = { ...en, locale: 'en' as const }
const sender = { name: 'Camille Roux', email: 'camille@example.org' }
const tenant = { name: 'Atelier', logo_url: null, color: null }
const replaced = { sender, tenant, delegatedTo: null, isEmailed: true }

it('gives the page around a frame the text that the frame shows in place of a document', () => {
  const find = (status: number, ended: typeof replaced | null = null) =>
    findFailure({ signing: undefined, ended, status, t })
  for (const ended of [null, replaced])
    expect(find(404, ended)).toEqual({ status: 404, message: en.frameEndedWhy })
  expect(find(429)).toEqual({ status: 429, message: en.slowDown })
  expect(find(503)).toEqual({ status: 503, message: en.errorDetail })
  const delegated = { ...replaced, delegatedTo: { name: 'Ola Berg' } }
  expect(findFailure({ signing: undefined, ended: delegated, status: 404, t })).toBeNull()
})

it('says that a process has ended to a signer who has not signed', () => {
  const find = (status: Signing['process']['status'], signerStatus: Signing['signer']['status']) => {
    const open = signing([], { status: signerStatus })
    const ended = { ...open, process: { ...open.process, status } }
    return findFailure({ signing: ended, ended: null, status: 200, t })
  }
  expect(find('cancelled', 'notified')).toEqual({ status: 409, message: en.cancelledTitle })
  expect(find('expired', 'expired')).toEqual({ status: 409, message: en.expiredTitle })
  expect(find('refused', 'viewed')).toEqual({ status: 409, message: en.refusedTitle })
  expect(find('refused', 'refused')).toBeNull()
  expect(find('cancelled', 'signed')).toBeNull()
  for (const status of ['sent', 'in_progress', 'completed'] as const)
    expect(find(status, 'signed')).toBeNull()
  expect(find('sent', 'viewed')).toBeNull()
})

it('tells the page around a frame that the signer has handed over, also if the link stays theirs as a reader', () => {
  const reader = signing([], { role: 'viewer', status: 'viewed' })
  const delegated = { ...replaced, delegatedTo: { name: 'Ola Berg' } }
  const get = (isDelegated: boolean, ended: EndedLink | null = null) =>
    getFrameStatus({ signing: ended ? undefined : reader, ended, isDelegated })
  expect(get(false)).toBe('viewed')
  expect(get(true)).toBe('delegated')
  for (const isDelegated of [false, true]) expect(get(isDelegated, delegated)).toBe('delegated')
  expect(get(false, replaced)).toBeUndefined()
})
