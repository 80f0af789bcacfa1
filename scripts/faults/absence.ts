import type { Fault } from './fault.ts'

/** Three minutes stand for an hour, which FAULT_SECONDS=3600 tries: nothing in the service waits for a time between. */
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
