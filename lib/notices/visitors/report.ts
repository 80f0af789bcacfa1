import { write } from '#db/tenancy/tenant'
import { now } from '#lib/core/clock'
import { makeSystemCtx } from '#lib/core/ctx'
import { env } from '#lib/core/env'
import type { JobRun } from '#lib/jobs/define'
import { decryptData } from '#lib/jobs/encrypted-data'
import { areMailsQueued, jobTopic, queueMail } from '#lib/mail/queue'
import { REPORT_QUEUE, type Report, type ReportJob } from '#lib/signing/help/report'
import { renderEmail } from '../email.ts'
import { loadProcessContext } from '../mail-context.ts'
import { writeReportEmail } from '../templates/from-signers.ts'

/** Sends a signer's report to the administrator of the installation, with the signer as who gets the reply. */
export async function sendReport(job: ReportJob, { id }: Pick<JobRun, 'id'>): Promise<void> {
  const { tenantId, processId } = job
  const { signer, reason } = decryptData<Report>(REPORT_QUEUE, job)
  const topic = jobTopic(id)
  const ctx = makeSystemCtx(tenantId, 'notices.report', now())
  await write(ctx, async (tx) => {
    if (await areMailsQueued(tx, ctx, topic)) return
    const context = await loadProcessContext(tx, ctx, processId, [])
    if (!context) return
    const content = await renderEmail(
      writeReportEmail(context.process, { locale: 'en', signer, reason, ids: { processId, tenantId } }),
    )
    const headers = { 'Reply-To': signer.email }
    // It may be about the tenant, whose domain must not stand for it.
    const email = { to: env().abuseEmail, topic, ...content, headers, fromInstallation: true } as const
    await queueMail(tx, ctx, email, 1)
  })
}
