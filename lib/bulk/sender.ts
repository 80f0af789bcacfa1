import type { Tx } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { type ErrorText, errorText } from '#lib/messages/errors'
import { makeSenderCtx } from '#lib/templates/sender'
import type { BulkSendRow } from './present.ts'

/** The context in which rows are sent, or why none can be sent any more. */
export async function makeRowCtx(tx: Tx, job: Ctx, bulkSend: BulkSendRow): Promise<Ctx | ErrorText> {
  if (bulkSend.templateId === null) return errorText('failures.templateWasDeleted')
  return makeSenderCtx(tx, job, bulkSend, bulkSend.folderId)
}
