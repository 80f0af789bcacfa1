import { X509Certificate } from 'node:crypto'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { and, asc, eq, gt, inArray, isNull } from 'drizzle-orm'
import type { Sql, TransactionSql } from 'postgres'
import { documents } from '#db/schema/documents'
import { roots, tenantKeys, tenantSeals } from '#db/schema/keys'
import { processes } from '#db/schema/processes'
import { attachments } from '#db/schema/processes-links'
import { read } from '#db/tenancy/tenant'
import { readRowsAsJson } from '#db/tenancy/whole-tenant'
import { describeLog } from '#lib/audit/log/published'
import type { Ctx } from '#lib/core/ctx'
import { documentFilename, documentName, safeFilename, safePathPart } from '#lib/documents/upload/names'
import { findLogo } from '#lib/identity/account/logo'
import { loadRevocationList } from '#lib/keys/revocation-lists'
import { getStream } from '#lib/storage/files'
import { packageFile } from '#lib/vault/download/download'
import { MANIFEST } from '#lib/vault/download/zip'
import { findVaultDocumentsOfProcess } from '#lib/vault/find'
import { isFileFault } from '../verify/files.ts'
import { type ArchiveFile, type MissingFile, writeArchive } from './archive.ts'

const BATCH_SIZE = 100
const UNSIGNED_REASON =
  'There is no signature that is still valid, and the key of the seal cannot be used here.'

/** The tables whose rows are exported. */
export const exportedTables = [
  ...['tenants', 'users', 'folders', 'folder_users', 'documents', 'templates', 'template_versions'],
  ...['template_documents', 'template_links', 'processes', 'process_documents', 'signers', 'fields'],
  ...['attachments', 'delegations', 'signer_certificates', 'vault_documents', 'events', 'chain_heads'],
  ...[
    'consent_texts',
    'bulk_sends',
    'bulk_send_rows',
    'privacy_requests',
    'webhooks',
    'api_keys',
    'usage',
    'api_calls',
  ],
  ...[
    'tenant_keys',
    'tenant_seals',
    'sso_providers',
    'signing_services',
    'sender_domains',
    'archive_addresses',
  ],
]

/** Secrets and what they are found by, and what is made of other columns: no export has them. */
export const omittedColumns = [
  ...['access_code_hash', 'address_hash', 'address_nonce', 'client_secret', 'code_hash', 'invitation_hash'],
  ...['input', 'invitation_nonce', 'key_hash', 'logged_seq', 'mac', 'nonce', 'otp_hash', 'otp_session_id'],
  ...['password_hash', 'previous_secret', 'private_key', 'recovery_hash', 'recovery_nonce', 'searchable'],
  ...['secret', 'token', 'token_hash', 'token_nonce', 'wrapped_key'],
]

/**
 * Writes what an organisation has into a ZIP: a package of each completed process as its users download it, its
 * documents, the records of the database as lines of JSON, and the certificates that its files are verified with.
 * @param owner connected as the owner of the tables
 * @param options.signal interrupts it: nothing is left of it
 * @param options.withoutMissing leaves out stored files that are missing or damaged, and signatures of packages that cannot
 * be made, and lists them in the manifest; otherwise the first of them ends it
 * @returns how many files it has, and the paths of those that are missing
 * @throws UnsignedPackage
 */
export async function exportTenant(
  ctx: Ctx,
  owner: Sql,
  {
    path,
    signal,
    withoutMissing,
  }: { path: string; signal?: AbortSignal | undefined; withoutMissing: boolean },
): Promise<{ count: number; missing: string[] }> {
  const missing: MissingFile[] = []
  const stored = withoutMissing ? listReadable(listStored(ctx), missing) : listWhole(listStored(ctx))
  const head = { format: 1, tenant_id: ctx.tenantId, exported_at: ctx.now.toISOString(), missing }
  const files = listAll(listRecords(ctx, owner), stored)
  const count = await writeArchive(path, files, { head, time: ctx.now, signal })
  return { count, missing: missing.map((file) => file.path) }
}

