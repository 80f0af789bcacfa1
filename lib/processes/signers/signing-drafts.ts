import { and, eq, gt, inArray, lte, notExists, type SQL, sql } from 'drizzle-orm'
import { type RowsQuery, rowsOf } from '#db/lists/rows'
import { events } from '#db/schema/audit'
import { processes } from '#db/schema/processes'
import { signingDrafts } from '#db/schema/processes-links'
import { listTenantIds } from '#db/tenancy/cross-tenant'
import { type Person, readRows } from '#db/tenancy/personal-data'
import { type Tx, write } from '#db/tenancy/tenant'
import { addDays } from '#lib/core/clock'
import type { Ctx } from '#lib/core/ctx'
import type { Json } from '#lib/core/json'
import { decrypt, encrypt } from '#lib/core/secretbox'
import { deleteUnsignedAttachments } from './attachments.ts'

const PURPOSE = 'signing draft'

/** How long the input for an expired process stays after it was marked as such, in case that it is extended. */
const DAYS_AFTER_EXPIRY = 30

type Scope = Pick<Ctx, 'tenantId'>
type StoredDraft = Pick<typeof signingDrafts.$inferSelect, 'tokenHash' | 'content' | 'savedAt'>

/** The content of a stored draft. @param content the column */
function decryptDraft(tokenHash: string, content: Uint8Array): Json {
  return JSON.parse(decrypt(PURPOSE, content, tokenHash).toString('utf8')) as Json
}

/** The draft of a signing link as it is stored, for `readTogether`. */
export function selectDraft({ tenantId }: Scope, tokenHash: string): RowsQuery<StoredDraft> {
  const { content, savedAt } = signingDrafts
  return rowsOf({ tokenHash: signingDrafts.tokenHash, content, savedAt }, (select) =>
    select
      .from(signingDrafts)
      .where(and(eq(signingDrafts.tenantId, tenantId), eq(signingDrafts.tokenHash, tokenHash))),
  )
}

/** The draft of a signing link; null without one, and for one that cannot be read: the page is to open nevertheless. */
export function readDraft(stored: StoredDraft | undefined): { content: Json; savedAt: Date } | null {
  if (!stored) return null
  try {
    return { content: decryptDraft(stored.tokenHash, stored.content), savedAt: stored.savedAt }
  } catch {
    return null
  }
}

/** The drafts of a person, decrypted, for an export. */
export async function* findOpenDrafts(person: Person, condition: SQL): AsyncGenerator<object> {
  const { processId, savedAt, tokenHash, content } = signingDrafts
  const columns = [processId, savedAt, tokenHash, content]
  for await (const row of readRows(person, signingDrafts, columns, condition)) {
    const { token_hash, content, ...shown } = row as { token_hash: string; content: Uint8Array }
    yield { ...shown, content: decryptDraft(token_hash, content) }
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

/** Deletes the drafts and files of those who have not signed processes that expired long ago, in all tenants. */
export async function purgeUnsigned(now: Date): Promise<void> {
  for (const tenantId of await listTenantIds()) {
    await write({ tenantId }, async (tx) => {
      const before = addDays(now, -DAYS_AFTER_EXPIRY)
      // After an outage, processes whose date passed long ago have just expired.
      const expiredLately = tx
        .select({ id: events.id })
        .from(events)
        .where(
          and(
            eq(events.tenantId, tenantId),
            eq(events.type, 'process.expired'),
            gt(events.occurredAt, before),
            eq(events.chain, sql`'process:' || ${processes.id}`),
          ),
        )
      const expired = tx
        .select({ id: processes.id })
        .from(processes)
        .where(
          and(
            eq(processes.tenantId, tenantId),
            eq(processes.status, 'expired'),
            lte(processes.expiresAt, before),
            notExists(expiredLately),
          ),
        )
      await tx
        .delete(signingDrafts)
        .where(and(eq(signingDrafts.tenantId, tenantId), inArray(signingDrafts.processId, expired)))
      await deleteUnsignedAttachments(tx, { tenantId }, expired)
    })
  }
}
