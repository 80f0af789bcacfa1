import { eq } from 'drizzle-orm'
import { attachments } from '#db/schema/processes-links'
import type { Reader } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { documentName, safePathPart, signedName } from '#lib/documents/upload/names'
import { findConsent } from '#lib/identity/consent/list-consents'
import type { AuditTrail } from '#lib/processes/schema'
import { findAttachments } from '#lib/processes/signers/attachments'
import { loadAuditTrail } from '#lib/processes/trail/trail'
import { getStream } from '#lib/storage/files'
import type { VaultRow } from '../present.ts'
import { makeManifest, textEntry, type ZipEntry } from './zip.ts'

/**
 * The entries of a package: per document the signed PDF, the certificate of completion and the audit trail as JSON and
 * PDF; then the attachments and the consent texts that signers agreed to, and last the manifest. Several documents get a numbered folder
 * each, as names may be equal.
 */
export async function loadZipEntries(
  reader: Reader,
  ctx: Ctx,
  process: { id: number; name: string },
  rows: VaultRow[],
): Promise<ZipEntry[]> {
  const trail = await loadAuditTrail(reader, ctx, process.id)
  const json = `${JSON.stringify(trail, null, 2)}\n`
  const entries: ZipEntry[] = []
  for (const [index, row] of rows.entries()) {
    const folder =
      rows.length === 1 ? '' : `${numbered(index, rows.length)}-${safePathPart(documentName(row.name))}/`
    entries.push(
      storedEntry(ctx, `${folder}${signedName(row.name)}`, row.sha256),
      storedEntry(ctx, `${folder}certificate.pdf`, row.certificateSha256),
      textEntry(`${folder}audit-trail.json`, json),
      storedEntry(ctx, `${folder}audit-trail.pdf`, row.trailSha256),
    )
  }
  const added = await findAttachments(reader, ctx, eq(attachments.processId, process.id))
  for (const [index, { name, sha256 }] of added.entries())
    entries.push(
      storedEntry(ctx, `attachments/${numbered(index, added.length)}-${safePathPart(name)}`, sha256),
    )
  entries.push(...(await consentEntries(reader, ctx, trail)))
  const signedAt = rows[0]?.signedAt.toISOString() ?? ''
  const head = { format: 1, process_id: process.id, process: process.name, signed_at: signedAt }
  return [...entries, makeManifest(head, entries)]
}

/** The number of a folder, from 01, with equal digits for all `count` folders. */
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
