import { expect, it } from 'vitest'
import type { RecordedEvent } from '#lib/audit/trail'
import { certificateTexts } from '#lib/messages/certificate'
import { reportEvents } from './trail-report.ts'

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
