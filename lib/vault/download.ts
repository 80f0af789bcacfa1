import { and, eq } from 'drizzle-orm'
import { processes } from '#db/schema/processes'
import { write } from '#db/tenant'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { safePart } from '#lib/documents/names'
import { authorize } from '#lib/policy'
import { getStream } from '#lib/storage/files'
import { findKept } from './find.ts'
import { partsOf } from './parts.ts'
import type { VaultRow } from './present.ts'
import { zipOf } from './zip.ts'

/** The signed PDF; who took it is on record. */
export function downloadVaultDocument(ctx: Ctx, id: number) {
  authorize(ctx, 'vault.read')
  return write(ctx, async (tx) => {
    const row = await findKept(tx, ctx, id)
    await record(tx, ctx, taken(row, 'document'))
    return signedFile(ctx, row)
  })
}

/** The ZIP of the signed PDF and its evidence; who took it is on record. */
export function downloadVaultPackage(ctx: Ctx, id: number) {
  authorize(ctx, 'vault.read')
  return write(ctx, async (tx) => {
    const row = await findKept(tx, ctx, id)
    const [process] = await tx
      .select({ id: processes.id, name: processes.name })
      .from(processes)
      .where(and(eq(processes.tenantId, ctx.tenantId), eq(processes.id, row.processId)))
    const parts = await partsOf(tx, ctx, process!, [row])
    await record(tx, ctx, taken(row, 'package'))
    return zipFile(parts, row.name, row.signedAt)
  })
}

/** A kept PDF as an answer. */
export function signedFile(ctx: Ctx, row: VaultRow) {
  return {
    body: (range?: { start: number; end: number }) => getStream(ctx.tenantId, row.sha256, range),
    contentType: 'application/pdf',
    filename: `${safePart(row.name)}-signed.pdf`,
    size: row.size,
    etag: row.sha256,
  }
}

/** Parts as an answer, zipped while they are sent. */
export function zipFile(parts: Parameters<typeof zipOf>[0], name: string, at: Date) {
  return { body: () => zipOf(parts, at), contentType: 'application/zip', filename: `${safePart(name)}.zip` }
}

function taken(row: VaultRow, part: 'document' | 'package') {
  return {
    type: 'vault.downloaded' as const,
    subject: { vaultDocument: row.id },
    data: { vault_document_id: row.id, name: row.name, process_id: row.processId, part },
  }
}
