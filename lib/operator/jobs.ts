import { deleteJob, listFailedJobs, type OpenJob, runJobNow } from '#lib/jobs/boss-internals'

/** More failed jobs are not listed. */
const MAX_JOBS = 200

/** The jobs whose last attempt failed, those of the longest standing first, and whether there are more. */
export async function listJobs(limit = MAX_JOBS): Promise<{ jobs: OpenJob[]; hasMore: boolean }> {
  const jobs = await listFailedJobs(limit + 1)
  return { jobs: jobs.slice(0, limit), hasMore: jobs.length > limit }
}

/** Lets a job run now. @returns false when it runs already, or has ended */
export function retryJob(id: string): Promise<boolean> {
  return runJobNow(id)
}

/** Deletes a job: what it was to do is not done. @returns false when it runs, or has ended */
export function discardJob(id: string): Promise<boolean> {
  return deleteJob(id)
}

/** A job in one sentence. */
export function describeJob({ id, queue, state, attempts, reason, startAfter }: OpenJob): string {
  const failure = reason ? ` The last attempt failed: ${reason}` : ''
  const tries = attempts > 0 ? ` after ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}` : ''
  const what = {
    running: `is running${tries}`,
    blocked: 'waits for another one of its process',
    delayed: `runs at ${startAfter.toISOString()}${tries}`,
    waiting: `waits since ${startAfter.toISOString()}${tries}`,
    failed: `has failed${tries}`,
  }[state]
  return `Job ${id} (${queue}) ${what}.${failure}`
}
