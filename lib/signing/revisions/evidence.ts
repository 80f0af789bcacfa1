import { and, eq, inArray } from 'drizzle-orm'
import { documents } from '#db/schema/documents'
import { signerCertificates } from '#db/schema/keys'
import { type Reader, read } from '#db/tenancy/tenant'
import { findTrail, type RecordedEvent } from '#lib/audit/trail'
import { isolated } from '#lib/core/text/isolated'
import { formatSize } from '#lib/documents/format-size'
import { findLogo } from '#lib/identity/account/logo'
import type { ReportDocument, ReportInput, ReportPerson } from '#lib/pdf/report'
import type { SignerRow } from '#lib/processes/present'
import { describeDelegations, reportEvent, toFacts } from '#lib/processes/trail/trail-report'
import { findTenantName } from '../load.ts'
import { needsCode } from '../rules.ts'
import { loadAppearances } from './appearances.ts'
import type { Revision, StepContext } from './context.ts'

/**
 * The stored facts beside the process: its events, the tenant, the uploaded files and when certificates were issued.
 */
interface Facts {
  events: RecordedEvent[]
  tenant: { name: string; logo: Uint8Array | null }
  uploads: { id: number; sha256: string; filename: string }[]
  issuedAt: Map<string, Date>
}

/**
 * The content of the certificate of completion and the trail: who, when, from where, how authenticated, which bytes.
 */
export async function loadEvidence(
  step: StepContext,
  revisions: Revision[],
  madeAt: Date,
): Promise<Omit<ReportInput, 'kind'>> {
  const facts = await read(step.ctx, (reader) => readFacts(reader, step))
  const { events, tenant } = facts
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
    documents: presentDocuments(facts, revisions),
    people: await Promise.all(signers.map((signer) => loadSigner(step, signer, facts))),
    events: events.map(reportEvent),
    chain: { head: head?.hash ?? '', length: events.length },
    language: 'en',
  }
}

async function readFacts(
  reader: Reader,
  { ctx, process, documents: revised, signers }: StepContext,
): Promise<Facts> {
  const { tenantId } = ctx
  const ids = revised.map((document) => document.documentId)
  const issued = await reader
    .select({ serial: signerCertificates.serial, createdAt: signerCertificates.createdAt })
    .from(signerCertificates)
    .where(
      and(
        eq(signerCertificates.tenantId, tenantId),
        inArray(
          signerCertificates.signerId,
          signers.map(({ id }) => id),
        ),
      ),
    )
  return {
    events: await findTrail(reader, ctx, { process: process.id }),
    tenant: { name: await findTenantName(reader, ctx), logo: await findLogo(reader, ctx) },
    uploads: await reader
      .select({ id: documents.id, sha256: documents.sha256, filename: documents.originalFilename })
      .from(documents)
      .where(and(eq(documents.tenantId, tenantId), inArray(documents.id, ids))),
    issuedAt: new Map(issued.map(({ serial, createdAt }) => [serial, createdAt])),
  }
}

function presentDocuments({ uploads }: Facts, revisions: Revision[]): ReportDocument[] {
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
  { events, issuedAt }: Facts,
): Promise<ReportPerson> {
  const hasSigned = signer.status === 'signed'
  const appearances = hasSigned && signer.signature ? await loadAppearances(ctx, signer) : null
  const serial = findCertificateSerial(signer, events)
  return {
    name: signer.name,
    detail: signer.role === 'signer' ? signer.email : `${signer.email} · ${signer.role}`,
    outcome: describeOutcome(signer),
    isPositive: signer.status !== 'refused' && signer.status !== 'expired',
    ...(signer.signedAt && { at: signer.signedAt }),
    ...(appearances && { appearance: appearances.signature }),
    facts: toFacts({
      'Handed over by': describeDelegations(listDelegations(signer, events)),
      Invited: signer.invitedAt,
      Opened: signer.viewedAt,
      'Signed from': signer.signedAddress,
      Browser: signer.signedUserAgent,
      'Confirmed by': hasSigned
        ? confirmedBy(needsCode({ process, signer }), process.options.enable_notifications)
        : null,
      ...sessionFacts(signer, events),
      Consent: consentLine(signer),
      'Certificate issued': serial ? issuedAt.get(serial) : null,
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

function listDelegations(signer: SignerRow, events: RecordedEvent[]) {
  return events
    .filter(({ type, data }) => type === 'signature.delegated' && data.signer_id === signer.id)
    .map(({ data, occurredAt: at }) => ({
      name: String(data.name),
      email: String(data.email),
      at,
      reason: String(data.reason),
    }))
}

function consentLine({ consentVersion, consentSha256 }: SignerRow): string | null {
  if (!consentVersion) return null
  return `Version ${consentVersion}, SHA-256 ${consentSha256}`
}

function findCertificateSerial(signer: SignerRow, events: RecordedEvent[]): string | null {
  const sealed = events.find(({ type, data }) => type === 'signature.sealed' && data.signer_id === signer.id)
  return typeof sealed?.data.certificate_serial === 'string' ? sealed.data.certificate_serial : null
}
