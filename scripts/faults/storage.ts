import type { Fault } from './fault.ts'
import type { Site } from './site.ts'

export const storageFailing: Fault = {
  title: 'the object storage fails with 500',
  seconds: 30,
  prepare: (site) => site.useBucket(),
  inject: (site) => setFailing(site, true),
  heal: (site) => setFailing(site, false),
}

const SLOW_MILLISECONDS = 4000

export const storageSlow: Fault = {
  title: `the object storage takes ${SLOW_MILLISECONDS / 1000} s for each request`,
  seconds: 30,
  prepare: (site) => site.useBucket(),
  inject: (site) => setDelay(site, SLOW_MILLISECONDS),
  heal: (site) => setDelay(site, 0),
}

function setFailing({ bucket }: Site, isFailing: boolean): void {
  bucket!.isFailing = isFailing
}

function setDelay({ bucket }: Site, milliseconds: number): void {
  bucket!.delayMilliseconds = milliseconds
}
