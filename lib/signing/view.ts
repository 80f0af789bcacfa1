import { read } from '#db/tenant'
import type { Ctx } from '#lib/core/ctx'
import { currentConsent } from '#lib/identity/consent/current-consent'
import { currentRevisions } from '#lib/processes/documents/revisions'
import { brandingOf, fieldsOf, loadCeremony, senderEmailOf } from './load.ts'
import { presentSigning } from './present.ts'
import type { SigningRecord } from './schema.ts'

/** The data of the signing page. It only reads, because mail scanners open links. */
export function viewSigning(ctx: Ctx): Promise<SigningRecord> {
  return read(ctx, async (reader) => {
    const ceremony = await loadCeremony(reader, ctx)
    return presentSigning(ctx, ceremony, {
      documents: await currentRevisions(reader, ctx, ceremony.process.id),
      fields: await fieldsOf(reader, ctx, ceremony.signer.id),
      tenant: await brandingOf(reader, ctx),
      consent: await currentConsent(reader, ctx, ceremony.signer.locale),
      senderEmail: await senderEmailOf(reader, ceremony.process),
    })
  })
}
