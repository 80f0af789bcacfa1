import { sendSignal } from '#db/embedded/postmaster'
import { getRole, type Role } from '../process-tree.ts'
import type { Service } from '../service.ts'
import { type Fault, KILLED } from './fault.ts'
import { findUnusedFiles } from './unused-files.ts'

export const webKilled = makeKill('web')
export const databaseKilled = makeKill('PostgreSQL')
export const webPaused = makePause('web')
export const workerPaused = makePause('worker')
export const databasePaused = makePause('PostgreSQL')

/** As when the machine loses its power. */
export const treeKilled: Fault = {
  title: 'all processes of the service are killed, and started again',
  ...KILLED,
  inject: ({ service }) => service.kill(),
  heal: ({ service }) => service.start(),
  check: findUnusedFiles,
}

function makeKill(role: Role): Fault {
  return {
    title: `${role} is killed`,
    ...KILLED,
    inject: ({ service }) => send(service, role, 'SIGKILL'),
    check: findUnusedFiles,
  }
}

/** As on a machine that swaps, or is moved to another host. */
function makePause(role: Role): Fault {
  return {
    title: `${role} stands still`,
    seconds: 20,
    inject: ({ service }) => send(service, role, 'SIGSTOP'),
    heal: ({ service }) => send(service, role, 'SIGCONT'),
  }
}

function send(service: Service, role: Role, signal: NodeJS.Signals): void {
  for (const member of service.tree().filter((candidate) => getRole(candidate) === role))
    sendSignal(member.pid, signal)
}
