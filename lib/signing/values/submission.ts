import { and, eq, sql } from 'drizzle-orm'
import { fields } from '#db/schema/processes'
import { type AttachmentRow, attachments } from '#db/schema/processes-links'
import type { Tx } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { type FieldErrors, validationError } from '#lib/core/errors'
import {
  getShownConsent,
  type HashedConsent,
  selectLatestConsents,
} from '#lib/identity/consent/current-consent'
import { type ErrorText, errorText } from '#lib/messages/errors'
import { type CurrentRevision, selectRevisions } from '#lib/processes/documents/revisions'
import type { PatternMatches } from '#lib/processes/fields/patterns'
import type { TextFits } from '#lib/processes/fields/text-fits'
import type { FieldRow, ProcessRow, SignerRow } from '#lib/processes/present'
import { isSigning } from '#lib/processes/rules'
import { selectAttachments } from '#lib/processes/signers/attachments'
import {
  getActingSigner,
  isSignerOfLink,
  lockSigningSessionWith,
  type SigningSession,
  selectSignerFields,
} from '../load.ts'
import type { SignInput } from '../schema.ts'
import { type CheckedAppearance, checkAppearance, hashImage, storeAppearance } from './appearances.ts'
import { type FilledValues, fillFields, findFileErrors, toSignerData } from './values.ts'

/** The part of a submission that is checked before anything is locked; its errors are reported with all others. */
export interface PreparedSubmission {
  signature: CheckedAppearance | null
  initials: CheckedAppearance | null
  errors: FieldErrors
}

/** A valid submission. */
export interface ValidatedSubmission {
  values: FilledValues
  signature: CheckedAppearance | null
  initials: CheckedAppearance | null
  consent: HashedConsent
  /** The language that the signer read it in. */
  consentLocale: string
  /** What is signed. */
  revisions: CurrentRevision[]
  /** What the signers of the link have added. */
  added: AttachmentRow[]
  /** Whether one of the signers of the link gives the signature; an approver beside a signer only approves. */
  signs(sharer: Pick<SignerRow, 'id' | 'role'>): boolean
}

/** Decodes the images of a submission. */
export async function prepareSubmission({ signature, initials }: SignInput): Promise<PreparedSubmission> {
  const errors: FieldErrors = {}
  return {
    signature: signature ? await checkAppearance('signature', signature, errors) : null,
    initials: initials ? await checkAppearance('initials', initials, errors) : null,
    errors,
  }
}

/** The images of a submission by their hashes; `storeImages` stores them. */
export function listImages({ signature, initials }: PreparedSubmission): string[] {
  return [...new Set([hashImage(signature), hashImage(initials)])].filter((sha256) => sha256 !== null)
}

/** What the row of the signer says of the signature and initials. */
export type StoredImages = Pick<SignerRow, 'signature' | 'initials'>

/** Stores the images of a submission; not while the process is locked. */
export async function storeImages(
  { tenantId }: Pick<Ctx, 'tenantId'>,
  { signature, initials }: PreparedSubmission,
): Promise<StoredImages> {
  return {
    signature: signature && (await storeAppearance(tenantId, signature)),
    initials: initials && (await storeAppearance(tenantId, initials)),
  }
}

/** How values are checked: which match the patterns of their fields, and which texts fit. */
export interface ValueChecks {
  matches: PatternMatches
  fits: TextFits
}

/** There are values that have to be matched, or measured in a thread, first: not while the process is locked. */
export class UncheckedValues extends Error {}

/** A submission is valid, and its images have to be stored: not while the process is locked. */
export class ImagesNotStored extends Error {}

/** The signing session of the link with what its submission is validated with; the process is locked. */
export function lockForSubmission(tx: Tx, ctx: Ctx) {
  return lockSigningSessionWith(tx, ctx, {
    signerFields: selectSignerFields(ctx),
    consents: selectLatestConsents(ctx),
    revisions: selectRevisions(ctx, getActingSigner(ctx).processId),
    added: selectAttachments(ctx, isSignerOfLink(ctx, attachments.signerId)),
  })
}

