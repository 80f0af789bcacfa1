import type { Fault } from './fault.ts'

/** Three minutes stand for an hour: nothing in the service waits for a time between the two. */
export const workerAbsent: Fault = {
  title: 'no worker runs',
  seconds: 180,
  inject: ({ service }) => {
    // The supervisor would start another one.
    service.kill('server/start.mjs', 'SIGSTOP')
    service.kill('server/worker.')
  },
  heal: ({ service }) => service.kill('server/start.mjs', 'SIGCONT'),
}
