import { and, eq, inArray } from 'drizzle-orm'
import { documents } from '#db/schema/documents'
import { signerCertificates } from '#db/schema/keys'
import { read } from '#db/tenancy/tenant'
import type { RecordedEvent } from '#lib/audit/trail'
import { isolated } from '#lib/core/text/isolated'
import { formatSize } from '#lib/documents/format-size'
import type { ReportDocument, ReportInput, ReportPerson } from '#lib/pdf/report'
import type { SignerRow } from '#lib/processes/present'
import { reportEvent, toFacts } from '#lib/processes/trail/trail-report'
import { needsCode } from '../rules.ts'
import type { Revision, StepContext } from './context.ts'
import { loadMarks } from './marks.ts'

/**
 * The content of the certificate of completion and the trail: who, when, from where, how authenticated, which bytes.
 */
export async function loadEvidence(
  step: StepContext,
  revisions: Revision[],
  events: RecordedEvent[],
  tenant: { name: string; logo: Uint8Array | null },
  madeAt: Date,
): Promise<Omit<ReportInput, 'kind'>> {
  const { process, signers } = step
  const head = events.at(-1)
  return {
    title: process.name,
    subtitle: `Completed for ${isolated(tenant.name)}, sent by ${isolated(process.createdByName)}.`,
    reference: `Process ${process.id}`,
    issuer: tenant.name,
    ...(tenant.logo && { logo: tenant.logo }),
    test: process.testMode,
    madeAt,
    facts: toFacts({
      'Sent by': process.createdByName,
      Sent: process.sentAt,
      Completed: madeAt,
      Reference: process.externalId,
    }),
    documents: await loadDocuments(step, revisions),
    people: await Promise.all(signers.map((signer) => loadSigner(step, signer, events))),
    events: events.map(reportEvent),
    chain: { head: head?.hash ?? '', length: events.length },
    language: 'en',
  }
}

async function loadDocuments(
  { ctx, documents: stepDocuments }: StepContext,
  revisions: Revision[],
): Promise<ReportDocument[]> {
  const uploads = await read(ctx, (reader) =>
    reader
      .select({ id: documents.id, sha256: documents.sha256, filename: documents.originalFilename })
      .from(documents)
      .where(
        and(
          eq(documents.tenantId, ctx.tenantId),
          inArray(
            documents.id,
            stepDocuments.map((document) => document.documentId),
          ),
        ),
      ),
  )
  return revisions.map(({ document: revised, sha256, size, signature }) => {
    const original = uploads.find((document) => document.id === revised.documentId)
    return {
      name: revised.name,
      facts: toFacts({
        File: original?.filename,
        Pages: String(revised.pageCount),
        Size: formatSize(size),
        'SHA-256 as uploaded': original?.sha256,
        'SHA-256 as signed': sha256,
        'Time stamp': signature?.timestampedAt && new Date(signature.timestampedAt),
      }),
    }
  })
}

async function loadSigner(
  { ctx, process }: StepContext,
  signer: SignerRow,
  events: RecordedEvent[],
): Promise<ReportPerson> {
  const hasSigned = signer.status === 'signed'
  const marks = hasSigned && signer.signature ? await loadMarks(ctx, signer) : null
  const serial = findCertificateSerial(signer, events)
  return {
    name: signer.name,
    detail: signer.role === 'signer' ? signer.email : `${signer.email} · ${signer.role}`,
    outcome: describeOutcome(signer),
    isPositive: signer.status !== 'refused' && signer.status !== 'expired',
    ...(signer.signedAt && { at: signer.signedAt }),
    ...(marks && { mark: marks.signature }),
    facts: toFacts({
      Invited: signer.invitedAt,
      Opened: signer.viewedAt,
      'Signed from': signer.signedAddress,
      Browser: signer.signedUserAgent,
      'Confirmed by': hasSigned
        ? confirmedBy(needsCode({ process, signer }), process.options.enable_notifications)
        : null,
      ...sessionFacts(signer, events),
      Consent: consentLine(signer),
      'Certificate issued': serial ? await findIssuedAt(ctx.tenantId, serial) : null,
      'Certificate serial': serial,
    }),
  }
}

function describeOutcome({ status, role }: SignerRow): string {
  if (status === 'signed') return role === 'approver' ? 'Approved' : 'Signed'
  if (status === 'refused') return 'Refused'
  return role === 'cc' ? 'Receives a copy' : status === 'viewed' ? 'Read' : 'Invited to read'
}

function confirmedBy(isOtpRequired: boolean, isLinkEmailed: boolean): string {
  const link = isLinkEmailed ? 'a personal link sent by email' : 'a personal link handed out by the sender'
  return isOtpRequired ? `${link}, and a one-time code sent by email` : link
}

/** The signing session that signed, and when it confirmed its code. */
function sessionFacts(signer: SignerRow, events: RecordedEvent[]): Record<string, string | Date | undefined> {
  const signerEvents = events.filter(
    ({ actor, data }) => actor.type === 'signer' && data.signer_id === signer.id,
  )
  const session = signerEvents.find(({ type }) => type === 'signature.completed')?.actor.session_id
  if (typeof session !== 'number') return {}
  const confirmed = signerEvents.find(
    ({ type, actor }) => type === 'signature.otp_verified' && actor.session_id === session,
  )
  return { 'Code confirmed': confirmed?.occurredAt, 'Signing session': String(session) }
}

function consentLine({ consentVersion, consentSha256 }: SignerRow): string | null {
  if (!consentVersion) return null
  return `Version ${consentVersion}, SHA-256 ${consentSha256}`
}

function findCertificateSerial(signer: SignerRow, events: RecordedEvent[]): string | null {
  const sealed = events.find(({ type, data }) => type === 'signature.sealed' && data.signer_id === signer.id)
  return typeof sealed?.data.certificate_serial === 'string' ? sealed.data.certificate_serial : null
}

async function findIssuedAt(tenantId: number, serial: string): Promise<Date | null> {
  const [row] = await read({ tenantId }, (reader) =>
    reader
      .select({ createdAt: signerCertificates.createdAt })
      .from(signerCertificates)
      .where(and(eq(signerCertificates.tenantId, tenantId), eq(signerCertificates.serial, serial))),
  )
  return row?.createdAt ?? null
}
