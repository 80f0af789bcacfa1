import { expect, it } from 'vitest'
import type { RecordedEvent } from '#lib/audit/trail'
import { findWay } from './find-way.ts'

const signer = { id: 1, tokenHash: 'a'.repeat(64), invitedAt: new Date(1) }

/** The trail of a visitor of a reusable link: what each event is, and in which session. */
const trail = (...events: [type: string, session?: number][]) =>
  [['process.link_used'] as [string], ...events].map(
    ([type, session], index) =>
      ({
        seq: index + 1,
        type,
        actor: { type: 'signer', ...(session && { session_id: session }) },
        data: { signer_id: 1 },
        userAgent: 'a browser',
        occurredAt: new Date(index),
      }) as Partial<RecordedEvent> as RecordedEvent,
  )

it.each([
  ['came by it', 'reusable_link', trail(['signature.otp_verified', 1], ['signature.completed', 1])],
  [
    'came back by it',
    'reusable_link',
    trail(['signature.otp_verified', 1], ['signature.otp_verified', 2], ['signature.completed', 2]),
  ],
  [
    'came by it and went on by phone',
    'reusable_link',
    trail(
      ['signature.otp_verified', 1],
      ['signature.phone_linked'],
      ['signature.otp_sent'],
      ['signature.otp_verified', 2],
      ['signature.completed', 2],
    ),
  ],
  [
    'came back by the link of the email',
    'link',
    trail(
      ['signature.otp_verified', 1],
      ['signature.otp_sent'],
      ['signature.otp_verified', 2],
      ['signature.completed', 2],
    ),
  ],
])('a visitor of a reusable link who %s', (_what, by, events) => {
  expect(findWay(signer, [signer], events)).toEqual({ by })
})
