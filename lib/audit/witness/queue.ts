import { type Tx, write } from '#db/tenancy/tenant'
import { env } from '#lib/core/env'
import { enqueue } from '#lib/jobs/enqueue'
import { lockLog } from '../log/state.ts'

/** The job that asks one witness. */
export interface CosignJob {
  /** The verifier key of the witness. */
  witness: string
}

/** Has each witness asked, also where the log does not grow. */
export function askAllWitnesses(): Promise<void> {
  return write({ tenantId: 0 }, async (tx) => {
    await lockLog(tx)
    await enqueueWitnesses(tx)
  })
}

/** Has each witness asked, in a transaction that has locked the log: a job that waits sees the new checkpoint. */
export async function enqueueWitnesses(tx: Tx): Promise<void> {
  for (const { verifierKey: witness } of env().witnesses) {
    const job: CosignJob = { witness }
    await enqueue(tx, 'audit.cosign', job, { singletonKey: witness, mergeable: true })
  }
}
