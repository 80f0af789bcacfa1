import { and, eq } from 'drizzle-orm'
import { signers } from '#db/schema/processes'
import { attachments } from '#db/schema/processes-links'
import { read } from '#db/tenancy/tenant'
import { recordRead } from '#lib/audit/reads'
import type { Ctx } from '#lib/core/ctx'
import { notFound } from '#lib/core/errors'
import { authorize } from '#lib/policy'
import { findProcess } from '#lib/processes/load'
import { attachmentData } from '#lib/processes/signers/attachments'
import { getStream } from '#lib/storage/files'
import { findVaultDocumentsOfProcess } from '../find.ts'

/**
 * The file that a signer has added and signed. The download is recorded, but not in the trail of the process, which is
 * evidence: in that of its first document in the vault, before and after that in the one of the tenant.
 */
export function downloadAttachment(ctx: Ctx, processId: number, id: number) {
  authorize(ctx, 'process.read')
  return read(ctx, async (reader) => {
    const process = await findProcess(reader, ctx, processId)
    const [row] = await reader
      .select({ attachment: attachments, signer: signers })
      .from(attachments)
      .innerJoin(signers, eq(signers.id, attachments.signerId))
      .where(
        and(
          eq(attachments.tenantId, ctx.tenantId),
          eq(attachments.processId, process.id),
          eq(attachments.id, id),
        ),
      )
    if (!row?.signer.signedAt) throw notFound()
    const { attachment, signer } = row
    const { name, mimeType, size, sha256 } = attachment
    const [vaultRow] = await findVaultDocumentsOfProcess(reader, ctx, process.id)
    return {
      body: (range?: { start: number; end: number }) => getStream(ctx.tenantId, sha256, range),
      onOpened: () =>
        recordRead(ctx, {
          type: 'signature.attachment_downloaded',
          subject: vaultRow ? { vaultDocument: vaultRow.id } : { tenant: ctx.tenantId },
          data: attachmentData(process, signer, attachment),
        }),
      contentType: mimeType,
      filename: name,
      size,
      etag: sha256,
    }
  })
}
