import type { Tx } from '#db/tenancy/tenant'
import type { EventType } from '#lib/audit/events'
import { type NewEvent, record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import type { ProcessRow, SignerRow } from '../present.ts'

/** Records an event of a process, with the id and the mode of the process. */
export function recordOfProcess(
  tx: Tx,
  ctx: Ctx,
  { id, testMode }: Pick<ProcessRow, 'id' | 'testMode'>,
  type: EventType,
  data: NewEvent['data'] = {},
): Promise<void> {
  const subject = { process: id }
  return record(tx, ctx, { type, subject, data: { process_id: id, ...data, test_mode: testMode } })
}

/** The signer in the data of an event. */
export function namedSigner({ id, name, email }: Pick<SignerRow, 'id' | 'name' | 'email'>) {
  return { signer_id: id, name, email }
}
