import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { and, asc, eq } from 'drizzle-orm'
import { webhookLogs } from '#db/schema/webhooks'
import { read } from '#db/tenancy/tenant'
import { moveClock, now } from '#lib/core/clock'
import type { Ctx } from '#lib/core/ctx'
import { env } from '#lib/core/env'
import { configureWebhook } from '#lib/webhooks/configure'
import { deliverDue } from '#lib/webhooks/delivery/deliver'
import { webhookListener } from '#lib/webhooks/delivery/listener'
import { NewWebhookInput } from '#lib/webhooks/schema'
import { dispatchAll } from '../records/announcements.ts'

/** A delivery as the integrator's server received it. */
export interface ReceivedDelivery {
  path: string
  headers: IncomingHttpHeaders
  body: string
  /** The parsed payload. */
  payload: { type: string; data: Record<string, unknown> } & Record<string, unknown>
}

/** The response of the server: a status or a function. */
type Reaction = number | ((response: ServerResponse, received: ReceivedDelivery) => void)

export interface Receiver {
  url: string
  received: ReceivedDelivery[]
  /** Sets the next responses; the last one repeats. */
  respondWith(...reactions: Reaction[]): void
  close(): Promise<void>
}

/** Starts an HTTP server on this machine, as one of the allowed hosts of webhooks. */
export async function openReceiver(): Promise<Receiver> {
  const received: ReceivedDelivery[] = []
  let reactions: Reaction[] = [204]
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const delivery: ReceivedDelivery = {
      path: request.url ?? '',
      headers: request.headers,
      body,
      payload: JSON.parse(body) as ReceivedDelivery['payload'],
    }
    received.push(delivery)
    const reaction = reactions.length > 1 ? reactions.shift()! : reactions[0]!
    if (typeof reaction === 'function') reaction(response, delivery)
    else response.writeHead(reaction).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  env().webhookAllowedHosts.push(`127.0.0.1:${port}`)
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    respondWith(...input) {
      reactions = input
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

type WithCtx = { ctx: Ctx }

/** A webhook of the tenant. */
export function addWebhook({ ctx }: WithCtx, url: string, events: string[] = ['*']) {
  return configureWebhook(ctxNow(ctx), NewWebhookInput.parse({ url, events }))
}

/** The context of a request that is made now, by the clock of the test. */
export function ctxNow(ctx: Ctx): Ctx {
  return { ...ctx, now: now() }
}

/** Dispatches all events and runs the deliveries, as the worker would. */
export async function dispatchToWebhooks({ ctx }: WithCtx): Promise<void> {
  await dispatchAll(ctx, webhookListener)
}

/** Runs the deliveries of a webhook until none is due. */
export async function deliver({ ctx }: WithCtx, webhookId: number): Promise<void> {
  const stop = new AbortController().signal
  for (let attempted = -1, attemptedBefore = -2; attempted !== attemptedBefore; ) {
    attemptedBefore = attempted
    // A `failing` run also attempts a webhook whose last attempt failed.
    await deliverDue({ tenantId: ctx.tenantId, webhookId, failing: true }, stop)
    attempted = (await loadDeliveries({ ctx }, webhookId)).filter((log) => log.status !== 'pending').length
  }
}

/** Moves the clock to the next scheduled attempt and runs it; false when there is none. */
export async function advanceToNextAttempt({ ctx }: WithCtx, webhookId: number): Promise<boolean> {
  const pending = (await loadDeliveries({ ctx }, webhookId)).filter((log) => log.status === 'pending')
  const dueLater = pending.map((log) => log.dueAt.getTime()).filter((time) => time > now().getTime())
  if (dueLater.length === 0) return false
  moveClock(Math.min(...dueLater) - now().getTime() + 1)
  await deliver({ ctx }, webhookId)
  return true
}

/** The deliveries of a webhook, oldest first. */
export function loadDeliveries({ ctx }: WithCtx, webhookId: number) {
  return read(ctx, (reader) =>
    reader
      .select()
      .from(webhookLogs)
      .where(and(eq(webhookLogs.tenantId, ctx.tenantId), eq(webhookLogs.webhookId, webhookId)))
      .orderBy(asc(webhookLogs.id)),
  )
}

/** A response after a delay. */
export const respondAfter =
  (milliseconds: number, status = 204): Reaction =>
  async (response) => {
    await sleep(milliseconds)
    response.writeHead(status).end()
  }