/** The manifest of a package has no valid signature, and the key that would make one cannot be used. */
export class UnsignedPackage extends Error {}

/** The files; the first that lacks something ends the export. */
async function* listWhole(files: AsyncIterable<ArchiveFile>): AsyncGenerator<ArchiveFile> {
  for await (const file of files) {
    yield file
    const lack = file.findLack?.()
    if (lack) throw new UnsignedPackage(`${lack.path}: ${lack.reason}`)
  }
}

/** Those files that can be read to their end; the others are added to `missing`. */
async function* listReadable(
  files: AsyncIterable<ArchiveFile> | Iterable<ArchiveFile>,
  missing: MissingFile[],
): AsyncGenerator<ArchiveFile> {
  for await (const file of files) {
    const reason = await findReadFault(file)
    if (reason === null) {
      yield file
      const lack = file.findLack?.()
      if (lack) missing.push(lack)
    } else {
      missing.push({ path: file.path, reason })
      yield* listReadable(file.parts ?? [], missing)
    }
  }
}

async function findReadFault(file: ArchiveFile): Promise<string | null> {
  try {
    await finished(file.open().resume())
    return null
  } catch (error) {
    if (isFileFault(error)) return error.message
    throw error
  }
}

async function* listAll(...lists: AsyncIterable<ArchiveFile>[]): AsyncGenerator<ArchiveFile> {
  for (const list of lists) yield* list
}

async function* listRecords(ctx: Ctx, owner: Sql): AsyncGenerator<ArchiveFile> {
  yield* listCertificates(ctx)
  for (const table of exportedTables)
    yield {
      path: `records/${table}.jsonl`,
      open: () => Readable.from(readTable(owner, table, ctx.tenantId), { objectMode: false }),
    }
  const logo = await read(ctx, (reader) => findLogo(reader, ctx))
  if (logo) yield { path: 'logo.png', open: () => toStream(logo) }
}

/** What the storage has. */
async function* listStored(ctx: Ctx): AsyncGenerator<ArchiveFile> {
  yield* listDocuments(ctx)
  yield* listAttachments(ctx)
  yield* listPackages(ctx)
}

async function* readTable(
  owner: Sql | TransactionSql,
  table: string,
  tenantId: number,
): AsyncGenerator<Buffer> {
  // The members `hash` and `previous_hash` of events are no secrets.
  for await (const lines of readRowsAsJson(owner, table, tenantId, omittedColumns)) yield Buffer.from(lines)
}

function toStream(text: string | Uint8Array): Readable {
  return Readable.from([Buffer.from(text)], { objectMode: false })
}

async function* listCertificates(ctx: Ctx): AsyncGenerator<ArchiveFile> {
  const { tenantId } = ctx
  const { rootRows, keys, seals } = await read({ tenantId }, async (reader) => ({
    rootRows: await reader.select().from(roots),
    keys: await reader.select().from(tenantKeys).where(eq(tenantKeys.tenantId, tenantId)),
    seals: await reader.select().from(tenantSeals).where(eq(tenantSeals.tenantId, tenantId)),
  }))
  const textFile = (name: string, text: string | Uint8Array): ArchiveFile => ({
    path: `certificates/${name}`,
    open: () => toStream(text),
  })
  const toPem = (certificate: Uint8Array) => new X509Certificate(certificate).toString()
  for (const { testMode, certificate } of rootRows)
    yield textFile(`root${testMode ? '-of-test-mode' : ''}.pem`, toPem(certificate))
  for (const { purpose, keyId, certificate } of keys) {
    yield textFile(`${purpose}-${keyId}.pem`, toPem(certificate))
    const list = purpose === 'authority' && keyId ? await loadRevocationList(keyId, ctx.now) : null
    if (list) yield textFile(`${purpose}-${keyId}.crl`, list.list)
  }
  for (const { id, certificates } of seals) yield textFile(`own-seal-${id}.pem`, certificates)
  const { origin, key } = await describeLog()
  yield textFile('log.json', `${JSON.stringify({ origin, verifier_key: key }, null, 2)}\n`)
}

