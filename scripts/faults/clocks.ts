import type { Fault } from './fault.ts'

const HOURS = 5

export const clockForward = makeFault(HOURS, false)
export const clockBackward = makeFault(-HOURS, false)
export const machineClockForward = makeFault(HOURS, true)
export const machineClockBackward = makeFault(-HOURS, true)

/** The clock of web and worker jumps, and later back; `withDatabase`: that of PostgreSQL with it. */
function makeFault(hours: number, withDatabase: boolean): Fault {
  const whose = withDatabase ? 'the whole machine, PostgreSQL included,' : 'web and worker'
  return {
    title: `the clock of ${whose} jumps ${Math.abs(hours)} hours ${hours < 0 ? 'back' : 'ahead'}`,
    seconds: 30,
    prepare: (site) => site.useClock({ withDatabase }),
    inject: (site) => site.setClock(hours * 3600),
    heal: (site) => site.setClock(0),
  }
}
