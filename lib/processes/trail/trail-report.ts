import type { Delegation } from '#db/schema/processes-links'
import type { RecordedEvent } from '#lib/audit/trail'
import type { Json } from '#lib/core/json'
import { findNearestSignerLocale, isRightToLeftLocale } from '#lib/core/locales'
import { isolated } from '#lib/core/text/isolated'
import { type CertificateTexts, certificateTexts } from '#lib/messages/certificate'
import { fill } from '#lib/messages/fill'
import { type Fact, formatTime, type ReportEvent, type ReportInput } from '#lib/pdf/report/input'
import { hasExpiry, isLive } from '../facts.ts'
import { getSender, type ProcessRow, type SignerRow, type WholeProcess } from '../present.ts'

/** The audit trail of a process as it is now, for printing in the language of the process. */
export function makeTrailReport(
  { process, documents, signers }: WholeProcess,
  events: RecordedEvent[],
  tenantName: string,
  madeAt: Date,
): ReportInput {
  const { texts, ...language } = reportLanguage(process)
  const { facts } = texts
  const sender = getSenderName(process, events)
  const names = { tenant: isolated(tenantName), sender: isolated(sender) }
  return {
    kind: 'trail',
    title: process.name,
    subtitle: isLive(process) ? fill(texts.inProgressFor, names) : tenantName,
    reference: fill(texts.process, { id: process.id }),
    issuer: tenantName,
    test: process.testMode,
    madeAt,
    facts: toFacts([
      [facts.status, texts.statuses[process.status]],
      [facts.createdBy, process.createdByName],
      [facts.sentBy, process.sentAt && sender],
      [facts.sent, process.sentAt],
      [facts.completed, process.completedAt],
      [facts.expires, hasExpiry(process) ? process.expiresAt : null],
      [facts.reference, process.externalId],
    ]),
    documents: documents.map(({ name, pageCount }) => ({
      name,
      facts: toFacts([[facts.pages, String(pageCount)]]),
    })),
    people: signers.map((signer) => ({
      name: signer.name,
      detail: describeRecipient(signer, texts),
      outcome:
        texts.outcomes[signer.role === 'approver' && signer.status === 'signed' ? 'approved' : signer.status],
      isPositive: signer.status !== 'refused' && signer.status !== 'expired',
      ...(signer.signedAt && { at: signer.signedAt }),
      facts: toFacts([
        ...delegationFacts(signer.delegations, texts),
        [facts.invited, signer.invitedAt],
        [facts.opened, signer.viewedAt],
        [facts.refused, signer.refusedAt],
        [facts.reason, signer.refusalReason],
      ]),
    })),
    events: reportEvents(events, signers, texts),
    chain: { head: events.at(-1)?.hash ?? '', length: events.length },
    ...language,
  }
}

/** The language of a process’s reports, their texts, and the direction of their layout. */
export function reportLanguage({ options }: Pick<ProcessRow, 'options'>) {
  const language = findNearestSignerLocale(options.locale)
  const texts = certificateTexts[language]
  return { language, texts, labels: texts.report, rightToLeft: isRightToLeftLocale(language) }
}

/** The sender of a process; where an earlier version has sent it, the trail says which user did. */
export function getSenderName(process: ProcessRow, events: RecordedEvent[]): string {
  const sent = process.sentByName === null && events.find(({ type }) => type === 'process.sent')
  return sent && sent.actor.type === 'user' ? String(sent.actor.name) : getSender(process).name
}

/** The address of a recipient, and the role of those who do not sign. */
export function describeRecipient(
  { email, role }: Pick<SignerRow, 'email' | 'role'>,
  { roles }: CertificateTexts,
): string {
  return role === 'signer' ? email : `${isolated(email)} · ${roles[role]}`
}

/** Events as entries of a printed trail. @param signers everyone of the process */
export function reportEvents(
  events: RecordedEvent[],
  signers: Pick<SignerRow, 'id' | 'role'>[],
  texts: CertificateTexts,
): ReportEvent[] {
  const approverIds = new Set(signers.filter(({ role }) => role === 'approver').map(({ id }) => id))
  return events.map((event) => reportEvent(event, approverIds.has(Number(event.data.signer_id)), texts))
}

function reportEvent(event: RecordedEvent, isApproval: boolean, texts: CertificateTexts): ReportEvent {
  const browser = event.userAgent ? quoted(event.userAgent) : null
  return {
    at: event.occurredAt,
    title: findEventTitle(event.type, isApproval, texts) ?? event.type,
    actorName: getActorName(event.actor),
    details: [
      [event.type, event.address, browser].filter(Boolean).join(' · '),
      formatDetail({
        signing_session: event.actor.session_id ?? null,
        place: event.actor.place ?? null,
        ...event.data,
      }),
    ],
    hash: event.hash,
  }
}

function findEventTitle(type: string, isApproval: boolean, { events }: CertificateTexts): string | undefined {
  const [subject, verb] = type.split('.') as [string, string]
  const titles: Record<string, Record<string, string>> = events
  const approval = isApproval && subject === 'signature' ? titles.approver?.[verb] : undefined
  return approval ?? titles[subject]?.[verb]
}

/** Who handed over to a person, in order, and why: a value for each, so that no reason looks like another hand-over. */
export function delegationFacts(
  delegations: Pick<Delegation, 'fromName' | 'fromEmail' | 'delegatedAt' | 'reason'>[],
  { facts }: CertificateTexts,
): LabelledValue[] {
  return delegations.map(({ fromName, fromEmail, delegatedAt, reason }) => [
    facts.handedOverBy,
    `${isolated(fromName)} <${fromEmail}>, ${formatTime(delegatedAt)}: ${isolated(JSON.stringify(reason))}`,
  ])
}

/** A label, its value, and the SHA-256 of what the value names. */
export type LabelledValue = [label: string, value: string | Date | null | undefined, sha256?: string | null]

/** Labelled values; instants are printed in UTC. */
export function toFacts(values: LabelledValue[]): Fact[] {
  return values.map(([label, value, sha256]) => ({
    label,
    value: value instanceof Date ? formatTime(value) : (value ?? ''),
    ...(sha256 && { sha256 }),
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
    .map(([name, value]) => `${name.replaceAll('_', ' ')}: ${isolated(quoted(String(value)))}`)
    .join(' · ')
}

/** A text in quotation marks, unless it is one word: what a person has written cannot look like further members. */
function quoted(text: string): string {
  return /^[\p{L}\p{N}_.:@+/-]+$/u.test(text) ? text : JSON.stringify(text)
}
