import type { Signing } from '../load.ts'
import type { Site } from './site.ts'

/**
 * Something that goes wrong around a service, which `npm run faults` tries: processes of two signers are under way
 * before it, while it lasts and after it, and in the end all of them are to be completed, whole.
 *
 * To write one: put it into a file of this folder, beside those that concern the same thing, and name it in `all.ts`.
 * `prepare` starts what the fault needs: the servers of `Site` (`useBucket`, `useMailServer`, …), or others, whose
 * addresses it sets in `site.service.settings`, the environment of the service, and whose end it adds to
 * `site.cleanups`. `inject` begins the fault and returns, `heal` ends it; those of `npm run chaos` can be called again
 * and again, in any order with those of other faults. What is judged of every fault is in `try-fault.ts`; `check` adds
 * what only this one has to show.
 */
export interface Fault {
  /** What happens, for the table. */
  title: string
  /** How long it lasts. */
  seconds: number
  /** It is injected, and healed after a second, again and again, at least so far apart, each time amid a seal. */
  apartSeconds?: number
  /** The data folder exists and is empty, and the service does not run yet. */
  prepare?(site: Site): Promise<unknown>
  inject(site: Site): unknown
  /** Without it the fault passes by itself. */
  heal?(site: Site): unknown
  /** Called when all processes are completed. @returns what is wrong */
  check?(site: Site, signings: Signing[]): Promise<string[]>
}

/** The supervisor delays the restart of a process that ended less than half a minute before. */
export const KILLED = { seconds: 90, apartSeconds: 30 }
