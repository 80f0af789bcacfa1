import { eq } from 'drizzle-orm'
import { tenants } from '#db/schema/identity'
import { type Reader, read } from '#db/tenancy/tenant'
import { findLoggedHead } from '#lib/audit/log/proof'
import { recordRead } from '#lib/audit/reads'
import { findTrailHeads } from '#lib/audit/trail'
import type { Ctx } from '#lib/core/ctx'
import { sha256Hex } from '#lib/core/ids'
import { documentName, safePathPart, signedName } from '#lib/documents/upload/names'
import { authorize } from '#lib/policy'
import { getStream } from '#lib/storage/files'
import { findVaultDocument, findVaultDocuments } from '../find.ts'
import type { VaultRow } from '../present.ts'
import { entryRecipe, hashRecipe, instructions } from './recipe.ts'
import { findSignaturesEnd, signManifests } from './sign-manifest.ts'
import { lazyZip, streamZip, type ZipEntry } from './zip.ts'
import {
  loadEvidence,
  makeZipEntries,
  numberedFolder,
  type PackagedProcess,
  type ProcessEvidence,
} from './zip-entries.ts'

/** Downloads the signed PDF; the download is recorded. */
export function downloadVaultDocument(ctx: Ctx, id: number) {
  authorize(ctx, 'vault.read')
  return read(ctx, async (reader) => {
    const row = await findVaultDocument(reader, ctx, id)
    return recordingDownloads(ctx, [row], 'document', signedFile(ctx, row))
  })
}

/** Downloads the ZIP of the signed PDF and its evidence; the download is recorded. */
export function downloadVaultPackage(ctx: Ctx, id: number) {
  authorize(ctx, 'vault.read')
  return read(ctx, async (reader) => {
    const [document] = await findVaultDocuments(reader, ctx, [id])
    const { row, process } = document!
    const isNamedAlike = documentName(row.name) === process.name
    const name = isNamedAlike ? process.name : `${process.name} - ${documentName(row.name)}`
    const file = await packageFile(reader, ctx, [{ process, rows: [row] }], name, row.signedAt)
    return recordingDownloads(ctx, [row], 'package', file)
  })
}

/** Downloads several documents with their evidence as one ZIP; each download is recorded. */
export function downloadVaultPackages(ctx: Ctx, ids: number[]) {
  authorize(ctx, 'vault.read')
  return read(ctx, async (reader) => {
    const documents = await findVaultDocuments(reader, ctx, ids)
    const parts = toParts(documents)
    const lastSignedAt = new Date(Math.max(...documents.map(({ row }) => row.signedAt.getTime())))
    const file = await packageFile(reader, ctx, parts, 'vault', lastSignedAt)
    const rows = documents.map(({ row }) => row)
    return recordingDownloads(ctx, rows, 'package', file)
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
export function zipFile(entries: ZipEntry[], name: string, time: Date) {
  const cacheKeyParts = [time, ...entries.map(({ path, sha256 }) => [path, sha256])]
  return {
    body: () => streamZip(entries, time),
    contentType: 'application/zip',
    filename: `${safePathPart(name)}.zip`,
    etag: sha256Hex(JSON.stringify(cacheKeyParts)),
  }
}

/** Documents of one process in a ZIP. */
interface ZipPart {
  process: PackagedProcess
  rows: VaultRow[]
  /** The folder of their files, with `/` at the end. */
  folder?: string
}

/** A folder for each document; those whose certificate of completion has all of them embedded share one. */
function toParts(documents: { row: VaultRow; process: PackagedProcess }[]): ZipPart[] {
  const parts: ZipPart[] = []
  for (const { row, process } of documents) {
    const shared = process.options.embed_evidence && parts.find((part) => part.process.id === process.id)
    if (shared) shared.rows.push(row)
    else parts.push({ process, rows: [row] })
  }
  return parts.map(({ process, rows }, index) => {
    const name = rows.length > 1 ? process.name : documentName(rows[0]!.name)
    return { process, rows, folder: numberedFolder(index, parts.length, name) }
  })
}

/** The response with a ZIP of documents and their evidence: the audit trails are read only when it is sent. */
export async function packageFile(reader: Reader, ctx: Ctx, parts: ZipPart[], name: string, time: Date) {
  const processIds = parts.map(({ process }) => process.id)
  const subjects = processIds.map((id) => ({ process: id }))
  const heads = await findTrailHeads(reader, ctx, subjects)
  const logged = await Promise.all(subjects.map((subject) => findLoggedHead(reader, subject)))
  // A trail that is printed when the package is made names the tenant.
  const [tenant] = await reader
    .select({ name: tenants.name })
    .from(tenants)
    .where(eq(tenants.id, ctx.tenantId))
  const cacheKeyParts = parts.map(({ process, rows, folder }) => [
    process,
    folder,
    rows.map((row) => [row.name, row.sha256, row.certificateSha256, row.trailSha256]),
  ])
  const recipes = [instructions, hashRecipe, entryRecipe]
  const makeEtag = (signedUntil: Date | null) =>
    sha256Hex(JSON.stringify([time, heads, logged, recipes, tenant, cacheKeyParts, signedUntil]))
  let openedEtag: string | null = null
  return {
    body: () =>
      lazyZip(async () => {
        const { entries, isComplete } = await signManifests(ctx, await loadEntries(ctx, parts))
        if (isComplete) openedEtag = makeEtag(await read(ctx, (tx) => findSignaturesEnd(tx, ctx, processIds)))
        return entries
      }, time),
    openedEtag: () => openedEtag,
    /** Once it is sent: whether each manifest has a signature that has not ended. */
    isSigned: () => openedEtag !== null,
    contentType: 'application/zip',
    filename: `${safePathPart(name)}.zip`,
    etag: makeEtag(await findSignaturesEnd(reader, ctx, processIds)),
  }
}

async function loadEntries(ctx: Ctx, parts: ZipPart[]): Promise<ZipEntry[]> {
  const entries: ZipEntry[] = []
  const evidenceOf = new Map<number, ProcessEvidence>()
  for (const { process, rows, folder = '' } of parts) {
    const evidence = evidenceOf.get(process.id) ?? (await loadEvidence(ctx, process.id))
    evidenceOf.set(process.id, evidence)
    const partEntries = makeZipEntries(ctx, process, rows, evidence)
    entries.push(...partEntries.map((entry) => ({ ...entry, path: folder + entry.path })))
  }
  return entries
}

/** Extends a response: the download of each row is recorded once its first bytes are there. */
export function recordingDownloads<T extends object>(
  ctx: Ctx,
  rows: VaultRow[],
  part: 'document' | 'package' | 'certificate' | 'trail',
  response: T,
): T & { onOpened: () => void } {
  return {
    ...response,
    onOpened: () => {
      for (const { id, name, processId, testMode } of rows) {
        const data = { vault_document_id: id, name, process_id: processId, part, test_mode: testMode }
        recordRead(ctx, { type: 'vault.downloaded', subject: { vaultDocument: id }, data })
      }
    },
  }
}