/** The documents as they were uploaded; of a DOCX with variables also the PDF that shows them. */
async function* listDocuments({ tenantId }: Ctx): AsyncGenerator<ArchiveFile> {
  const { id, originalFilename, sha256, sourceSha256 } = documents
  for (let last = 0; ; ) {
    const rows = await read({ tenantId }, (reader) =>
      reader
        .select({ id, originalFilename, sha256, sourceSha256 })
        .from(documents)
        .where(and(eq(documents.tenantId, tenantId), gt(id, last), isNull(documents.deletedAt)))
        .orderBy(asc(id))
        .limit(BATCH_SIZE),
    )
    if (rows.length === 0) return
    for (const { id, originalFilename, sha256, sourceSha256 } of rows) {
      const name = safePathPart(documentName(originalFilename))
      yield { path: `documents/${id}-${name}.pdf`, open: () => getStream(tenantId, sha256) }
      if (sourceSha256)
        yield { path: `documents/${id}-${name}.docx`, open: () => getStream(tenantId, sourceSha256) }
    }
    last = rows.at(-1)!.id
  }
}

/** The files that signers added, also of processes without a package. */
async function* listAttachments({ tenantId }: Ctx): AsyncGenerator<ArchiveFile> {
  const { id, name, sha256 } = attachments
  for (let last = 0; ; ) {
    const rows = await read({ tenantId }, (reader) =>
      reader
        .select({ id, name, sha256 })
        .from(attachments)
        .where(and(eq(attachments.tenantId, tenantId), gt(id, last)))
        .orderBy(asc(id))
        .limit(BATCH_SIZE),
    )
    if (rows.length === 0) return
    for (const row of rows)
      yield {
        path: `attachments/${row.id}-${safeFilename(row.name)}`,
        open: () => getStream(tenantId, row.sha256),
      }
    last = rows.at(-1)!.id
  }
}

/** The completed processes whose files were not deleted. */
async function* listPackages(ctx: Ctx): AsyncGenerator<ArchiveFile> {
  const { tenantId } = ctx
  const { id, name, options, testMode } = processes
  for (let last = 0; ; ) {
    const rows = await read({ tenantId }, (reader) =>
      reader
        .select({ id, name, options, testMode })
        .from(processes)
        .where(
          and(
            eq(processes.tenantId, tenantId),
            gt(id, last),
            inArray(processes.status, ['completed', 'voided']),
          ),
        )
        .orderBy(asc(id))
        .limit(BATCH_SIZE),
    )
    if (rows.length === 0) return
    for (const process of rows) {
      const ofMode = { ...ctx, testMode: process.testMode }
      const path = `packages/${process.id}-${safePathPart(process.name)}`
      const file = await read(ofMode, async (reader): Promise<ArchiveFile | null> => {
        const rows = await findVaultDocumentsOfProcess(reader, ofMode, process.id)
        if (rows.length === 0) return null
        const zipParts = [{ process, rows }]
        const zip = await packageFile(reader, ofMode, zipParts, process.name, rows[0]!.signedAt)
        // All documents of a process have one certificate and one trail.
        const { certificateSha256, trailSha256 } = rows[0]!
        const parts = [
          ...rows.map(({ id, name, sha256 }) => [`${id}-${documentFilename(name)}`, sha256]),
          ['certificate.pdf', certificateSha256],
          ['audit-trail.pdf', trailSha256],
        ].map(([name, sha256]) => ({ path: `${path}/${name}`, open: () => getStream(tenantId, sha256!) }))
        const signature = { path: `${path}.zip/${MANIFEST}.p7s`, reason: UNSIGNED_REASON }
        return {
          path: `${path}.zip`,
          open: () => zip.body(),
          parts,
          findLack: () => (zip.isSigned() ? null : signature),
        }
      })
      if (file) yield file
    }
    last = rows.at(-1)!.id
  }
}
