import { eq } from 'drizzle-orm'
import { readTogether } from '#db/lists/rows'
import { attachments } from '#db/schema/processes-links'
import { type Reader, read } from '#db/tenancy/tenant'
import { findProof } from '#lib/audit/log/proof'
import { findTrail, type RecordedEvent } from '#lib/audit/trail'
import type { Ctx } from '#lib/core/ctx'
import { sha256Hex } from '#lib/core/ids'
import type { Json } from '#lib/core/json'
import { documentName, safeFilename, safePathPart, signedName } from '#lib/documents/upload/names'
import { findConsent } from '#lib/identity/consent/list-consents'
import { findProcess } from '#lib/processes/load'
import type { ProcessRow } from '#lib/processes/present'
import type { AuditTrail } from '#lib/processes/schema'
import { selectAttachments } from '#lib/processes/signers/attachments'
import { loadTrailReport, presentTrail } from '#lib/processes/trail/trail'
import { getStream } from '#lib/storage/files'
import { inThread } from '#lib/workers/pdf-pool'
import type { VaultRow } from '../present.ts'
import { entryRecipe, hashRecipe, instructions, LATER_TRAIL, LOG_PROOF } from './recipe.ts'
import { makeManifest, textEntry, type ZipEntry } from './zip.ts'

const CERTIFICATE = 'certificate.pdf'

/** The process of documents in a package. */
export type PackagedProcess = Pick<ProcessRow, 'id' | 'name' | 'options'>

/** What the packages of all documents of a process have in common: made once, as the trail alone may have megabytes. */
export interface ProcessEvidence {
  trail: ZipEntry
  /** The printed trail of a process that was declared void, which the sealed one does not say; null of others. */
  laterTrail: ZipEntry | null
  chain: { name: string; length: number; head: string | null }
  attachments: ZipEntry[]
  consents: ZipEntry[]
  proof: Awaited<ReturnType<typeof findProof>>
}

/** The audit trail of a process, its attachments and the consent texts that its signers agreed to. */
export async function loadEvidence(ctx: Ctx, processId: number): Promise<ProcessEvidence> {
  const { report, ...evidence } = await read(ctx, (reader) => readEvidence(reader, ctx, processId))
  if (!report) return { ...evidence, laterTrail: null }
  const content = Buffer.from(await inThread.report(report, ctx))
  return { ...evidence, laterTrail: { path: LATER_TRAIL, sha256: sha256Hex(content), content } }
}

async function readEvidence(reader: Reader, ctx: Ctx, processId: number) {
  const events = await findTrail(reader, ctx, { process: processId })
  const trail = await presentTrail(reader, ctx, processId, events)
  const isVoid = events.some(({ type }) => type === 'process.voided')
  const { added } = await readTogether(reader, {
    added: selectAttachments(ctx, eq(attachments.processId, processId)),
  })
  return {
    report: isVoid ? await loadLaterReport(reader, ctx, processId, events) : null,
    trail: textEntry('audit-trail.json', `${JSON.stringify(trail, null, 2)}\n`),
    chain: { name: trail.chain, length: trail.events.length, head: trail.chain_head },
    attachments: added.map(({ name, sha256 }, index) =>
      storedEntry(ctx, `attachments/${numbered(index, added.length)}-${safeFilename(name)}`, sha256),
    ),
    consents: await consentEntries(reader, ctx, trail),
    proof: await findProof(reader, { process: processId }, trail.events.length),
  }
}

/** Has the time of the last event, as equal packages have equal bytes. */
async function loadLaterReport(reader: Reader, ctx: Ctx, processId: number, events: RecordedEvent[]) {
  const process = await findProcess(reader, ctx, processId)
  return loadTrailReport(reader, ctx, process, events, events.at(-1)!.occurredAt)
}

/**
 * The entries of a package: per document the signed PDF, the certificate of completion and the audit trail as JSON and
 * PDF, the latter also with all events if the process was declared void; then the attachments, the consent
 * texts that signers agreed to and how to verify all that, and last the manifest. Several documents get a numbered folder
 * each, as names may be equal; a certificate of completion that has all of them embedded is not repeated there.
 */
export function makeZipEntries(
  ctx: Ctx,
  process: PackagedProcess,
  rows: VaultRow[],
  { trail, laterTrail, chain, attachments, consents, proof }: ProcessEvidence,
): ZipEntry[] {
  const entries: ZipEntry[] = []
  const documents: Json[] = []
  const hasSharedCertificate = rows.length > 1 && process.options.embed_evidence
  if (hasSharedCertificate) entries.push(storedEntry(ctx, CERTIFICATE, rows[0]!.certificateSha256))
  for (const [index, row] of rows.entries()) {
    const folder = rows.length === 1 ? '' : numberedFolder(index, rows.length, documentName(row.name))
    const path = `${folder}${signedName(row.name)}`
    documents.push(describeFile(path, row))
    entries.push(
      storedEntry(ctx, path, row.sha256),
      ...(hasSharedCertificate ? [] : [storedEntry(ctx, folder + CERTIFICATE, row.certificateSha256)]),
      { ...trail, path: folder + trail.path },
      storedEntry(ctx, `${folder}audit-trail.pdf`, row.trailSha256),
      ...(laterTrail ? [{ ...laterTrail, path: folder + laterTrail.path }] : []),
    )
  }
  entries.push(...attachments, ...consents, textEntry('how-to-verify.txt', instructions))
  if (proof) entries.push(textEntry(LOG_PROOF, proof.proof))
  const head = {
    format: 2,
    process_id: process.id,
    process: process.name,
    signed_at: rows[0]?.signedAt.toISOString() ?? '',
    chain: { ...chain, hash_recipe: hashRecipe },
    log: proof && {
      origin: proof.origin,
      verifier_key: proof.verifierKey,
      entry: { ...proof.head },
      entry_recipe: entryRecipe,
      index: proof.index,
      size: proof.size,
    },
    documents,
  }
  return [...entries, makeManifest(head, entries)]
}

/** A signed file in the manifest, and the file that the certificate of completion names. */
function describeFile(path: string, row: VaultRow): Json {
  return {
    path,
    document_id: row.documentId,
    sha256: row.sha256,
    size: row.size,
    sealed_sha256: row.sealedSha256,
    sealed_size: row.sealedSize,
  }
}

/** A folder of a package, with `/` at the end: short, as a path on Windows has at most 260 characters with all folders. */
export function numberedFolder(index: number, count: number, name: string): string {
  return `${numbered(index, count)}-${safePathPart(name, 40)}/`
}

/** The number of a folder or file, from 01, with equal digits for all `count` of them. */
export function numbered(index: number, count: number): string {
  return String(index + 1).padStart(Math.max(2, String(count).length), '0')
}

/** The consent texts whose versions and hashes are in the trail. */
async function consentEntries(reader: Reader, ctx: Ctx, { events }: AuditTrail): Promise<ZipEntry[]> {
  const versions = events.flatMap(({ type, data }) =>
    type === 'signature.consented' ? [String(data.consent_version)] : [],
  )
  const entries: ZipEntry[] = []
  for (const version of [...new Set(versions)].sort()) {
    const consent = await findConsent(reader, ctx, version)
    if (consent?.text) entries.push(textEntry(`consent/${version}.txt`, consent.text))
  }
  return entries
}

function storedEntry(ctx: Ctx, path: string, sha256: string): ZipEntry {
  return { path, sha256, content: () => getStream(ctx.tenantId, sha256) }
}
