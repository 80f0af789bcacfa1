import type { OpenJob } from '#lib/jobs/boss-internals'

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
