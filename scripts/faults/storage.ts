import { join } from 'node:path'
import { s3Credentials } from '#lib/testing/servers/s3'
import type { Fault } from './fault.ts'
import { SeaweedFs } from './seaweedfs.ts'
import type { Site } from './site.ts'

export const storageFailing: Fault = {
  title: 'the object storage fails with 500',
  seconds: 30,
  prepare: (site) => site.useBucket(),
  inject: (site) => setFailing(site, true),
  heal: (site) => setFailing(site, false),
}

const clusters = new WeakMap<Site, SeaweedFs>()

export const volumeServerKilled: Fault = {
  title: 'one of the three volume servers of SeaweedFS is killed; two of them have each file',
  seconds: 40,
  prepare: async (site) => {
    const cluster = await SeaweedFs.start(join(site.folder, 'seaweedfs'))
    clusters.set(site, cluster)
    site.cleanups.push(() => cluster.stop())
    Object.assign(site.service.settings, { STORAGE_URL: cluster.url, ...s3Credentials })
  },
  inject: (site) => clusters.get(site)!.killVolumeServer(),
  heal: (site) => clusters.get(site)!.restartVolumeServer(),
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
