import { createHash } from 'node:crypto'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { manifestSignatures } from '#db/schema/vault'
import { type Reader, read, type Tx, write } from '#db/tenancy/tenant'
import { earliest } from '#lib/core/clock'
import type { Ctx } from '#lib/core/ctx'
import { sha256Hex } from '#lib/core/ids'
import { loadSeal } from '#lib/keys/identities'
import { signDigest } from '#lib/pades/cms/cms'
import { readCertificatesOnly } from '#lib/pades/cms/cms-read'
import { getSignatureAlgorithm } from '#lib/pades/cms/signature-algorithm'
import { PadesError } from '#lib/pades/error'
import { getPathEnd } from '#lib/pades/keys/certificate-path'
import { MANIFEST, textEntry, type ZipEntry } from './zip.ts'

/** Stands in a package instead of the signature while the key that seals is away. */
const UNSIGNED = 'manifest-not-signed.txt'
const unsignedNote = `The key that signs manifest.json could not be used when this package was made, so that manifest.json.p7s
is missing. The signatures in the PDF files are complete. Download the package again later.
`

/**
 * The entries of a package, each manifest followed by its detached CMS signature (`manifest.json.p7s`). Not complete while
 * the key is away and there is no signature, or one that has ended.
 */
export async function signManifests(
  ctx: Ctx,
  entries: ZipEntry[],
): Promise<{ entries: ZipEntry[]; isComplete: boolean }> {
  const signed: ZipEntry[] = []
  let isComplete = true
  for (const entry of entries) {
    signed.push(entry)
    const { path, content } = entry
    if ((path !== MANIFEST && !path.endsWith(`/${MANIFEST}`)) || !Buffer.isBuffer(content)) continue
    const cms = await ensureSignature(ctx, content)
    isComplete &&= cms !== undefined && !hasEnded(cms, ctx)
    const folder = path.slice(0, -MANIFEST.length)
    if (cms) signed.push({ path: `${path}.p7s`, sha256: sha256Hex(cms), content: Buffer.from(cms) })
    else signed.push(textEntry(`${folder}${UNSIGNED}`, unsignedNote))
  }
  return { entries: signed, isComplete }
}

/**
 * The platform's signature over a manifest. Stored, because equal packages have equal bytes, and two signatures over
 * one manifest differ. Without a time stamp: packages can be downloaded while no authority responds. One that has ended
 * proves nothing any more, and is replaced.
 * @returns undefined while there is none and the key is away
 */
async function ensureSignature(ctx: Ctx, manifest: Buffer): Promise<Uint8Array | undefined> {
  const { tenantId } = ctx
  const sha256 = sha256Hex(manifest)
  const { process_id: processId } = JSON.parse(manifest.toString()) as { process_id: number }
  const find = async (reader: Reader) => {
    const [row] = await reader
      .select({ cms: manifestSignatures.cms })
      .from(manifestSignatures)
      .where(and(eq(manifestSignatures.tenantId, tenantId), eq(manifestSignatures.sha256, sha256)))
    return row?.cms
  }
  const stored = await read(ctx, find)
  if (stored && !hasEnded(stored, ctx)) return stored
  const cms = await signManifest(ctx, manifest)
  if (!cms) return stored
  return write({ tenantId }, async (tx) => {
    await tx
      .insert(manifestSignatures)
      .values({ tenantId, processId, sha256, cms, createdAt: ctx.now })
      .onConflictDoUpdate({
        target: [manifestSignatures.tenantId, manifestSignatures.sha256],
        set: { cms, createdAt: ctx.now },
        // Not that of a concurrent download, if it was first.
        setWhere: stored ? eq(manifestSignatures.cms, stored) : sql`false`,
      })
    return (await find(tx))!
  })
}

/** Undefined while the key is away. */
async function signManifest(ctx: Ctx, manifest: Buffer): Promise<Uint8Array | undefined> {
  try {
    const identity = await loadSeal(ctx, ctx.testMode)
    const { hash } = getSignatureAlgorithm(identity.certificate)
    const digest = createHash(hash).update(manifest).digest()
    return await signDigest(digest, identity, { signedAt: ctx.now })
  } catch (error) {
    if (error instanceof PadesError && error.code === 'no_signing_key') return undefined
    throw error
  }
}

/**
 * When the first of the stored signatures over manifests of these processes ends, of those that have not ended yet; null
 * without one. It is never the same again after a signature has ended, which is replaced then.
 */
export async function findSignaturesEnd(
  reader: Reader,
  ctx: Ctx,
  processIds: number[],
): Promise<Date | null> {
  const { tenantId, processId, cms } = manifestSignatures
  const stored = await reader
    .select({ cms })
    .from(manifestSignatures)
    .where(and(eq(tenantId, ctx.tenantId), inArray(processId, processIds)))
  return stored
    .map((row) => getEnd(row.cms))
    .filter((end) => end >= ctx.now)
    .reduce<Date | null>((first, end) => earliest(end, first), null)
}

/** Whether the certificate of a signature, or one of its issuers, has ended. */
function hasEnded(cms: Uint8Array, { now }: Ctx): boolean {
  return getEnd(cms) < now
}

function getEnd(cms: Uint8Array): Date {
  const [certificate, ...chain] = readCertificatesOnly(cms)
  return getPathEnd({ certificate: certificate!, chain })
}

/** Deletes the signatures over manifests with files of this process; those that stay get another one. */
export async function deleteManifestSignatures(
  tx: Tx,
  { tenantId }: Pick<Ctx, 'tenantId'>,
  processId: number,
): Promise<void> {
  await tx
    .delete(manifestSignatures)
    .where(and(eq(manifestSignatures.tenantId, tenantId), eq(manifestSignatures.processId, processId)))
}
