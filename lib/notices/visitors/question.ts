import { write } from '#db/tenancy/tenant'
import { now } from '#lib/core/clock'
import { makeSystemCtx } from '#lib/core/ctx'
import type { JobRun } from '#lib/jobs/define'
import { decryptData } from '#lib/jobs/encrypted-data'
import { areMailsQueued, jobTopic } from '#lib/mail/queue'
import { QUESTION_QUEUE, type Question, type QuestionJob } from '#lib/signing/help/ask'
import { loadProcessContext } from '../mail-context.ts'
import { queueMails } from '../notices.ts'
import { makeSenderMails } from '../outcomes.ts'
import { writeQuestionEmail } from '../templates/from-signers.ts'

/** Sends a signer's question to the sender, whose reply goes to the signer. */
export async function sendQuestion(job: QuestionJob, { id }: Pick<JobRun, 'id'>): Promise<void> {
  const { tenantId, processId } = job
  const { signer, question } = decryptData<Question>(QUESTION_QUEUE, job)
  const topic = jobTopic(id)
  const ctx = makeSystemCtx(tenantId, 'notices.question', now())
  await write(ctx, async (tx) => {
    if (await areMailsQueued(tx, ctx, topic)) return
    const context = await loadProcessContext(tx, ctx, processId, [])
    if (!context) return
    const mails = await makeSenderMails(tx, ctx, context, null, (to) =>
      writeQuestionEmail(context.process, { ...to, signer, question }),
    )
    const withReply = mails.map((mail) => ({ ...mail, topic, replyTo: signer.email }))
    await queueMails(tx, ctx, 'signature.question_asked', withReply)
  })
}
