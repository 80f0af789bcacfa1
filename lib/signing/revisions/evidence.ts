import { and, eq, inArray } from 'drizzle-orm'
import { readTogether, rowsOf } from '#db/lists/rows'
import { documents } from '#db/schema/documents'
import { tenantLogos, tenants } from '#db/schema/identity'
import { signerCertificates } from '#db/schema/keys'
import { type Delegation, delegations } from '#db/schema/processes-links'
import { type Reader, read } from '#db/tenancy/tenant'
import { findProof, type HeadProof } from '#lib/audit/log/proof'
import { type RecordedEvent, selectTrail } from '#lib/audit/trail'
import { env } from '#lib/core/env'
import { formatTag, type SignerLocale } from '#lib/core/locales'
import { formatSizeIn } from '#lib/core/text/format-size'
import { isolated } from '#lib/core/text/isolated'
import { parseUserAgent } from '#lib/core/text/user-agent'
import { findConvertedUploads } from '#lib/documents/upload/conversions'
import type { CertificateTexts } from '#lib/messages/certificate'
import { fill } from '#lib/messages/fill'
import type { ReportDocument, ReportInput, ReportPerson } from '#lib/pdf/report/input'
import type { ProcessRow, SignerRow } from '#lib/processes/present'
import { selectDelegations } from '#lib/processes/signers/delegate'
import { listHandovers } from '#lib/processes/signers/handovers'
import {
  delegationFacts,
  describeRecipient,
  getSenderName,
  type LabelledValue,
  reportEvents,
  reportLanguage,
  toFacts,
} from '#lib/processes/trail/trail-report'
import { findCompletion, findWay, getConfirmation, type Way } from '../find-way.ts'
import { loadAppearances } from './appearances.ts'
import type { Revision, StepContext } from './context.ts'

/**
 * The stored facts beside the process: its events, the tenant, the uploaded files and when certificates were issued.
 */
interface Facts {
  events: RecordedEvent[]
  tenant: { name: string; logo: Uint8Array | null }
  delegations: Delegation[]
  uploads: { id: number; sha256: string; filename: string }[]
  /** What the PDFs were made of, by document, where that was no PDF. */
  converted: Awaited<ReturnType<typeof findConvertedUploads>>
  issuedAt: Map<string, Date>
  /** The proof that the head is in the transparency log. */
  logged: HeadProof | null
}

/**
 * The content of the certificate of completion and the trail: who, when, from where, how authenticated, which bytes.
 * @param proof that the head is in the transparency log, where it was appended just now
 */
export async function loadEvidence(
  step: StepContext,
  revisions: Revision[],
  madeAt: Date,
  proof: HeadProof | null,
): Promise<Omit<ReportInput, 'kind'>> {
  const facts = await read(step.ctx, (reader) => readFacts(reader, step, proof))
  const { events, tenant, logged } = facts
  const { process, signers } = step
  const head = step.head!
  const sender = getSenderName(process, events)
  const organisation = process.organisationName ?? tenant.name
  const { texts, ...language } = reportLanguage(process)
  return {
    title: process.name,
    subtitle: fill(texts.completedFor, {
      tenant: isolated(organisation),
      sender: isolated(sender),
    }),
    reference: fill(texts.process, { id: process.id }),
    issuer: organisation,
    ...(tenant.logo && { logo: tenant.logo }),
    test: process.testMode,
    madeAt,
    facts: toFacts([
      [texts.facts.sentBy, sender],
      [texts.facts.sent, process.sentAt],
      [texts.facts.completed, madeAt],
      [texts.facts.reference, process.externalId],
    ]),
    documents: presentDocuments(facts, revisions, texts, language.language),
    people: await Promise.all(signers.map((signer) => loadSigner(step, signer, facts, texts))),
    events: reportEvents(events, signers, texts),
    chain: { head: head.hash, length: head.seq },
    ...(logged && {
      log: { label: texts.facts.logEntry, value: `${logged.index} · ${logged.origin}`, proof: logged.proof },
    }),
    ...language,
  }
}

async function readFacts(
  reader: Reader,
  { ctx, process, documents: revised, signers, head }: StepContext,
  proof: HeadProof | null,
): Promise<Facts> {
  const { tenantId } = ctx
  const ids = revised.map((document) => document.documentId)
  const signerIds = signers.map(({ id }) => id)
  const { id, sha256, originalFilename: filename } = documents
  const { serial, createdAt, signerId } = signerCertificates
  const { issued, shown, events, ...found } = await readTogether(reader, {
    events: selectTrail(ctx, { process: process.id }),
    shown: rowsOf({ name: tenants.name, logo: tenantLogos.png }, (select) =>
      select
        .from(tenants)
        .leftJoin(tenantLogos, eq(tenantLogos.tenantId, tenants.id))
        .where(eq(tenants.id, tenantId)),
    ),
    issued: rowsOf({ serial, createdAt }, (select) =>
      select
        .from(signerCertificates)
        .where(and(eq(signerCertificates.tenantId, tenantId), inArray(signerId, signerIds))),
    ),
    delegations: selectDelegations(ctx, eq(delegations.processId, process.id)),
    uploads: rowsOf({ id, sha256, filename }, (select) =>
      select.from(documents).where(and(eq(documents.tenantId, tenantId), inArray(id, ids))),
    ),
  })
  return {
    ...found,
    // Others may have been recorded since the seals were made, which name this one.
    events: events.filter(({ seq }) => seq <= head!.seq),
    tenant: shown[0]!,
    converted: await findConvertedUploads(reader, ctx, ids),
    logged: proof ?? (await findProof(reader, { process: process.id }, head!.seq)),
    issuedAt: new Map(issued.map((row) => [row.serial, row.createdAt])),
  }
}

