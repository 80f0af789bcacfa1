import { defineJob, type Jobs } from '#lib/jobs/define'
import { QUESTION_QUEUE, type QuestionJob } from '#lib/signing/help/ask'
import { REPORT_QUEUE, type ReportJob } from '#lib/signing/help/report'
import { sendQuestion } from './visitors/question.ts'
import { sendReport } from './visitors/report.ts'

export const noticeJobs: Jobs = {
  [QUESTION_QUEUE]: defineJob<QuestionJob>({ handle: sendQuestion }),
  [REPORT_QUEUE]: defineJob<ReportJob>({ handle: sendReport }),
}
