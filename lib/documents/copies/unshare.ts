import type { Tx } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import type { DocumentReferences, Owner } from '../references.ts'
import { copyDocuments } from './copy.ts'

/**
 * Called before a process or template moves to another folder with its documents: other records that use them get
 * copies, so that those records stay in their folder.
 * @param folderId the folder of the other records
 */
export async function unshareDocuments(
  tx: Tx,
  ctx: Ctx,
  ids: number[],
  folderId: number | null,
  owner: Owner,
  references: DocumentReferences[],
): Promise<void> {
  const shared = new Set<number>()
  for (const reference of references)
    for (const id of (await reference.replaceable?.(tx, ctx, ids, owner)) ?? []) shared.add(id)
  if (shared.size === 0) return
  const copies = await copyDocuments(tx, ctx, [...shared], folderId)
  for (const reference of references) await reference.replace?.(tx, ctx, copies, owner)
}
