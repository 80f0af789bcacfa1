import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { oid } from '#lib/pades/cms/cms'
import type { StampLies } from '#lib/testing/servers/stamper'
import type { Fault } from './fault.ts'

export const stamperDown: Fault = {
  title: 'the time-stamping authority is down',
  seconds: 30,
  prepare: (site) => site.useStamper(),
  inject: ({ stamper }) => stamper!.respondWith((response) => response.destroy()),
  heal: ({ stamper }) => stamper!.respondWith(),
}

const SLOW_MILLISECONDS = 6000

export const stamperSlow: Fault = {
  title: `the time-stamping authority takes ${SLOW_MILLISECONDS / 1000} s`,
  seconds: 30,
  prepare: (site) => site.useStamper(),
  inject: ({ stamper }) =>
    stamper!.respondWith(async (response, body) => {
      await sleep(SLOW_MILLISECONDS)
      response.end(body)
    }),
  heal: ({ stamper }) => stamper!.respondWith(),
}

export const stamperWrongImprint = makeLying('stamps another hash', {
  imprint: [oid.sha256, randomBytes(32)],
})
export const stamperWrongNonce = makeLying('answers another request', { nonce: randomBytes(8) })
export const stamperExpired = makeLying('signs with an expired certificate', { isExpired: true })

function makeLying(what: string, lies: StampLies): Fault {
  return {
    title: `the time-stamping authority ${what}`,
    seconds: 20,
    prepare: (site) => site.useStamper(),
    inject: ({ stamper }) => stamper!.lieWith(lies),
    heal: ({ stamper }) => stamper!.lieWith(),
  }
}
