import type { ServerResponse } from 'node:http'
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { database } from '#db/connection/client'
import { mails } from '#db/schema/mail'
import { read, write } from '#db/tenancy/tenant'
import { addSeconds, now } from '#lib/core/clock'
import { env } from '#lib/core/env'
import { log } from '#lib/core/log'
import { forgetFaults, getReportedFault } from '#lib/core/runtime/faults'
import { startWorker } from '#lib/jobs/worker'
import { errorText } from '#lib/messages/errors'
import type { Receiver } from '#lib/testing/servers/receiver'
import { openSmsServer } from '#lib/testing/servers/sms-server'
import { makeTenant } from '#lib/testing/users/tenant'
import { mailJobs } from './jobs.ts'
import { MessageUnanswered } from './outcome.ts'
import { queueTextMessage } from './queue.ts'
import { sendTextMessage } from './send-sms.ts'

let sms: Receiver
beforeEach(async () => {
  sms = await openSmsServer()
  forgetFaults()
})
afterEach(async () => {
  await sms.close()
  vi.restoreAllMocks()
})

const reasonOf = (status: number) => errorText('failures.respondedWithStatus', { status })

/** A text message whose provider responds with this status. */
async function sendTo(status: number) {
  sms.respondWith(status)
  const logError = vi.spyOn(log(), 'error').mockImplementation(() => {})
  const { ctx } = await makeTenant()
  const message = { to: '+491701234567', personEmail: 'ada@example.com', text: '123456', validSeconds: 600 }
  const job = { topic: 'signer:1', failureJob: { queue: 'test.undelivered', data: {} } }
  await write(ctx, (tx) => queueTextMessage(tx, ctx, { ...message, ...job }, 1))
  const find = async () => {
    const [row] = await read(ctx, (reader) =>
      reader.select().from(mails).where(eq(mails.tenantId, ctx.tenantId)),
    )
    return row!
  }
  const { id } = await find()
  const send = (time: Date, timeoutSeconds?: number) =>
    sendTextMessage({ tenantId: ctx.tenantId, mailId: id }, time, undefined, timeoutSeconds)
  const error = await send(now()).catch((thrown: unknown) => thrown)
  return { find, send, error, logged: logError.mock.calls.map(([data]) => data) }
}

it.each([301, 302, 401, 402, 403, 404, 405, 408, 415, 429, 500, 503])(
  'a provider that responds with %i is a fault; the message is sent once it is mended',
  async (status) => {
    const { find, send, error, logged } = await sendTo(status)
    expect(getReportedFault(error)).toBe('sms_unreachable')
    const { host } = new URL(env().sms!.url)
    expect(logged).toEqual([expect.objectContaining({ fault: 'sms_unreachable', subject: host })])
    expect(await find()).toMatchObject({ status: 'queued', error: reasonOf(status) })
    sms.respondWith(204)
    await send(now())
    expect(await find()).toMatchObject({ status: 'sent', content: null })
  },
)

it('marks a message that the provider may have sent: it has not responded', async () => {
  const { send } = await sendTo(503)
  for (const reaction of [(response: ServerResponse) => response.destroy(), () => {}]) {
    sms.respondWith(reaction)
    await expect(send(now(), 0.2)).rejects.toBeInstanceOf(MessageUnanswered)
  }
})

it('retries a message that may have been sent while its code is valid', async () => {
  const { find } = await sendTo(503)
  sms.respondWith((response: ServerResponse) => response.destroy())
  const { id } = await find()
  const worker = await startWorker(mailJobs)
  const waitSeconds = async () => {
    const [row] = await database().execute<{ seconds: number }>(sql`
      select extract(epoch from start_after - now())::float8 as seconds from pgboss.job
      where data ->> 'mailId' = ${String(id)} and state = 'retry'`)
    return row?.seconds
  }
  await expect.poll(waitSeconds, { timeout: 10_000 }).toBeGreaterThan(5)
  expect(await waitSeconds()).toBeLessThan(31)
  await worker.stop()
})

it('ends a message as failed whose code is valid no longer, with the last response', async () => {
  const { find, send } = await sendTo(401)
  await send(addSeconds(now(), 601))
  expect(await find()).toMatchObject({ status: 'failed', content: null, error: reasonOf(401) })
})

it.each([400, 422])(
  'a message that the provider refuses with %i ends as failed, without a fault',
  async (status) => {
    const { find, error, logged } = await sendTo(status)
    expect(error).toBeUndefined()
    expect(await find()).toMatchObject({ status: 'failed', content: null, error: reasonOf(status) })
    expect(logged).toEqual([expect.not.objectContaining({ fault: expect.anything() })])
  },
)
