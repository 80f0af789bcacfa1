import { write } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { type EncryptedData, encryptData } from '#lib/jobs/encrypted-data'
import { enqueue } from '#lib/jobs/enqueue'
import { namedSigner, recordOfProcess } from '#lib/processes/trail/record'
import { getActingSigner, loadSigningSession } from '../load.ts'
import { assertCanView, requireOtp } from '../rules.ts'
import { limitRequests } from './limits.ts'

/** The queue of questions to senders. */
export const QUESTION_QUEUE = 'signing.question'

export interface Question {
  /** As they were when they asked. */
  signer: { name: string; email: string }
  question: string
}

export type QuestionJob = { tenantId: number; processId: number } & (EncryptedData | Question)

/**
 * The signer asks the sender a question, by email. The audit trail says that they asked, and not what: it goes with the
 * signed documents.
 * @throws AppError `invalid_state`, `rate_limited`
 */
export async function askSender(ctx: Ctx, { text }: { text: string }): Promise<{ message: string }> {
  await limitRequests('question', getActingSigner(ctx).tokenHash)
  return write(ctx, async (tx) => {
    const session = await loadSigningSession(tx, ctx)
    assertCanView(session, ctx.now)
    requireOtp(session)
    const { process, signer } = session
    await recordOfProcess(tx, ctx, process, 'signature.question_asked', namedSigner(signer))
    const question: Question = { signer: { name: signer.name, email: signer.email }, question: text }
    const job: QuestionJob = {
      tenantId: ctx.tenantId,
      processId: process.id,
      ...encryptData(QUESTION_QUEUE, question),
    }
    await enqueue(tx, QUESTION_QUEUE, job, { priority: 1 })
    return { message: 'We have sent your question to the sender.' }
  })
}
