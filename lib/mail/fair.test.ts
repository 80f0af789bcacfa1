import type { AddressInfo } from 'node:net'
import { createServer, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { afterEach, expect, it } from 'vitest'
import { write } from '#db/tenancy/tenant'
import { env } from '#lib/core/env'
import type { Priority } from '#lib/jobs/boss'
import { startWorker, type Worker } from '#lib/jobs/worker'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { mailJobs } from './jobs.ts'
import { queueMail } from './queue.ts'

let worker: Worker | null = null
const closeFunctions: (() => void)[] = []

afterEach(async () => {
  await worker?.stop(1000)
  worker = null
  for (const close of closeFunctions.splice(0)) close()
  env().smtpUrl = null
})

const queueTo = ({ ctx }: TestTenant, to: string, priority?: Priority) =>
  write(ctx, (tx) => queueMail(tx, ctx, { to, subject: 'S', html: '', text: 'T' }, priority))

/** Starts an SMTP server that takes this long for each email. */
async function openServer(milliseconds: number, port = 0): Promise<{ received: string[]; port: number }> {
  const received: string[] = []
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, session, done) {
      stream.resume().on('end', async () => {
        await sleep(milliseconds)
        received.push(...session.envelope.rcptTo.map(({ address }) => address))
        done()
      })
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  closeFunctions.push(() => server.close())
  return { received, port: (server.server.address() as AddressInfo).port }
}

/** Starts a server that accepts connections and never responds. */
async function openHangingServer(): Promise<{ port: number; close: () => Promise<void>; sockets: Socket[] }> {
  const sockets: Socket[] = []
  const server: Server = createServer((socket) => {
    sockets.push(socket.on('error', () => undefined))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    for (const socket of sockets) socket.destroy()
    await closed
  }
  return { port: (server.address() as AddressInfo).port, close, sockets }
}

it('slow emails of one tenant do not delay those of another, and codes are sent first', async () => {
  const [busy, otherTenant] = [await makeTenant(), await makeTenant()]
  const { received, port } = await openServer(500)
  env().smtpUrl = `smtp://127.0.0.1:${port}`
  for (let count = 0; count < 60; count++) await queueTo(busy, `bulk-${count}@example.com`)
  worker = await startWorker(mailJobs)
  await expect.poll(() => received.length, { timeout: 10_000 }).toBeGreaterThan(3)
  await queueTo(otherTenant, 'plain@example.com')
  await queueTo(busy, 'own-code@example.com', 2)
  await queueTo(otherTenant, 'code@example.com', 2)
  const countBefore = received.length
  const codes = ['own-code@example.com', 'code@example.com']
  await expect.poll(() => received, { timeout: 10_000 }).toEqual(expect.arrayContaining(codes))
  await expect.poll(() => received, { timeout: 10_000 }).toContain('plain@example.com')
  expect(received.length - countBefore).toBeLessThan(20)
}, 60_000)

it('a server that does not respond is only probed, until it responds', async () => {
  const tenant = await makeTenant()
  const hanging = await openHangingServer()
  env().smtpUrl = `smtp://127.0.0.1:${hanging.port}`
  const earlyRecipients = Array.from({ length: 12 }, (_, index) => `early-${index}@example.com`)
  for (const to of earlyRecipients) await queueTo(tenant, to)
  worker = await startWorker(mailJobs)
  await sleep(15_000)
  const connectionCount = hanging.sockets.length
  expect(connectionCount).toBeLessThan(6)
  await hanging.close()
  const { received } = await openServer(0, hanging.port)
  await queueTo(tenant, 'later@example.com')
  await expect.poll(() => received, { timeout: 15_000 }).toContain('later@example.com')
  await expect.poll(() => received, { timeout: 40_000 }).toEqual(expect.arrayContaining(earlyRecipients))
}, 90_000)
