import { defineJob, type Jobs } from '#lib/jobs/define'
import { REPORT_QUEUE, type ReportJob } from '#lib/signing/help/report'
import { sendReport } from './report.ts'

export const noticeJobs: Jobs = {
  [REPORT_QUEUE]: defineJob<ReportJob>({ handle: sendReport }),
}
