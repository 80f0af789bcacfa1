import { and, eq, gt, inArray, isNotNull } from 'drizzle-orm'
import { documents } from '#db/schema/documents'
import { fields } from '#db/schema/processes'
import type { Reader, Tx } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { canonicalEmail } from '#lib/core/email/canonical-email'
import { invalidState } from '#lib/core/errors'
import { isSameText } from '#lib/core/text/characters'
import type { ErrorText } from '#lib/messages/errors'
import { discardPrepared } from '../documents/revisions.ts'
import type { ProcessRow, SignerRow } from '../present.ts'

/** Whether a signature covers the name of one of these signers: an added signature page shows the names of its signers. */
export async function isNameSigned(
  reader: Reader,
  ctx: Ctx,
  { status }: ProcessRow,
  signerIds: number[],
): Promise<boolean> {
  if (status !== 'in_progress') return false
  const onSignaturePage = await reader
    .select({ id: fields.id })
    .from(fields)
    .innerJoin(documents, eq(documents.id, fields.documentId))
    .where(
      and(
        eq(fields.tenantId, ctx.tenantId),
        inArray(fields.signerId, signerIds),
        gt(fields.page, documents.pageCount),
      ),
    )
    .limit(1)
  return onSignaturePage.length > 0
}

/**
 * The names of signers are about to change: the signature page is created again, which is possible only while no one
 * has signed.
 * @throws AppError `invalid_state` with `refusal` when a signature covers a name
 */
export async function changeNamesInFile(
  tx: Tx,
  ctx: Ctx,
  process: ProcessRow,
  signerIds: number[],
  refusal: ErrorText,
): Promise<void> {
  if (await isNameSigned(tx, ctx, process, signerIds)) throw invalidState(refusal, process.status)
  if (process.status !== 'in_progress') await discardPrepared(tx, ctx, process.id)
}

/**
 * The name and address of the person before become those of the new person, also where the sender has entered them in a
 * field; another name that the sender entered is that of someone else. Prepared files show what was entered, and are made
 * again while no one has signed.
 */
export async function changePersonInFields(
  tx: Tx,
  ctx: Ctx,
  process: ProcessRow,
  before: Pick<SignerRow, 'id' | 'name' | 'email'>,
  after: Pick<SignerRow, 'name' | 'email'>,
): Promise<void> {
  const members = (['name', 'email'] as const).filter((member) => after[member] !== before[member])
  if (members.length === 0) return
  const own = and(eq(fields.tenantId, ctx.tenantId), eq(fields.signerId, before.id))
  const entered = await tx
    .select({ id: fields.id, type: fields.type, value: fields.value })
    .from(fields)
    .where(and(own, inArray(fields.type, members), isNotNull(fields.value)))
  let isChanged = false
  for (const member of members) {
    const ids = entered
      .filter(({ type, value }) => type === member && isSameEntry(value!, before[member]))
      .map(({ id }) => id)
    if (ids.length === 0) continue
    await tx
      .update(fields)
      .set({ value: after[member] })
      .where(and(own, inArray(fields.id, ids)))
    isChanged = true
  }
  if (isChanged && process.status !== 'in_progress') await discardPrepared(tx, ctx, process.id)
}

/** Whether a sender has entered this name or address, in letters of any case, or with the domain in Unicode. */
function isSameEntry(value: string, text: string): boolean {
  const [one, other] = [value, text].map((entry) => {
    const trimmed = entry.trim()
    return (canonicalEmail(trimmed) ?? trimmed).toLowerCase()
  })
  return isSameText(one!, other!)
}