function presentDocuments(
  { uploads, converted }: Facts,
  revisions: Revision[],
  { facts }: CertificateTexts,
  language: SignerLocale,
): ReportDocument[] {
  return revisions.map(({ document: revised, sha256, size, signature }) => {
    const original = uploads.find((document) => document.id === revised.documentId)
    const source = converted.get(revised.documentId) ?? original
    return {
      name: revised.name,
      facts: toFacts([
        [facts.file, source?.filename],
        [facts.pages, String(revised.pageCount)],
        [facts.size, formatSizeIn(formatTag(language), size)],
        [facts.hashAsUploaded, source?.sha256],
        [facts.hashAsConverted, source === original ? null : original?.sha256],
        [facts.hashAsSigned, sha256],
        [facts.timeStamp, signature?.timestamps[0] && new Date(signature.timestamps[0].time)],
        [facts.verifyAt, `${env().appUrl}/verify`],
      ]),
      verifyUrl: `${env().appUrl}/verify?sha256=${sha256}`,
    }
  })
}

async function loadSigner(
  { ctx, process, signers }: StepContext,
  signer: SignerRow,
  { events, issuedAt, delegations: ofProcess }: Facts,
  texts: CertificateTexts,
): Promise<ReportPerson> {
  const { facts } = texts
  const handovers = listHandovers(
    ofProcess.filter(({ signerId }) => signerId === signer.id),
    signer.email,
  )
  const hasSigned = signer.status === 'signed'
  const appearances = hasSigned && signer.signature ? await loadAppearances(ctx, signer) : null
  const serial = findCertificateSerial(signer, events)
  const completed = findCompletion(signer, events)
  const way = findWay(signer, signers, events)
  return {
    name: signer.name,
    detail: describeRecipient(signer, texts),
    outcome: describeOutcome(signer, texts),
    isPositive: signer.status !== 'refused' && signer.status !== 'expired',
    ...(signer.signedAt && { at: signer.signedAt }),
    ...(appearances && { appearance: appearances.signature }),
    facts: toFacts([
      ...delegationFacts(handovers, texts),
      [facts.invited, signer.invitedAt],
      [facts.opened, signer.viewedAt],
      [facts.signedFrom, signer.signedAddress],
      [facts.browser, describeBrowser(signer.signedUserAgent)],
      [
        facts.confirmedBy,
        hasSigned ? describeConfirmation(completed, describeWay(way, process, texts), texts) : null,
      ],
      ...sessionFacts(signer, events, texts),
      ...attachmentFacts(completed, texts),
      [facts.consent, describeConsent(signer, texts), signer.consentSha256],
      [facts.certificateIssued, serial ? issuedAt.get(serial) : null],
      [facts.certificateSerial, serial],
    ]),
  }
}

function describeOutcome({ status, role }: SignerRow, { outcomes }: CertificateTexts): string {
  if (status === 'signed') return role === 'approver' ? outcomes.approved : outcomes.signed
  if (status === 'refused') return outcomes.refused
  return role === 'cc' ? outcomes.copy : status === 'viewed' ? outcomes.read : outcomes.invitedToRead
}

/** The files that were added with the signature. */
function attachmentFacts(completed: RecordedEvent | undefined, { facts }: CertificateTexts): LabelledValue[] {
  const added = (completed?.data.attachments ?? []) as { name: string; sha256: string }[]
  return added.map(({ name, sha256 }) => [facts.attachment, isolated(name), sha256])
}

function describeConfirmation(
  completed: RecordedEvent | undefined,
  link: string,
  texts: CertificateTexts,
): string {
  const method = getConfirmation(completed)
  if (method === 'access_code') return fill(texts.withAccessCode, { link })
  if (method === 'sms') return fill(texts.withSms, { link, phone: String(completed?.data.phone) })
  return method === 'email' ? fill(texts.withCode, { link }) : link
}

function describeWay(way: Way, { options }: ProcessRow, texts: CertificateTexts): string {
  if (way.by === 'in_person') return fill(texts.handedDevice, { host: isolated(way.host) })
  if (way.by === 'reusable_link') return texts.reusableLink
  if (way.by === 'frame' || !options.enable_notifications) return texts.handedLink
  return way.by === 'disclosed_link' ? texts.sharedLink : texts.emailedLink
}

/** The signing session that signed, and when it confirmed its code. */
function sessionFacts(
  signer: SignerRow,
  events: RecordedEvent[],
  { facts }: CertificateTexts,
): LabelledValue[] {
  const signerEvents = events.filter(
    ({ actor, data }) => actor.type === 'signer' && data.signer_id === signer.id,
  )
  const session = signerEvents.find(({ type }) => type === 'signature.completed')?.actor.session_id
  if (typeof session !== 'number') return []
  const confirmed = events.find(
    ({ type, actor }) => type === 'signature.otp_verified' && actor.session_id === session,
  )
  return [
    [facts.codeConfirmed, confirmed?.occurredAt],
    [facts.signingSession, String(session)],
  ]
}

function describeConsent({ consentVersion }: SignerRow, texts: CertificateTexts): string | null {
  return consentVersion && fill(texts.consentVersion, { version: consentVersion })
}

/** The browser and its system, as the whole user agent is in the audit trail; a user agent that is not known as it is. */
function describeBrowser(userAgent: string | null): string | null {
  const browser = parseUserAgent(userAgent)
  return browser ? [browser.name, browser.system].filter(Boolean).join(' · ') : userAgent
}

function findCertificateSerial(signer: SignerRow, events: RecordedEvent[]): string | null {
  const sealed = events.find(({ type, data }) => type === 'signature.sealed' && data.signer_id === signer.id)
  return typeof sealed?.data.certificate_serial === 'string' ? sealed.data.certificate_serial : null
}
