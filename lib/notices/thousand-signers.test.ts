import { and, eq, notLike } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeDatabase, openDatabase } from '#db/client'
import { mails } from '#db/schema/mail'
import { webhookMessages } from '#db/schema/webhooks'
import { read } from '#db/tenant'
import { isChainIntact } from '#lib/audit/chain'
import { startWorker } from '#lib/jobs/worker'
import { getProcess } from '#lib/processes/get'
import { listProcesses } from '#lib/processes/list'
import { ProcessFilters } from '#lib/processes/schema'
import { sendProcess } from '#lib/processes/send'
import { eventsOf } from '#lib/testing/ceremony'
import { addDraft } from '#lib/testing/modules'
import { makeTenant, type TestTenant } from '#lib/testing/tenant'
import { configureWebhook } from '#lib/webhooks/configure'
import { jobs } from '#lib/worker'

const MANY = 1000
/** So many events take a listener several jobs. */
const SIGNERS = 200
let statements: string[] = []

beforeAll(async () => {
  await openDatabase({ max: 4, debug: (_connection, query) => statements.push(query) })
})
afterAll(closeDatabase)

const people = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ email: `p${n}@example.com`, type: 'parallel' as const }))

/** Runs `work`; returns its result and the number of SQL statements. */
async function counted<T>(work: () => Promise<T>): Promise<{ answer: T; count: number }> {
  statements = []
  const answer = await work()
  return { answer, count: statements.length }
}

async function runProcess(count: number) {
  const tenant = await makeTenant()
  const made = await counted(() => addDraft(tenant, { signers: people(count) }))
  const sent = await counted(() => sendProcess(tenant.ctx, made.answer.id))
  const query = { ...ProcessFilters.parse({}), page: 1, per_page: 15 }
  const listed = await counted(() => listProcesses(tenant.ctx, query))
  const got = await counted(() => getProcess(tenant.ctx, made.answer.id))
  expect(got.answer.signers.filter(({ status }) => status === 'notified')).toHaveLength(count)
  return { tenant, id: made.answer.id, counts: [made.count, sent.count, listed.count, got.count] }
}

describe('a process of a thousand signers', () => {
  it('takes as many SQL statements as one of two signers', async () => {
    // The first run fills caches.
    await runProcess(2)
    const few = await runProcess(2)
    const many = await runProcess(MANY)
    // Up to five extra statements record the exceeded quota.
    for (const [index, count] of many.counts.entries()) {
      expect(count - few.counts[index]!).toBeLessThanOrEqual(5)
    }
    const trail = await eventsOf(many.tenant, many.id)
    expect(trail.filter(({ type }) => type === 'signature.invited')).toHaveLength(MANY)
    expect(isChainIntact(trail)).toBe(true)
  })

  it('emails every signer once and does not delay other tenants', { timeout: 120_000 }, async () => {
    const own = await makeTenant()
    const url = 'https://93.184.216.34/hook'
    await configureWebhook(own.ctx, { url, events: ['signature.created'], active: true })
    const other = await makeTenant()
    await sendProcess(own.ctx, (await addDraft(own, { signers: people(SIGNERS) })).id)
    await sendProcess(other.ctx, (await addDraft(other)).id)
    const recipientsOf = ({ ctx }: TestTenant) =>
      read(ctx, (reader) =>
        reader
          .select({ to: mails.recipient })
          .from(mails)
          .where(and(eq(mails.tenantId, ctx.tenantId), notLike(mails.recipient, 'ada.%'))),
      )
    const messagesOf = ({ ctx }: TestTenant) =>
      read(ctx, (reader) =>
        reader
          .select({ eventId: webhookMessages.eventId })
          .from(webhookMessages)
          .where(eq(webhookMessages.tenantId, ctx.tenantId)),
      )
    const worker = await startWorker({ 'audit.announce': { ...jobs['audit.announce']!, concurrency: 1 } })
    try {
      await expect.poll(async () => (await recipientsOf(other)).length, { timeout: 30_000 }).toBe(1)
      expect((await recipientsOf(own)).length).toBeLessThan(SIGNERS)
      await expect
        .poll(async () => (await recipientsOf(own)).length, { timeout: 90_000, interval: 500 })
        .toBe(SIGNERS)
      await expect.poll(async () => (await messagesOf(own)).length, { timeout: 30_000 }).toBe(SIGNERS)
    } finally {
      await worker.stop()
    }
    expect(new Set((await recipientsOf(own)).map(({ to }) => to)).size).toBe(SIGNERS)
    expect(new Set((await messagesOf(own)).map(({ eventId }) => eventId)).size).toBe(SIGNERS)
  })
})