/**
 * Validates a submission against the signer's fields.
 * @throws AppError `validation_error` with every error at once; UncheckedValues
 */
export function validateSubmission(
  act: Ctx,
  { session, found }: Awaited<ReturnType<typeof lockForSubmission>>,
  input: SignInput,
  prepared: PreparedSubmission,
  { matches, fits }: ValueChecks,
): ValidatedSubmission {
  const { process, signer, sharers } = session
  const { signerFields, consents, revisions, added } = found
  const { filled: values, errors } = fillFields(
    signerFields,
    input.values,
    toSignerData(session, input.time_zone, act.now),
    act.now,
    matches.find,
    (field, text) => fits.find(field, text, process.options.locale),
  )
  if (!matches.isComplete || !fits.isComplete) throw new UncheckedValues()
  const { consent, locale } = getShownConsent(consents, input.consent.version, signer.locale)
  const hasAgreed = input.consent.version === consent.version
  const fieldErrors = {
    ...errors,
    ...findFileErrors(signerFields, input.values, added),
    ...(!hasAgreed && { 'consent.version': [consentChanged(consent.version)] }),
    ...findSignatureErrors(signerFields, session, input, prepared),
    ...findKindErrors(process, input),
  }
  if (Object.keys(fieldErrors).length > 0)
    throw validationError(fieldErrors, hasAgreed ? {} : { reason: 'consent_changed' })
  const { signature, initials } = prepared
  const isAlone = sharers.filter(isSigning).length === 1
  const signs = ({ id, role }: Pick<SignerRow, 'id' | 'role'>) =>
    isAlone ||
    role === 'signer' ||
    signerFields.some((field) => field.signerId === id && field.type === 'signature')
  return { values, signature, initials, consent, consentLocale: locale, revisions, added, signs }
}

function consentChanged(version: string): ErrorText {
  return errorText('api.consentTextChanged', { version, token: '{token}' })
}

function findSignatureErrors(
  signerFields: FieldRow[],
  { sharers }: SigningSession,
  { signature, initials }: SignInput,
  { errors }: PreparedSubmission,
): FieldErrors {
  const fieldErrors = { ...errors }
  const mustSign =
    sharers.some(({ role }) => role === 'signer') ||
    signerFields.some((field) => field.type === 'signature' && field.required)
  if (mustSign && !signature) fieldErrors.signature = [errorText('signing.signatureRequired')]
  const mustInitial = signerFields.some((field) => field.type === 'initials' && field.required)
  if (mustInitial && !initials) fieldErrors.initials = [errorText('signing.initialsRequired')]
  return fieldErrors
}

/** The errors of a signature or initials of a kind that the sender does not allow. */
function findKindErrors({ options }: ProcessRow, { signature, initials }: SignInput): FieldErrors {
  const allowed = options.signature_kinds
  const errors: FieldErrors = {}
  for (const [name, appearance] of Object.entries({ signature, initials })) {
    if (!appearance || allowed.includes(appearance.method)) continue
    const { method } = appearance
    errors[`${name}.method`] = [
      errorText('api.signatureKindNotAllowed', { method, allowed: allowed.join(', ') }),
    ]
  }
  return errors
}

/**
 * Writes the values of the fields.
 * @returns the columns of the signer's row
 */
export async function storeSubmission(
  tx: Tx,
  act: Ctx,
  { values, consent }: ValidatedSubmission,
  images: StoredImages,
) {
  if (values.size > 0) {
    const rows = JSON.stringify([...values].map(([id, value]) => ({ id, value })))
    await tx
      .update(fields)
      .set({ value: sql`nullif(given.value, '')` })
      .from(sql`jsonb_to_recordset(${rows}::jsonb) as given (id bigint, value text)`)
      .where(and(eq(fields.tenantId, act.tenantId), eq(fields.id, sql`given.id`)))
  }
  return {
    ...images,
    consentVersion: consent.version,
    consentSha256: consent.sha256,
    signedAddress: act.address,
    signedUserAgent: act.userAgent,
  }
}
