import { runJobNow } from '#lib/jobs/boss-internals'
import { diagnose } from '#lib/operator/doctor/doctor'
import { formatFindings } from '#lib/operator/doctor/format'
import { explainProcess } from '#lib/operator/explain-process'
import { describeJob, discardJob, listJobs } from '#lib/operator/jobs'
import { sealProcess } from '#lib/operator/seal-process'
import { closeThreads } from '#lib/workers/pdf-pool'
import { type Command, done, refuse } from './command.ts'
import { variables } from './variables.ts'

export const installationCommands: Record<string, Command> = {
  doctor: {
    does: 'checks configuration, certificates, database, clock, workers, storage, disk, email, time stamps and address;\neach line passes or says what to do',
    isOffline: true,
    async run() {
      // The findings say what a log would.
      process.env.LOG_LEVEL = 'silent'
      // Reading the trusted lists starts threads.
      const findings = await diagnose(variables).finally(closeThreads)
      const ok = findings.every(({ status }) => status !== 'failed')
      return { ok, value: { ok, findings }, text: formatFindings(findings) }
    },
  },
  'jobs list': {
    does: 'the jobs whose last attempt failed, with the class and code of the error; the log has the reason',
    async run() {
      const { jobs, hasMore } = await listJobs()
      const lines = [...jobs.map(describeJob), ...(hasMore ? ['… and more'] : [])]
      const text = lines.join('\n') || 'No job has failed.'
      return { ok: true, value: { jobs, has_more: hasMore }, text }
    },
  },
  'jobs retry': {
    does: 'lets a job run now',
    words: ['JOB'],
    run: ({ words }) => changeJob(words[0]!, runJobNow, 'It runs as soon as a worker is free.'),
  },
  'jobs discard': {
    does: 'deletes a job that does not run: what it was to do is not done',
    words: ['JOB'],
    run: ({ words }) => changeJob(words[0]!, discardJob, 'It is deleted.'),
  },
  'process explain': {
    does: 'why a process waits',
    words: ['ID'],
    async run({ words: [id] }) {
      const found = await explainProcess(Number(id))
      if (!found) return refuse(`There is no process ${id}.`)
      const head = `Process ${found.id} of organisation ${found.tenantId}: ${found.status}`
      const lines = [head, ...found.reasons.map((reason) => `- ${reason}`)]
      return { ok: true, value: found, text: lines.join('\n') }
    },
  },
  'process seal': {
    does: 'has the steps of a process done now that a worker has yet to do; nothing is sealed twice',
    words: ['ID'],
    async run({ words: [id] }) {
      const jobs = await sealProcess(Number(id))
      return done({ id: Number(id), jobs }, jobs.map(describeJob).join('\n') || 'It is done.')
    },
  },
}

async function changeJob(id: string, change: (id: string) => Promise<boolean>, text: string) {
  return (await change(id))
    ? done({ id }, text)
    : refuse(`No job ${id} waits or has failed: it is running, or has ended.`)
}
