import { and, eq, gt, inArray, lte, notExists, type SQL, sql } from 'drizzle-orm'
import { type RowsQuery, rowsOf } from '#db/lists/rows'
import { events } from '#db/schema/audit'
import { fields, processes, signers } from '#db/schema/processes'
import { attachments, signingDrafts } from '#db/schema/processes-links'
import { listTenantIds } from '#db/tenancy/cross-tenant'
import { type Person, readRows } from '#db/tenancy/personal-data'
import { type Tx, write } from '#db/tenancy/tenant'
import { addDays, latest } from '#lib/core/clock'
import type { Ctx } from '#lib/core/ctx'
import type { Json } from '#lib/core/json'
import { decrypt, encrypt } from '#lib/core/secretbox'
import type { ProcessRow, SignerRow } from '../present.ts'
import { deleteUnsignedAttachments, removeAttachments } from './attachments.ts'
import { isSameAddress } from './shared-links.ts'

const PURPOSE = 'signing draft'

/** How long the input for an expired process stays after it was marked as such, in case that it is extended. */
const DAYS_AFTER_EXPIRY = 30

type Scope = Pick<Ctx, 'tenantId'>
type StoredDraft = Pick<typeof signingDrafts.$inferSelect, 'tokenHash' | 'content' | 'savedAt'>

/** What is read here of the content. */
type DraftContent = {
  values: { field_id: number }[]
  signature: Json
  initials: Json
  /** Of what is kept: who has filled it in. */
  signer?: Pick<SignerRow, 'name' | 'email'>
}
type Draft = { content: DraftContent; savedAt: Date }
const emptyContent: DraftContent = { values: [], signature: null, initials: null }

/** In place of the hash of a link: what is kept for a signer whose link has ended, until they are invited again. */
function keptDraftKey(signerId: number): string {
  return String(signerId).padStart(64, '0')
}

/** SQL: what the signers that meet `condition` have filled in and not signed yet. */
export function whereDraftOfSigners(tenantId: number, condition: SQL): SQL {
  const key = sql`lpad(${signers.id}::text, 64, '0')::bpchar`
  return sql`${signingDrafts.tokenHash} in (select unnest(array[${signers.tokenHash}, ${key}]) from ${signers}
    where ${signers.tenantId} = ${tenantId} and ${condition})`
}

/** The content of a stored draft. @param content the column */
function decryptDraft(tokenHash: string, content: Uint8Array): DraftContent {
  return JSON.parse(decrypt(PURPOSE, content, tokenHash).toString('utf8')) as DraftContent
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
export function readDraft(stored: StoredDraft | undefined): Draft | null {
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

/**
 * Keeps what a signer has filled in by a link that ends, until they are invited again: nothing, with their address, if they
 * have only added files. What is kept of one who waits for their next invitation, and has no link, stays.
 * @param signer as before the link ends
 */
export async function keepDraft(
  tx: Tx,
  ctx: Pick<Ctx, 'tenantId' | 'now'>,
  { id, processId, tokenHash, name, email }: SignerRow,
): Promise<void> {
  if (tokenHash === null) return
  const [stored] = await loadDrafts(tx, ctx, [tokenHash])
  const draft = readDraft(stored)
  const isOwnFile = and(eq(attachments.tenantId, ctx.tenantId), eq(attachments.signerId, id))
  if (!draft && (await tx.$count(attachments, isOwnFile)) === 0) return
  const { content, savedAt } = draft ?? { content: emptyContent, savedAt: ctx.now }
  const ownFields = await tx
    .select({ id: fields.id })
    .from(fields)
    .where(and(eq(fields.tenantId, ctx.tenantId), eq(fields.signerId, id)))
  const ownIds = new Set(ownFields.map((field) => field.id))
  const kept = {
    ...content,
    values: content.values.filter(({ field_id }) => ownIds.has(field_id)),
    signer: { name, email },
  }
  await storeDraft(tx, { ...ctx, now: savedAt }, { processId, tokenHash: keptDraftKey(id) }, kept)
}

/**
 * Moves what was kept for signers to the links by which they are invited again, where others may have a draft. What
 * another person has filled in and added, whom an earlier version has replaced, is deleted.
 */
export async function restoreDrafts(
  tx: Tx,
  ctx: Ctx,
  process: Pick<ProcessRow, 'id' | 'testMode'>,
  invited: Pick<SignerRow, 'id' | 'name' | 'email' | 'tokenHash'>[],
): Promise<void> {
  const stored = await loadDrafts(
    tx,
    ctx,
    invited.map(({ id }) => keptDraftKey(id)),
  )
  for (const { id, name, email, tokenHash } of invited) {
    const kept = readDraft(stored.find((row) => row.tokenHash === keptDraftKey(id)))
    if (!kept) continue
    await deleteKeptDraft(tx, ctx, id)
    const { signer = { name, email }, ...input } = kept.content
    if (!isSameAddress(signer, { email })) {
      await removeAttachments(tx, ctx, process, { ...signer, id })
      continue
    }
    // Another name may be that of someone else with the same mailbox, and a typed signature has the old one.
    const content = signer.name === name ? input : { ...input, signature: null, initials: null }
    if (content.values.length === 0 && !content.signature && !content.initials) continue
    const [shared] = await loadDrafts(tx, ctx, [tokenHash!])
    const joined = joinDrafts({ ...kept, content }, readDraft(shared))
    const link = { processId: process.id, tokenHash: tokenHash! }
    await storeDraft(tx, { ...ctx, now: joined.savedAt }, link, joined.content)
  }
}

function joinDrafts(kept: Draft, shared: Draft | null): Draft {
  if (!shared) return kept
  const keptIds = new Set(kept.content.values.map(({ field_id }) => field_id))
  const others = shared.content.values.filter(({ field_id }) => !keptIds.has(field_id))
  return {
    content: {
      ...shared.content,
      values: [...others, ...kept.content.values],
      signature: shared.content.signature ?? kept.content.signature,
      initials: shared.content.initials ?? kept.content.initials,
    },
    savedAt: latest(shared.savedAt, kept.savedAt),
  }
}

function loadDrafts(tx: Tx, { tenantId }: Scope, tokenHashes: string[]): Promise<StoredDraft[]> {
  const { tokenHash, content, savedAt } = signingDrafts
  return tx
    .select({ tokenHash, content, savedAt })
    .from(signingDrafts)
    .where(and(eq(signingDrafts.tenantId, tenantId), inArray(tokenHash, tokenHashes)))
}

/** Deletes what was kept for a signer whose link has ended. */
export function deleteKeptDraft(tx: Tx, ctx: Scope, signerId: number): Promise<void> {
  return deleteDrafts(tx, ctx, { tokenHash: keptDraftKey(signerId) })
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
