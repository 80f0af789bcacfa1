import { type Reader, read } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { currentConsent } from '#lib/identity/consent/current-consent'
import type { Consent } from '#lib/identity/consent/default-consents'
import { findConsent } from '#lib/identity/consent/list-consents'
import { currentRevisions } from '#lib/processes/documents/revisions'
import type { SignerRow } from '#lib/processes/present'
import { brandingOf, fieldsOf, loadSigningSession, senderEmailOf } from './load.ts'
import { presentSigning } from './present.ts'
import type { SigningRecord } from './schema.ts'

/** The data of the signing page. It only reads, because mail scanners open links. */
export function viewSigning(ctx: Ctx): Promise<SigningRecord> {
  return read(ctx, async (reader) => {
    const session = await loadSigningSession(reader, ctx)
    return presentSigning(ctx, session, {
      documents: await currentRevisions(reader, ctx, session.process.id),
      fields: await fieldsOf(reader, ctx, session.signer.id),
      tenant: await brandingOf(reader, ctx),
      consent: await consentOf(reader, ctx, session.signer),
      senderEmail: await senderEmailOf(reader, session.process),
    })
  })
}

/** The consent text that the signer agreed to, or the current one before they sign. */
async function consentOf(reader: Reader, ctx: Ctx, { consentVersion, locale }: SignerRow): Promise<Consent> {
  const agreed = consentVersion ? await findConsent(reader, ctx, consentVersion) : null
  return agreed?.text ? { version: agreed.version, text: agreed.text } : currentConsent(reader, ctx, locale)
}
