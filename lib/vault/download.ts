import type { Readable } from 'node:stream'
import { read } from '#db/tenant'
import { recordRead } from '#lib/audit/reads'
import type { Ctx } from '#lib/core/ctx'
import { sha256Hex } from '#lib/core/ids'
import { documentName, safePathPart, signedName } from '#lib/documents/names'
import { authorize } from '#lib/policy'
import { getStream } from '#lib/storage/files'
import { findVaultDocument, findVaultDocuments } from './find.ts'
import type { VaultRow } from './present.ts'
import { type ZipEntry, zipOf } from './zip.ts'
import { numbered, zipEntriesOf } from './zip-entries.ts'

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
    const [document] = await findVaultDocuments(reader, ctx, [id])
    const { row, process } = document!
    const entries = await zipEntriesOf(reader, ctx, process, [row])
    return recordingDownload(ctx, row, 'package', zipFile(entries, row.name, row.signedAt))
  })
}

/** Downloads several documents with their evidence as one ZIP; each download is recorded. */
export function downloadVaultPackages(ctx: Ctx, ids: number[]) {
  authorize(ctx, 'vault.read')
  return read(ctx, async (reader) => {
    const documents = await findVaultDocuments(reader, ctx, ids)
    const entries: ZipEntry[] = []
    for (const [index, { row, process }] of documents.entries()) {
      const folder = `${numbered(index, documents.length)}-${safePathPart(documentName(row.name))}/`
      const documentEntries = await zipEntriesOf(reader, ctx, process, [row])
      entries.push(...documentEntries.map((entry) => ({ ...entry, path: folder + entry.path })))
    }
    const lastSignedAt = new Date(Math.max(...documents.map(({ row }) => row.signedAt.getTime())))
    const file = zipFile(entries, 'vault', lastSignedAt)
    return documents.reduce((recorded, { row }) => recordingDownload(ctx, row, 'package', recorded), file)
  })
}

/** The response with the signed PDF. */
export function signedFile(ctx: Ctx, row: VaultRow) {
  return {
    body: (range?: { start: number; end: number }) => getStream(ctx.tenantId, row.sha256, range),
    contentType: 'application/pdf',
    filename: signedName(row.name),
    size: row.size,
    etag: row.sha256,
  }
}

/** The response with a ZIP that is created while it is sent. */
export function zipFile(entries: Parameters<typeof zipOf>[0], name: string, at: Date) {
  const cacheKeyParts = [at, ...entries.map(({ path, sha256 }) => [path, sha256])]
  return {
    body: () => zipOf(entries, at),
    contentType: 'application/zip',
    filename: `${safePathPart(name)}.zip`,
    etag: sha256Hex(JSON.stringify(cacheKeyParts)),
  }
}

/** Extends a response: the download is recorded when its bytes are requested. */
function recordingDownload<T extends { body: (range?: { start: number; end: number }) => Readable }>(
  ctx: Ctx,
  row: VaultRow,
  part: 'document' | 'package',
  response: T,
): T {
  const data = { vault_document_id: row.id, name: row.name, process_id: row.processId, part }
  return {
    ...response,
    body: (range) => {
      recordRead(ctx, { type: 'vault.downloaded', subject: { vaultDocument: row.id }, data })
      return response.body(range)
    },
  }
}
