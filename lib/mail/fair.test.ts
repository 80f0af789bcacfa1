import type { AddressInfo } from 'node:net'
import { createServer, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { afterEach, expect, it } from 'vitest'
import { write } from '#db/tenant'
import { env } from '#lib/core/env'
import type { Priority } from '#lib/jobs/boss'
import { startWorker, type Worker } from '#lib/jobs/worker'
import { makeTenant, type TestTenant } from '#lib/testing/tenant'
import { mailJobs } from './jobs.ts'
import { queueMail } from './queue.ts'

let worker: Worker | null = null
const closing: (() => void)[] = []

afterEach(async () => {
  await worker?.stop(1000)
  worker = null
  for (const close of closing.splice(0)) close()
  env().smtpUrl = null
})

const queue = ({ ctx }: TestTenant, to: string, priority?: Priority) =>
  write(ctx, (tx) => queueMail(tx, ctx, { to, subject: 'S', html: '', text: 'T' }, priority))

/** An SMTP server with this delay for each email. */
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
  closing.push(() => server.close())
  return { received, port: (server.server.address() as AddressInfo).port }
}

/** A server that accepts connections and never responds. */
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

it('slow emails of one tenant do not delay another’s, codes first', async () => {
  const [busy, other] = [await makeTenant(), await makeTenant()]
  const { received, port } = await openServer(500)
  env().smtpUrl = `smtp://127.0.0.1:${port}`
  for (let count = 0; count < 60; count++) await queue(busy, `bulk-${count}@example.com`)
  worker = await startWorker(mailJobs)
  await expect.poll(() => received.length, { timeout: 10_000 }).toBeGreaterThan(3)
  await queue(other, 'plain@example.com')
  await queue(busy, 'own-code@example.com', 2)
  await queue(other, 'code@example.com', 2)
  const before = received.length
  const codes = ['own-code@example.com', 'code@example.com']
  await expect.poll(() => received, { timeout: 10_000 }).toEqual(expect.arrayContaining(codes))
  await expect.poll(() => received, { timeout: 10_000 }).toContain('plain@example.com')
  expect(received.length - before).toBeLessThan(20)
}, 60_000)

it('a hanging server is only probed, and used again once it responds', async () => {
  const tenant = await makeTenant()
  const hanging = await openHangingServer()
  env().smtpUrl = `smtp://127.0.0.1:${hanging.port}`
  const early = Array.from({ length: 12 }, (_, index) => `early-${index}@example.com`)
  for (const to of early) await queue(tenant, to)
  worker = await startWorker(mailJobs)
  await sleep(15_000)
  const tries = hanging.sockets.length
  expect(tries).toBeLessThan(6)
  await hanging.close()
  const { received } = await openServer(0, hanging.port)
  await queue(tenant, 'fresh@example.com')
  await expect.poll(() => received, { timeout: 15_000 }).toContain('fresh@example.com')
  await expect.poll(() => received, { timeout: 40_000 }).toEqual(expect.arrayContaining(early))
}, 90_000)
