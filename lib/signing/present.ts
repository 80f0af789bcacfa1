import type { AttachmentRow } from '#db/schema/processes-links'
import type { Ctx } from '#lib/core/ctx'
import { maskPhoneNumber } from '#lib/core/phone-number'
import type { CurrentRevision } from '#lib/processes/documents/revisions'
import {
  type FieldRow,
  getSender,
  type ProcessRow,
  presentField,
  type SignerRow,
} from '#lib/processes/present'
import { awaitsProvider } from '#lib/processes/rules'
import { joinMessages } from '#lib/processes/signers/shared-links'
import type { SigningSession } from './load.ts'
import { codeLimits, isCodeValid } from './one-time-code/one-time-code.ts'
import { effectiveStatus, otpState } from './rules.ts'
import type { SigningRecord, SigningState } from './schema.ts'

/** The data of the signing page besides process and signer. */
interface SigningPageData {
  documents: CurrentRevision[]
  fields: FieldRow[]
  /** The files that the signers of the link have added. */
  attachments: AttachmentRow[]
  confirmation: SigningRecord['confirmation']
  draft: SigningRecord['draft']
  mayDelegate: boolean
  tenant: SigningRecord['tenant']
  consent: SigningRecord['consent']
  senderEmail: string
  nextCodeSeconds: number
}

/** The data of the signing page. Values are hidden until the code is confirmed; an ended process has no documents. */
export function presentSigning(
  ctx: Ctx,
  session: SigningSession,
  signerData: SigningPageData,
): SigningRecord {
  const { process, signer, sharers, allSigned } = session
  const status = effectiveStatus(session, ctx.now)
  const otp = presentCode(ctx, session, signerData.nextCodeSeconds)
  const endedUnsigned = status === 'refused' || status === 'cancelled' || status === 'expired'
  const valuesHidden = otp.required && !otp.verified
  return {
    process: {
      id: process.id,
      name: process.name,
      message: joinMessages(sharers, process.options.message),
      status,
      sealing: allSigned && !process.sealBlocked,
      seal_blocked: process.sealBlocked,
      preparation: process.preparation,
      sender: { name: getSender(process).name, email: signerData.senderEmail },
      expires_at: process.expiresAt?.toISOString() ?? null,
      redirect_url: process.options.redirect_url,
      locale: process.options.locale,
      signature_kinds: process.options.signature_kinds,
      test_mode: process.testMode,
      allow_delegation: signerData.mayDelegate,
      allow_download_first: process.options.allow_download_first,
      enable_notifications: process.options.enable_notifications,
    },
    signer: { ...presentSigner(signer, status), email: signer.email, locale: signer.locale },
    signers: sharers.map((sharer) => presentSigner(sharer, status)),
    documents: endedUnsigned ? [] : signerData.documents.map(presentDocument),
    fields: endedUnsigned
      ? []
      : signerData.fields.map((field) => {
          const attachment = presentFile(signerData.attachments.find(({ fieldId }) => fieldId === field.id))
          return {
            ...presentField(field),
            attachment,
            ...(valuesHidden && { value: null, attachment: null }),
          }
        }),
    consent: { version: signerData.consent.version, text: signerData.consent.text },
    confirmation: signerData.confirmation,
    draft: signerData.draft,
    otp,
    tenant: signerData.tenant,
    server_time: ctx.now.toISOString(),
  }
}

function presentSigner({ id, name, role, status }: SignerRow, processStatus: ProcessRow['status']) {
  const isExpired = processStatus === 'expired' && status !== 'signed'
  return { id, name, role, status: isExpired ? ('expired' as const) : status }
}

/** What the page for the code needs to know, also after it was loaded again. */
function presentCode(ctx: Ctx, session: SigningSession, nextCodeSeconds: number): SigningRecord['otp'] {
  const { email, phone, otpExpiresAt, otpTries } = session.signer
  const state = otpState(session)
  const { method } = state
  const isCodeSent = method !== 'access_code' && isCodeValid(otpExpiresAt, ctx.now)
  const attemptsLeft = Math.max(0, codeLimits.tries - otpTries)
  return {
    ...state,
    destination: method === 'email' ? email : method === 'sms' ? maskPhoneNumber(phone ?? '') : null,
    code_sent: isCodeSent,
    attempts_left: isCodeSent || method === 'access_code' ? attemptsLeft : null,
    next_code_seconds: nextCodeSeconds,
    locked: method === 'access_code' && attemptsLeft === 0,
  }
}

/** The state after `open`, `sign` or `refuse`. */
export function presentState({
  process,
  signer,
  sharers,
}: Pick<SigningSession, 'process' | 'signer' | 'sharers'>): SigningState {
  return {
    process: { id: process.id, status: process.status },
    signer: {
      id: signer.id,
      status: signer.status,
      viewed_at: signer.viewedAt?.toISOString() ?? null,
      signed_at: signer.signedAt?.toISOString() ?? null,
      refused_at: signer.refusedAt?.toISOString() ?? null,
      awaits_provider: sharers.some((sharer) => awaitsProvider(process, sharer)),
    },
  }
}

function presentFile(row: AttachmentRow | undefined): SigningRecord['fields'][number]['attachment'] {
  if (!row) return null
  const { id, name, mimeType, size, sha256 } = row
  return { id, name, mime_type: mimeType, size, sha256 }
}

function presentDocument(revision: CurrentRevision): SigningRecord['documents'][number] {
  return {
    id: revision.documentId,
    name: revision.name,
    page_count: revision.pageCount,
    pages: [...revision.pages, ...revision.addedPages].map(({ number, width, height, rotation }) => ({
      number,
      width,
      height,
      rotation,
    })),
    deleted_at: revision.fileDeletedAt?.toISOString() ?? null,
  }
}
