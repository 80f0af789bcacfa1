import { and, eq, sql } from 'drizzle-orm'
import { fields } from '#db/schema/processes'
import type { Tx } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import type { FieldErrors } from '#lib/core/errors'
import type { DocumentRow } from '#lib/documents/present'
import { errorText } from '#lib/messages/errors'
import type { DocumentPatch } from '../input.ts'

/**
 * Errors of the documents that others replace, under `documents.N.replaces`. A request may be repeated: then the new
 * document is attached, and the replaced one is not.
 */
export function findReplacementErrors(inputs: DocumentPatch[], attached: ReadonlySet<number>): FieldErrors {
  const errors: FieldErrors = {}
  const remainingIds = new Set(inputs.map(({ id }) => id))
  const replacedIds = new Set<number>()
  for (const [index, { id, replaces }] of inputs.entries()) {
    if (replaces === undefined) continue
    const field = `documents.${index}.replaces`
    if (!attached.has(replaces) && !attached.has(id))
      errors[field] = [errorText('processes.documentNotInProcess', { id: replaces })]
    else if (remainingIds.has(replaces))
      errors[field] = [errorText('processes.documentStaysInProcess', { id: replaces })]
    else if (replacedIds.has(replaces))
      errors[field] = [errorText('processes.documentReplacedTwice', { id: replaces })]
    replacedIds.add(replaces)
  }
  return errors
}

/**
 * Moves the fields of a replaced document to the new one, on the pages that it has; on smaller pages they are moved
 * and shortened to fit. The others are deleted with the replaced document.
 */
export async function moveFields(
  tx: Tx,
  ctx: Ctx,
  processId: number,
  replacedId: number,
  document: DocumentRow,
): Promise<void> {
  const { x, y, width, height } = fields
  const ofReplaced = and(
    eq(fields.tenantId, ctx.tenantId),
    eq(fields.processId, processId),
    eq(fields.documentId, replacedId),
  )
  // A field loses none of its places: one with a place on a missing page is deleted with the document.
  const lastPage = document.pages.length
  const onMissingPage = sql`jsonb_path_exists(${fields.layout}, '$.widgets[*] ? (@.page > $last)', jsonb_build_object('last', ${lastPage}::int))`
  await tx.delete(fields).where(and(ofReplaced, onMissingPage))
  const usedPages = await tx.selectDistinct({ number: fields.page }).from(fields).where(ofReplaced)
  for (const { number } of usedPages) {
    const page = document.pages[number - 1]
    if (!page) continue
    await tx
      .update(fields)
      .set({
        documentId: document.id,
        x: sql`greatest(0, least(${x}, ${page.width} - ${width}))`,
        y: sql`greatest(0, least(${y}, ${page.height} - ${height}))`,
        width: sql`least(${width}, ${page.width})`,
        height: sql`least(${height}, ${page.height})`,
      })
      .where(and(ofReplaced, eq(fields.page, number)))
  }
}
