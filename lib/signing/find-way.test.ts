import { expect, it } from 'vitest'
import type { RecordedEvent } from '#lib/audit/trail'
import { findWay } from './find-way.ts'

const signer = { id: 1, email: 'ada@example.com', tokenHash: 'a'.repeat(64), invitedAt: new Date(1) }

/** The trail of a visitor of a reusable link: what each event is, and in which session. */
const trail = (...events: [type: string, session?: number, data?: object][]) =>
  [['process.link_used'] as [string], ...events].map(
    ([type, session, data], index) =>
      ({
        seq: index + 1,
        type,
        actor: { type: 'signer', ...(session && { session_id: session }) },
        data: { signer_id: 1, otp_method: 'email', ...data },
        userAgent: 'a browser',
        occurredAt: new Date(index),
      }) as Partial<RecordedEvent> as RecordedEvent,
  )

const byHost = { type: 'signature.in_person', actor: { type: 'user', name: 'Hedy Host' } }
const signed = { type: 'signature.completed', actor: { type: 'signer', place: 'in_person' } }

/** Events with the id of a person who had the same link, and is in the process no more; the last one is the signer's. */
const trailOfOther = (...events: Partial<Record<string, unknown>>[]) =>
  events.map((event, index) => ({
    ...{ seq: index + 1, userAgent: 'a browser', occurredAt: new Date(index + 2) },
    ...event,
    data: { signer_id: index + 1 === events.length ? 1 : 2, ...(event.data as object) },
  })) as unknown as RecordedEvent[]

it.each([
  ['the link', { link: 'a'.repeat(16) }],
  ['nothing of the link, as in earlier versions', {}],
])(
  'names the host of a hand-over to another person of the link, by an event that names %s',
  (_what, data) => {
    const events = trailOfOther({ ...byHost, data }, signed)
    expect(findWay(signer, [signer], events)).toEqual({ by: 'in_person', host: 'Hedy Host' })
  },
)

it.each([
  ['got the link, as in earlier versions', {}, { by: 'in_person', host: 'Hedy Host' }],
  ['has a session without the link', { without_link: true }, { by: 'link' }],
])('a signature of another browser, where a phone on the device of a host %s', (_what, data, way) => {
  const actor = { type: 'signer', place: 'in_person' }
  const phone = { type: 'signature.phone_linked', actor, data: { link: 'a'.repeat(16), ...data } }
  const elsewhere = { type: 'signature.completed', actor: { type: 'signer' }, userAgent: 'another browser' }
  expect(findWay(signer, [signer], trailOfOther(byHost, phone, elsewhere))).toEqual(way)
})

it.each([
  ['this', 'a', 'disclosed_link'],
  ['another', 'b', 'link'],
])('a disclosure that names %s link', (_what, character, by) => {
  const disclosed = { type: 'signature.link_disclosed', actor: { type: 'user' } }
  const events = trailOfOther(
    { ...disclosed, data: { link: character.repeat(16) } },
    { ...signed, actor: { type: 'signer' } },
  )
  expect(findWay(signer, [signer], events)).toEqual({ by })
})

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
  [
    'had asked for a code by the link of the email before they came by it',
    'reusable_link',
    trail(
      ['signature.otp_sent'],
      ['signature.otp_verified', 1, { reusable_link: true }],
      ['signature.completed', 1],
    ),
  ],
  [
    'came by it, and then confirmed the code that they had asked for before',
    'link',
    trail(
      ['signature.otp_sent'],
      ['signature.otp_verified', 1, { reusable_link: true }],
      ['signature.otp_verified', 2],
      ['signature.completed', 2],
    ),
  ],
  [
    'gave their place to someone with an access code',
    'link',
    trail(['signature.otp_verified', 1, { otp_method: 'access_code' }], ['signature.completed', 1]),
  ],
])('a visitor of a reusable link who %s', (_what, by, events) => {
  expect(findWay(signer, [signer], events)).toEqual({ by })
})

it('an erasure of personal data, which removes the link, leaves how its people came', () => {
  const erased = { ...signer, tokenHash: null }
  const holder = { ...erased, id: 2, email: 'Ada@example.com' }
  const other = { ...erased, id: 3, email: 'grace@example.com' }
  const byLink = trail(['signature.otp_verified', 1, { signer_id: 2 }], ['signature.completed', 1])
  expect(findWay(erased, [erased, holder, other], byLink)).toEqual({ by: 'reusable_link' })
  const handOver = (seq: number, signerId: number, name: string) => ({
    ...{ seq, type: 'signature.in_person', occurredAt: new Date(seq) },
    ...{ actor: { type: 'user', name }, data: { signer_id: signerId } },
  })
  const byDevice = [
    handOver(1, 2, 'Hedy Host'),
    handOver(2, 3, 'Another Host'),
    { ...byLink.at(-1), actor: { type: 'signer', place: 'in_person' } },
  ] as RecordedEvent[]
  expect(findWay(erased, [erased, holder, other], byDevice)).toEqual({ by: 'in_person', host: 'Hedy Host' })
})
