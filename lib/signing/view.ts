import { attachments } from '#db/schema/processes-links'
import { type Reader, read } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { getCurrentConsent, selectLatestConsents } from '#lib/identity/consent/current-consent'
import type { Consent } from '#lib/identity/consent/default-consents'
import { findConsent } from '#lib/identity/consent/list-consents'
import { selectRevisions } from '#lib/processes/documents/revisions'
import type { SignerRow } from '#lib/processes/present'
import { selectAttachments } from '#lib/processes/signers/attachments'
import { isNameSigned } from '#lib/processes/signers/name-in-file'
import { selectDraft } from '#lib/processes/signers/signing-drafts'
import { findConfirmation } from './confirmation/present.ts'
import { presentDraft } from './draft/draft.ts'
import {
  getActingSigner,
  isSignerOfLink,
  loadSigningSessionWith,
  selectSenderOfLink,
  selectSignerFields,
} from './load.ts'
import { findNextCodeSeconds } from './one-time-code/next-code.ts'
import { presentSigning } from './present.ts'
import { maySeeDraft } from './rules.ts'
import type { SigningQuery, SigningRecord } from './schema.ts'

/** The data of the signing page. It only reads, because mail scanners open links. */
export function viewSigning(ctx: Ctx, { locale }: SigningQuery = {}): Promise<SigningRecord> {
  return read(ctx, async (reader) => {
    const { processId, tokenHash } = getActingSigner(ctx)
    const { session, found } = await loadSigningSessionWith(reader, ctx, {
      fields: selectSignerFields(ctx),
      attachments: selectAttachments(ctx, isSignerOfLink(ctx, attachments.signerId)),
      documents: selectRevisions(ctx, processId),
      drafts: selectDraft(ctx, tokenHash),
      senders: selectSenderOfLink(ctx),
      consents: selectLatestConsents(ctx, locale),
    })
    const { process, signer, sharers } = session
    const { fields, documents, drafts, consents } = found
    const ids = sharers.map(({ id }) => id)
    const sender = found.senders[0]!
    return presentSigning(ctx, session, {
      documents,
      confirmation: await findConfirmation(reader, ctx, session, documents),
      fields,
      attachments: found.attachments,
      draft: maySeeDraft(session, ctx.now) ? presentDraft(drafts[0], fields) : null,
      mayDelegate: process.options.allow_delegation && !(await isNameSigned(reader, ctx, process, ids)),
      tenant: sender.tenant,
      consent:
        (await findAgreedConsent(reader, ctx, signer)) ??
        getCurrentConsent(consents, locale ?? signer.locale),
      senderEmail: sender.email,
      nextCodeSeconds: await findNextCodeSeconds(reader, ctx, session),
    })
  })
}

/** The consent text that the signer agreed to; null before they sign. */
async function findAgreedConsent(
  reader: Reader,
  ctx: Ctx,
  { consentVersion }: SignerRow,
): Promise<Consent | null> {
  const agreed = consentVersion ? await findConsent(reader, ctx, consentVersion) : null
  return agreed?.text ? { version: agreed.version, text: agreed.text } : null
}
