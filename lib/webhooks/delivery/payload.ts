import { presentEvent } from '#lib/audit/list/list-events'
import type { RecordedEvent } from '#lib/audit/trail'
import type { Ctx } from '#lib/core/ctx'
import type { Json } from '#lib/core/json'
import { eventData } from '../event-data.ts'
import { TEST_EVENT, type WebhookEvent } from '../rules.ts'

const API_VERSION = '1.1'

type Data = Record<string, Json>

/** The members of `data` that the contract lists for this type of event; missing ones are null. */
function toData({ type, data }: RecordedEvent, externalId: string | null): Data {
  const available: Data = {
    ...data,
    external_id: externalId,
    ...(type === 'document.completed' && { process_name: data.name ?? null }),
  }
  const members = Object.keys(eventData[type as WebhookEvent].data.shape)
  return Object.fromEntries(members.map((name) => [name, available[name] ?? null]))
}

/** The mode of an event, and the external id of its process if it has one. */
interface ProcessReference {
  externalId: string | null
  testMode: boolean
}

/** The body that is signed and sent: created once and never changed. */
export function makePayload(event: RecordedEvent, reference: ProcessReference): string {
  const data = toData(event, reference.externalId)
  const { seq, hash } = event
  return envelope(event.type, event.tenantId, event.occurredAt, reference.testMode, data, { seq, hash })
}

/** The most bytes of a payload with the data of an event. */
const MAX_PAYLOAD_BYTES = 20_000

/** The message of an event of the audit log, `audit.user.signed_in`: the event as `GET /audit-events` shows it. */
export function makeAuditPayload(event: RecordedEvent, testMode: boolean) {
  const type = `audit.${event.type}`
  const presented = presentEvent(event)
  const { seq, hash, tenantId, occurredAt } = event
  const make = (data: Data) => envelope(type, tenantId, occurredAt, testMode, data, { seq, hash })
  const body = make({ ...presented, data_omitted: false })
  const isTooLarge = Buffer.byteLength(body) >= MAX_PAYLOAD_BYTES
  return { type, body: isTooLarge ? make({ ...presented, data: {}, data_omitted: true }) : body }
}

/** The payload of a test delivery. */
export function testPayload({ tenantId, testMode, now }: Ctx, webhookId: number): string {
  const data = { webhook_id: webhookId, message: 'This is a test delivery.' }
  return envelope(TEST_EVENT, tenantId, now, testMode, data)
}

function envelope(
  type: string,
  tenantId: number,
  time: Date,
  testMode: boolean,
  data: Data,
  auditTrail: Data | null = null,
): string {
  return JSON.stringify({
    type,
    event: type,
    timestamp: time.toISOString(),
    tenant_id: tenantId,
    api_version: API_VERSION,
    test_mode: testMode,
    data,
    // With it, a receiver can prove that events were later removed from the trail.
    ...(auditTrail && { audit_trail: auditTrail }),
  })
}
