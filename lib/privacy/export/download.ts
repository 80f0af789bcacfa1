import { and, asc, eq, isNotNull, or } from 'drizzle-orm'
import { signers } from '#db/schema/processes'
import { attachments } from '#db/schema/processes-links'
import { vaultDocuments } from '#db/schema/vault'
import type { Person } from '#db/tenancy/personal-data'
import { type Reader, read } from '#db/tenancy/tenant'
import { recordRead } from '#lib/audit/reads'
import type { Ctx } from '#lib/core/ctx'
import { invalidState } from '#lib/core/errors'
import { safeFilename, signedName } from '#lib/documents/upload/names'
import { errorText } from '#lib/messages/errors'
import { authorize } from '#lib/policy'
import { isPerson } from '#lib/processes/personal-data'
import { getStream } from '#lib/storage/files'
import { zipFile } from '#lib/vault/download/download'
import { makeManifest, type ZipEntry } from '#lib/vault/download/zip'
import { findRequest } from '../find.ts'

/** A ZIP of the exported data, the files that the person signed or added, and the images of their signatures and initials. */
export function downloadExport(ctx: Ctx, id: number) {
  authorize(ctx, 'privacy.read')
  const { tenantId } = ctx
  return read(ctx, async (reader) => {
    const { status, type, email, resultSha256, completedAt } = await findRequest(reader, ctx, id)
    if (!resultSha256 || type !== 'export') throw invalidState(errorText('refusals.noDataToDownload'), status)
    const entry = (path: string, sha256: string): ZipEntry => ({
      path,
      sha256,
      content: () => getStream(tenantId, sha256),
    })
    const entries = [
      entry('data.json', resultSha256),
      ...(await listFiles(reader, { tenantId, email }, entry)),
    ]
    const commonMembers = { format: 1, request_id: id, email }
    const zip = zipFile(
      [...entries, makeManifest(commonMembers, entries)],
      `privacy-export-${id}`,
      completedAt!,
    )
    return {
      ...zip,
      onOpened: () =>
        recordRead(ctx, {
          type: 'privacy.downloaded',
          subject: { tenant: tenantId },
          data: { request_id: id },
        }),
    }
  })
}

async function listFiles(
  reader: Reader,
  person: Person,
  entry: (path: string, sha256: string) => ZipEntry,
): Promise<ZipEntry[]> {
  const vaultRows = await reader
    .select({ id: vaultDocuments.id, name: vaultDocuments.name, sha256: vaultDocuments.sha256 })
    .from(vaultDocuments)
    .innerJoin(signers, eq(signers.processId, vaultDocuments.processId))
    .where(and(eq(vaultDocuments.tenantId, person.tenantId), isPerson(person), isNotNull(signers.signedAt)))
    .orderBy(asc(vaultDocuments.id))
  const hasImage = or(isNotNull(signers.signature), isNotNull(signers.initials))
  const signatures = await reader
    .select({ id: signers.id, signature: signers.signature, initials: signers.initials })
    .from(signers)
    .where(and(eq(signers.tenantId, person.tenantId), isPerson(person), hasImage))
    .orderBy(asc(signers.id))
  const added = await reader
    .select({ id: attachments.id, name: attachments.name, sha256: attachments.sha256 })
    .from(attachments)
    .innerJoin(signers, eq(signers.id, attachments.signerId))
    .where(and(eq(attachments.tenantId, person.tenantId), isPerson(person)))
    .orderBy(asc(attachments.id))
  const signedById = new Map(vaultRows.map((row) => [row.id, row]))
  return [
    ...[...signedById.values()].map(({ id, name, sha256 }) =>
      entry(`signed/${id}-${signedName(name)}`, sha256),
    ),
    ...added.map(({ id, name, sha256 }) => entry(`attachments/${id}-${safeFilename(name)}`, sha256)),
    ...signatures.flatMap(({ id, ...images }) =>
      Object.entries(images).flatMap(([kind, signature]) =>
        signature?.imageSha256 ? [entry(`signatures/${id}-${kind}.png`, signature.imageSha256)] : [],
      ),
    ),
  ]
}
