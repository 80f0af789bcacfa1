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
    const [found] = await findVaultDocuments(reader, ctx, [id])
    const { row, process } = found!
    const entries = await zipEntriesOf(reader, ctx, process, [row])
    return recordingDownload(ctx, row, 'package', zipFile(entries, row.name, row.signedAt))
  })
}

/** Downloads several documents with their evidence as one ZIP; each download is recorded. */
export function downloadVaultPackages(ctx: Ctx, ids: number[]) {
  authorize(ctx, 'vault.read')
  return read(ctx, async (reader) => {
    const found = await findVaultDocuments(reader, ctx, ids)
    const entries: ZipEntry[] = []
    for (const [index, { row, process }] of found.entries()) {
      const folder = `${numbered(index, found.length)}-${safePathPart(documentName(row.name))}/`
      const documentEntries = await zipEntriesOf(reader, ctx, process, [row])
      entries.push(...documentEntries.map((entry) => ({ ...entry, path: folder + entry.path })))
    }
    const latest = new Date(Math.max(...found.map(({ row }) => row.signedAt.getTime())))
    const file = zipFile(entries, 'vault', latest)
    return found.reduce((recorded, { row }) => recordingDownload(ctx, row, 'package', recorded), file)
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
