import type { Readable } from 'node:stream'
import { and, eq } from 'drizzle-orm'
import { processes } from '#db/schema/processes'
import { read } from '#db/tenant'
import { recordRead } from '#lib/audit/reads'
import type { Ctx } from '#lib/core/ctx'
import { sha256Hex } from '#lib/core/ids'
import { safePathPart, signedName } from '#lib/documents/names'
import { authorize } from '#lib/policy'
import { getStream } from '#lib/storage/files'
import { findVaultDocument } from './find.ts'
import type { VaultRow } from './present.ts'
import { zipOf } from './zip.ts'
import { zipEntriesOf } from './zip-entries.ts'

/** Downloads the signed PDF; the download is recorded. */
export function downloadVaultDocument(ctx: Ctx, id: number) {
  authorize(ctx, 'vault.read')
  return read(ctx, async (reader) => {
    const row = await findVaultDocument(reader, ctx, id)
    return recordingDownload(ctx, row, 'document', signedFile(ctx, row))
  })
}

/** Downloads the ZIP of the signed PDF and its evidence; the download is recorded. */
export function downloadVaultPackage(ctx: Ctx, id: number) {
  authorize(ctx, 'vault.read')
  return read(ctx, async (reader) => {
    const row = await findVaultDocument(reader, ctx, id)
    const [process] = await reader
      .select({ id: processes.id, name: processes.name })
      .from(processes)
      .where(and(eq(processes.tenantId, ctx.tenantId), eq(processes.id, row.processId)))
    const parts = await zipEntriesOf(reader, ctx, process!, [row])
    return recordingDownload(ctx, row, 'package', zipFile(parts, row.name, row.signedAt))
  })
}

/** A stored PDF as a response. */
export function signedFile(ctx: Ctx, row: VaultRow) {
  return {
    body: (range?: { start: number; end: number }) => getStream(ctx.tenantId, row.sha256, range),
    contentType: 'application/pdf',
    filename: signedName(row.name),
    size: row.size,
    etag: row.sha256,
  }
}

/** A ZIP response, made while it is sent. */
export function zipFile(parts: Parameters<typeof zipOf>[0], name: string, at: Date) {
  const cacheKeyParts = [at, ...parts.map(({ path, sha256 }) => [path, sha256])]
  return {
    body: () => zipOf(parts, at),
    contentType: 'application/zip',
    filename: `${safePathPart(name)}.zip`,
    etag: sha256Hex(JSON.stringify(cacheKeyParts)),
  }
}

/** The same response; the download is recorded when its bytes are requested. */
function recordingDownload<T extends { body: (range?: { start: number; end: number }) => Readable }>(
  ctx: Ctx,
  row: VaultRow,
  part: 'document' | 'package',
  file: T,
): T {
  const data = { vault_document_id: row.id, name: row.name, process_id: row.processId, part }
  return {
    ...file,
    body: (range) => {
      recordRead(ctx, { type: 'vault.downloaded', subject: { vaultDocument: row.id }, data })
      return file.body(range)
    },
  }
}
