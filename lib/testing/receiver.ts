import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { and, asc, eq } from 'drizzle-orm'
import { events } from '#db/schema/audit'
import { webhookLogs } from '#db/schema/webhooks'
import { read } from '#db/tenant'
import { dispatch } from '#lib/audit/announce'
import { moveClock, now } from '#lib/core/clock'
import type { Ctx } from '#lib/core/ctx'
import { env } from '#lib/core/env'
import { configureWebhook } from '#lib/webhooks/configure'
import { deliverDue } from '#lib/webhooks/delivery/deliver'
import { webhookListener } from '#lib/webhooks/delivery/listener'
import { NewWebhookInput } from '#lib/webhooks/schema'

/** A delivery as the integrator's server received it. */
export interface Received {
  path: string
  headers: IncomingHttpHeaders
  body: string
  /** The parsed payload. */
  payload: { type: string; data: Record<string, unknown> } & Record<string, unknown>
}

/** The response of the server: a status or a function. */
type Reaction = number | ((response: ServerResponse, received: Received) => void)

export interface Receiver {
  url: string
  received: Received[]
  /** Sets the next responses; the last one repeats. */
  answers(...reactions: Reaction[]): void
  close(): Promise<void>
}

/** A real HTTP server on this machine, allowed as a target. */
export async function openReceiver(): Promise<Receiver> {
  const received: Received[] = []
  let reactions: Reaction[] = [204]
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const call: Received = {
      path: request.url ?? '',
      headers: request.headers,
      body,
      payload: JSON.parse(body) as Received['payload'],
    }
    received.push(call)
    const reaction = reactions.length > 1 ? reactions.shift()! : reactions[0]!
    if (typeof reaction === 'function') reaction(response, call)
    else response.writeHead(reaction).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  env().webhookAllowedHosts.push(`127.0.0.1:${port}`)
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    answers(...input) {
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
  return configureWebhook(present(ctx), NewWebhookInput.parse({ url, events }))
}

/** The context of a request made now, by whatever the clock says. */
export function present(ctx: Ctx): Ctx {
  return { ...ctx, now: now() }
}

/** Dispatches all events and runs the deliveries, as the worker would. */
export async function dispatchToWebhooks({ ctx }: WithCtx): Promise<void> {
  const { tenantId } = ctx
  const happened = await read(ctx, (reader) =>
    reader
      .select({ id: events.id })
      .from(events)
      .where(eq(events.tenantId, tenantId))
      .orderBy(asc(events.id)),
  )
  for (const { id } of happened) await dispatch({ tenantId, eventId: id }, [webhookListener], now())
}

/** Runs the deliveries of a webhook until none is due. */
export async function deliver({ ctx }: WithCtx, webhookId: number): Promise<void> {
  const stop = new AbortController().signal
  for (let calls = -1, before = -2; calls !== before; ) {
    before = calls
    // As one that fails, too, is called.
    await deliverDue({ tenantId: ctx.tenantId, webhookId, failing: true }, stop)
    calls = (await callsOf({ ctx }, webhookId)).filter((log) => log.status !== 'pending').length
  }
}

/** Moves the clock to the next scheduled attempt and runs it; false when there is none. */
export async function advanceToNextAttempt({ ctx }: WithCtx, webhookId: number): Promise<boolean> {
  const pending = (await callsOf({ ctx }, webhookId)).filter((log) => log.status === 'pending')
  const due = pending.map((log) => log.dueAt.getTime()).filter((at) => at > now().getTime())
  if (due.length === 0) return false
  moveClock(Math.min(...due) - now().getTime() + 1)
  await deliver({ ctx }, webhookId)
  return true
}

/** The deliveries of a webhook, oldest first. */
export function callsOf({ ctx }: WithCtx, webhookId: number) {
  return read(ctx, (reader) =>
    reader
      .select()
      .from(webhookLogs)
      .where(and(eq(webhookLogs.tenantId, ctx.tenantId), eq(webhookLogs.webhookId, webhookId)))
      .orderBy(asc(webhookLogs.id)),
  )
}

/** A delayed response. */
export const slowly =
  (milliseconds: number, status = 204): Reaction =>
  async (response) => {
    await sleep(milliseconds)
    response.writeHead(status).end()
  }
