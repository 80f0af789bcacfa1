import type { Tx } from '#db/tenancy/tenant'
import { now } from '#lib/core/clock'
import { type Ctx, makeSystemCtx } from '#lib/core/ctx'
import { type ErrorText, errorText } from '#lib/messages/errors'
import { makeSenderCtx } from '#lib/templates/sender'
import { BULK_QUEUE } from './create.ts'
import type { BulkSendRow } from './present.ts'

/** The context of a job of a bulk send. */
export function makeJobCtx({ tenantId, testMode }: Pick<BulkSendRow, 'tenantId' | 'testMode'>): Ctx {
  return { ...makeSystemCtx(tenantId, BULK_QUEUE, now()), testMode }
}

/** The context in which rows are sent, or why none can be sent any more. */
export async function makeRowCtx(tx: Tx, job: Ctx, bulkSend: BulkSendRow): Promise<Ctx | ErrorText> {
  if (bulkSend.templateId === null) return errorText('failures.templateWasDeleted')
  return makeSenderCtx(tx, job, bulkSend, bulkSend.folderId)
}
