import { and, eq } from 'drizzle-orm'
import { signingDrafts } from '#db/schema/processes-links'
import type { Reader, Tx } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import type { Json } from '#lib/core/json'
import { decrypt, encrypt } from '#lib/core/secretbox'

const PURPOSE = 'signing draft'

type Scope = Pick<Ctx, 'tenantId'>

/** The content of a stored draft. @param content the column */
export function decryptDraft(tokenHash: string, content: Uint8Array): Json {
  return JSON.parse(decrypt(PURPOSE, content, tokenHash).toString('utf8')) as Json
}

/** The draft of a signing link; null without one, and for one that cannot be read: the page is to open nevertheless. */
export async function findDraft(reader: Reader, { tenantId }: Scope, tokenHash: string) {
  const [row] = await reader
    .select({ content: signingDrafts.content, savedAt: signingDrafts.savedAt })
    .from(signingDrafts)
    .where(and(eq(signingDrafts.tenantId, tenantId), eq(signingDrafts.tokenHash, tokenHash)))
  if (!row) return null
  try {
    return { content: decryptDraft(tokenHash, row.content), savedAt: row.savedAt }
  } catch {
    return null
  }
}

/** Replaces the draft of a signing link. */
export async function storeDraft(
  tx: Tx,
  { tenantId, now: savedAt }: Pick<Ctx, 'tenantId' | 'now'>,
  { processId, tokenHash }: { processId: number; tokenHash: string },
  draft: Json,
): Promise<void> {
  const content = encrypt(PURPOSE, Buffer.from(JSON.stringify(draft)), tokenHash)
  await tx
    .insert(signingDrafts)
    .values({ tenantId, processId, tokenHash, content, savedAt })
    .onConflictDoUpdate({ target: signingDrafts.tokenHash, set: { content, savedAt } })
}

/** Deletes the draft of one signing link, or those of a process. */
export async function deleteDrafts(
  tx: Tx,
  { tenantId }: Scope,
  of: { tokenHash: string } | { processId: number },
): Promise<void> {
  const isOfLink =
    'tokenHash' in of ? eq(signingDrafts.tokenHash, of.tokenHash) : eq(signingDrafts.processId, of.processId)
  await tx.delete(signingDrafts).where(and(eq(signingDrafts.tenantId, tenantId), isOfLink))
}
