import { setTimeout as sleep } from 'node:timers/promises'
import type { TestMailServer } from '#lib/testing/servers/mail-server'
import type { Signing } from '../load.ts'
import type { Fault } from './fault.ts'
import type { Site } from './site.ts'

const SLOW_MILLISECONDS = 5000
const DELIVERY_SECONDS = 240

type State = Partial<Pick<TestMailServer, 'responseCode' | 'isSilent' | 'delayMilliseconds'>>

export const mailDeferred = makeFault('refuses every email for now (451)', { responseCode: 451 })
export const mailRefused = makeFault('refuses every email for good (554)', { responseCode: 554 })
export const mailHanging = makeFault('accepts connections and says nothing', { isSilent: true })
export const mailSlow = makeFault(`takes ${SLOW_MILLISECONDS / 1000} s for each email`, {
  delayMilliseconds: SLOW_MILLISECONDS,
})

function makeFault(what: string, state: State): Fault {
  return {
    title: `the mail server ${what}`,
    seconds: 30,
    prepare: (site) => site.useMailServer(),
    inject: ({ mailServer }) => Object.assign(mailServer!, state),
    heal: ({ mailServer }) =>
      Object.assign(mailServer!, { responseCode: null, isSilent: false, delayMilliseconds: 0 }),
    check: findMissing,
  }
}

/** The signers who got no email, and of whom no sender was told so. */
async function findMissing({ mailServer }: Site, signings: Signing[]): Promise<string[]> {
  const addresses = signings.flatMap(({ signers }) => signers.map(({ email }) => email))
  const told = new Set<string>()
  const missing = () =>
    addresses.filter((address) => !mailServer!.recipients.includes(address) && !told.has(address))
  for (const deadline = Date.now() + DELIVERY_SECONDS * 1000; Date.now() < deadline; await sleep(1000)) {
    for (const { client, id, signers } of signings) {
      if (!signers.some(({ email }) => missing().includes(email))) continue
      const current = await client.getProcess(id)
      for (const { email, delivery_error } of current.signers) if (delivery_error) told.add(email)
    }
    if (missing().length === 0) break
  }
  return missing().map((address) => `${address} got no email, and its sender does not know`)
}
