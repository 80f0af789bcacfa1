import type { RecordedEvent } from '#lib/audit/trail'
import type { Ctx } from '#lib/core/ctx'
import type { Json } from '#lib/core/json'
import { TEST_EVENT, type WebhookEvent } from '../rules.ts'

const API_VERSION = '1.1'

type Data = Record<string, Json>

/** The payload of each event type, member by member; nothing else of the audit trail is sent. */
const payloads: Record<WebhookEvent, (data: Data) => Data> = {
  'document.uploaded': (data) => pick(data, 'document_id', 'name', 'size', 'page_count', 'sha256'),
  'document.deleted': (data) => pick(data, 'document_id', 'name', 'sha256'),
  'document.completed': (data) => ({
    ...pick(data, 'document_id', 'process_id'),
    process_name: data.name ?? null,
  }),
  'signature.created': (data) => pick(data, 'process_id', 'signer_id', 'name', 'email', 'order'),
  'signature.completed': (data) => pick(data, 'process_id', 'signer_id', 'name', 'email', 'role'),
  'signature.refused': (data) => pick(data, 'process_id', 'signer_id', 'name', 'email', 'reason'),
  'process.completed': (data) => pick(data, 'process_id', 'name', 'documents'),
}

function pick(data: Data, ...names: string[]): Data {
  return Object.fromEntries(names.map((name) => [name, data[name] ?? null]))
}

/** The external id of the process, for events of a process. */
export interface ProcessReference {
  externalId: string | null
  testMode: boolean
}

/** The body that is signed and sent: created once and never changed. */
export function payloadOf(event: RecordedEvent, reference: ProcessReference): string {
  const data = payloads[event.type as WebhookEvent](event.data)
  if ('process_id' in data) data.external_id = reference.externalId
  const { seq, hash } = event
  return envelope(event.type, event.tenantId, event.occurredAt, reference.testMode, data, { seq, hash })
}

/** The payload of a test delivery. */
export function testPayload({ tenantId, testMode, now }: Ctx, webhookId: number): string {
  const data = { webhook_id: webhookId, message: 'This is a test delivery.' }
  return envelope(TEST_EVENT, tenantId, now, testMode, data)
}

function envelope(
  type: string,
  tenantId: number,
  at: Date,
  testMode: boolean,
  data: Data,
  auditTrail: Data | null = null,
): string {
  return JSON.stringify({
    type,
    event: type,
    timestamp: at.toISOString(),
    tenant_id: tenantId,
    api_version: API_VERSION,
    test_mode: testMode,
    data,
    // With it, a receiver can prove that events were later removed from the trail.
    ...(auditTrail && { audit_trail: auditTrail }),
  })
}
