import { describe, expect, it } from 'vitest'
import type { RecordedEvent } from '#lib/audit/trail'
import { makeSystemCtx } from '#lib/core/ctx'
import type { Json } from '#lib/core/json'
import { eventData, testDelivery } from '../event-data.ts'
import { webhookEvents } from '../rules.ts'
import { makePayload, testPayload } from './payload.ts'

const AT = new Date('2026-11-21T12:00:00Z')
const reference = { externalId: 'order-7', testMode: false }

function event(type: string, data: Record<string, Json>): RecordedEvent {
  return {
    id: 5,
    tenantId: 3,
    chain: 'process:12',
    seq: 4,
    type,
    actor: { type: 'user', id: 1, name: 'Ada', email: 'ada@example.com' },
    data,
    address: '198.51.100.7',
    userAgent: 'Firefox',
    requestId: 'req_1',
    occurredAt: AT,
    previousHash: '0'.repeat(64),
    hash: '1'.repeat(64),
  }
}

describe('makePayload', () => {
  it('is the envelope of the contract', () => {
    const data = { process_id: 12, name: 'Agreement', documents: [7, 8], test_mode: true }
    expect(
      JSON.parse(makePayload(event('process.completed', data), { ...reference, testMode: true })),
    ).toEqual({
      type: 'process.completed',
      event: 'process.completed',
      timestamp: '2026-11-21T12:00:00.000Z',
      tenant_id: 3,
      api_version: '1.1',
      test_mode: true,
      data: { process_id: 12, name: 'Agreement', documents: [7, 8], external_id: 'order-7' },
      audit_trail: { seq: 4, hash: '1'.repeat(64) },
    })
  })

  it('has the members of the document, and on its completion those of the process', () => {
    const document = { document_id: 7, name: 'Paper', sha256: 'ab', size: 10, page_count: 2, repaired: false }
    expect(JSON.parse(makePayload(event('document.uploaded', document), reference)).data).toEqual({
      document_id: 7,
      name: 'Paper',
      sha256: 'ab',
      size: 10,
      page_count: 2,
    })
    const completed = { process_id: 12, name: 'Agreement', document_id: 7 }
    expect(JSON.parse(makePayload(event('document.completed', completed), reference)).data).toEqual({
      document_id: 7,
      process_id: 12,
      process_name: 'Agreement',
      external_id: 'order-7',
    })
  })

  it.each(webhookEvents)('has the published data for %s, where members are missing', (type) => {
    const process = {
      process_id: 1,
      signer_id: 2,
      name: 'Lease',
      status: 'sent',
      change: 'options',
      signers: 2,
    }
    const document = { document_id: 3, vault_document_id: 4, sha256: 'ab', size: 10, page_count: 2 }
    const data = { ...process, ...document, documents: [3], expires_at: AT.toISOString() }
    const payload = JSON.parse(makePayload(event(type, data), { ...reference, externalId: null }))
    expect(eventData[type].data.strict().safeParse(payload.data).error).toBeUndefined()
  })

  it.each(webhookEvents)('has no actor, address or link for %s', (type) => {
    const secrets = { token: 'secret-token', signing_url: 'https://x/sign/secret-token', code: '123456' }
    const payload = makePayload(event(type, { process_id: 1, document_id: 2, ...secrets }), reference)
    for (const secret of ['secret-token', '123456', '198.51.100.7', 'Firefox', 'req_1', 'ada@example.com'])
      expect(payload).not.toContain(secret)
  })

  it.each(webhookEvents)('stays under 20 KB for %s with the longest values of the contract', (type) => {
    const long = (length: number) => '\u{1F58B}'.repeat(length / 2)
    const data = {
      process_id: Number.MAX_SAFE_INTEGER,
      document_id: Number.MAX_SAFE_INTEGER,
      signer_id: Number.MAX_SAFE_INTEGER,
      name: long(255),
      email: `${'x'.repeat(240)}@example.com`,
      role: 'signer',
      reason: long(2000),
      documents: Array.from({ length: 50 }, () => Number.MAX_SAFE_INTEGER),
    }
    const payload = makePayload(event(type, data), { externalId: long(255), testMode: false })
    expect(Buffer.byteLength(payload)).toBeLessThan(20_000)
  })
})

it('testPayload has the envelope of the contract and the id of the webhook', () => {
  const payload = JSON.parse(testPayload({ ...makeSystemCtx(3, 'test', AT), testMode: true }, 9))
  expect(testDelivery.schema.strict().safeParse(payload).error).toBeUndefined()
  expect(payload).toMatchObject({
    type: 'webhook.test',
    event: 'webhook.test',
    tenant_id: 3,
    api_version: '1.1',
    test_mode: true,
    data: { webhook_id: 9 },
  })
})
