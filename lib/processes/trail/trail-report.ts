import type { RecordedEvent } from '#lib/audit/trail'
import type { Json } from '#lib/core/json'
import { isolated } from '#lib/core/text/isolated'
import type { Fact, ReportEvent, ReportInput } from '#lib/pdf/report'
import type { WholeProcess } from '../present.ts'

/** The audit trail of a process that has not been completed, for printing. */
export function makeTrailReport(
  { process, documents, signers }: WholeProcess,
  events: RecordedEvent[],
  tenantName: string,
  madeAt: Date,
): ReportInput {
  return {
    kind: 'trail',
    title: process.name,
    subtitle: `In progress. For ${isolated(tenantName)}, sent by ${isolated(process.createdByName)}.`,
    reference: `Process ${process.id}`,
    issuer: tenantName,
    test: process.testMode,
    madeAt,
    facts: toFacts({
      Status: process.status.replace('_', ' '),
      'Created by': process.createdByName,
      Sent: process.sentAt,
      Expires: process.expiresAt,
      Reference: process.externalId,
    }),
    documents: documents.map(({ name, pageCount }) => ({
      name,
      facts: toFacts({ Pages: String(pageCount) }),
    })),
    people: signers.map((signer) => ({
      name: signer.name,
      detail: signer.role === 'signer' ? signer.email : `${signer.email} · ${signer.role}`,
      outcome: signer.status,
      isPositive: signer.status !== 'refused' && signer.status !== 'expired',
      ...(signer.signedAt && { at: signer.signedAt }),
      facts: toFacts({
        'Handed over by': describeDelegations(
          signer.delegations.map(({ fromName, fromEmail, delegatedAt, reason }) => ({
            name: fromName,
            email: fromEmail,
            at: delegatedAt,
            reason,
          })),
        ),
        Invited: signer.invitedAt,
        Opened: signer.viewedAt,
        Refused: signer.refusedAt,
        Reason: signer.refusalReason,
      }),
    })),
    events: events.map(reportEvent),
    chain: { head: events.at(-1)?.hash ?? '', length: events.length },
    language: 'en',
  }
}

/** An event as a line of a printed trail. */
export function reportEvent(event: RecordedEvent): ReportEvent {
  const origin = event.userAgent ? `${event.address ?? ''} · ${event.userAgent}` : (event.address ?? '')
  return {
    at: event.occurredAt,
    type: event.type,
    actorName: getActorName(event.actor),
    details: [origin, formatDetail({ signing_session: event.actor.session_id ?? null, ...event.data })],
    hash: event.hash,
  }
}

interface Handover {
  name: string
  email: string
  at: Date
  reason: string
}

/** Who handed over to a person, in order, and why; null if nobody did. */
export function describeDelegations(delegations: Handover[]): string | null {
  const lines = delegations.map(
    ({ name, email, at, reason }) =>
      `${isolated(name)} <${email}>, ${at.toISOString().slice(0, 19).replace('T', ' ')} UTC: ${isolated(reason)}`,
  )
  return lines.join('; ') || null
}

/** Labelled values; instants are printed in UTC. */
export function toFacts(values: Record<string, string | Date | null | undefined>): Fact[] {
  return Object.entries(values).map(([label, value]) => ({
    label,
    value:
      value instanceof Date ? `${value.toISOString().slice(0, 19).replace('T', ' ')} UTC` : (value ?? ''),
  }))
}

function getActorName(actor: RecordedEvent['actor']): string {
  if (actor.type === 'system') return 'Paraph'
  const email = typeof actor.email === 'string' ? ` <${actor.email}>` : ''
  return `${isolated(String(actor.name))}${email}`
}

/** The plain members of an event's data on one line. */
function formatDetail(data: Record<string, Json>): string {
  return Object.entries(data)
    .filter(([name, value]) => name !== 'process_id' && value !== null && typeof value !== 'object')
    .map(([name, value]) => `${name.replaceAll('_', ' ')}: ${isolated(String(value))}`)
    .join(' · ')
}
