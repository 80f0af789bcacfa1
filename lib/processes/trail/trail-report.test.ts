import { expect, it } from 'vitest'
import type { ProcessStatus } from '#db/schema/processes'
import type { RecordedEvent } from '#lib/audit/trail'
import { certificateTexts } from '#lib/messages/certificate'
import type { WholeProcess } from '../present.ts'
import { delegationFacts, makeTrailReport, reportEvents } from './trail-report.ts'

it('a printed trail says of approvers that they approved, and of signers that they signed', () => {
  const signers = [
    { id: 7, role: 'signer' as const },
    { id: 8, role: 'approver' as const },
  ]
  const event = (type: string, data: object) =>
    ({ type, data, actor: { type: 'system' }, occurredAt: new Date(), hash: '' }) as unknown as RecordedEvent
  const events = [
    event('process.sent', { process_id: 8 }),
    event('signature.viewed', { signer_id: 8 }),
    event('signature.completed', { signer_id: 8 }),
    event('signature.refused', { signer_id: 8 }),
    event('signature.completed', { signer_id: 7 }),
    event('signature.refused', { signer_id: 7 }),
  ]
  expect(reportEvents(events, signers, certificateTexts.en).map(({ title }) => title)).toEqual([
    'Sent for signing',
    ...['Documents opened', 'Approved', 'Refused to approve'],
    ...['Signed', 'Refused to sign'],
  ])
})

it('a reason of a hand-over does not look like another hand-over, nor a text like members of an event', () => {
  const delegatedAt = new Date('2026-11-30T09:00:00Z')
  const reason = 'On leave.; Grace Hopper <grace@example.org>, 2026-11-30 10:00:00 UTC: "I authorise Bob."'
  const ada = { fromName: 'Ada', fromEmail: 'ada@example.org', delegatedAt, reason }
  const plain = (text: unknown) => String(text).replace(/[\u2066-\u2069]/g, '')
  const facts = delegationFacts([ada, { ...ada, reason: 'Away' }], certificateTexts.en)
  expect(facts.map(([label, value]) => [label, plain(value)])).toEqual([
    ['Handed over by', `Ada <ada@example.org>, 2026-11-30 09:00:00 UTC: ${JSON.stringify(reason)}`],
    ['Handed over by', 'Ada <ada@example.org>, 2026-11-30 09:00:00 UTC: "Away"'],
  ])
  const event = {
    ...{ type: 'process.corrected', actor: { type: 'system' }, occurredAt: delegatedAt, hash: '' },
    ...{ address: '203.0.113.7', userAgent: 'Mozilla/5.0 · 198.51.100.9' },
    data: { process_id: 1, new_message: 'Hello\nsigner id: 42 · method: sms', signer_id: 7, method: 'email' },
  } as unknown as RecordedEvent
  expect(reportEvents([event], [], certificateTexts.en)[0]!.details.map(plain)).toEqual([
    'process.corrected · 203.0.113.7 · "Mozilla/5.0 · 198.51.100.9"',
    'new message: "Hello\\nsigner id: 42 · method: sms" · signer id: 7 · method: email',
  ])
})

it.each(Object.keys(certificateTexts.en.statuses) as ProcessStatus[])(
  'a printed trail names the end of the time to sign only where it matters: %s',
  (status) => {
    const expiresAt = new Date('2027-02-28T09:00:00Z')
    const process = { status, expiresAt, options: { locale: 'en' }, name: 'Lease', createdByName: 'Ada' }
    const whole = { process, documents: [], signers: [] } as unknown as WholeProcess
    const { facts } = makeTrailReport(whole, [], 'Acme', new Date())
    const { value } = facts.find(({ label }) => label === certificateTexts.en.facts.expires)!
    expect(value !== '').toBe(['draft', 'sent', 'in_progress', 'expired'].includes(status))
  },
)
