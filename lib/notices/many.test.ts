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
/** More events than a listener handles in several jobs. */
const SEVERAL = 200
let statements: string[] = []

beforeAll(async () => {
  await openDatabase({ max: 4, debug: (_connection, query) => statements.push(query) })
})
afterAll(closeDatabase)

const people = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ email: `p${n}@example.com`, type: 'parallel' as const }))

/** How many statements `work` took, beside its answer. */
async function counted<T>(work: () => Promise<T>): Promise<{ answer: T; count: number }> {
  statements = []
  const answer = await work()
  return { answer, count: statements.length }
}

async function journey(count: number) {
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
  it('is made, sent, listed and read with as many statements as one of two', async () => {
    await journey(2)
    const few = await journey(2)
    const many = await journey(MANY)
    // Five more record that the tenant's signatures are used up.
    for (const [index, count] of many.counts.entries()) {
      expect(count - few.counts[index]!).toBeLessThanOrEqual(5)
    }
    const trail = await eventsOf(many.tenant, many.id)
    expect(trail.filter(({ type }) => type === 'signature.invited')).toHaveLength(MANY)
    expect(isChainIntact(trail)).toBe(true)
  })

  it('is sent to everyone once, without delaying others', { timeout: 120_000 }, async () => {
    const own = await makeTenant()
    const url = 'https://93.184.216.34/hook'
    await configureWebhook(own.ctx, { url, events: ['signature.created'], active: true })
    const other = await makeTenant()
    await sendProcess(own.ctx, (await addDraft(own, { signers: people(SEVERAL) })).id)
    await sendProcess(other.ctx, (await addDraft(other)).id)
    const written = ({ ctx }: TestTenant) =>
      read(ctx, (reader) =>
        reader
          .select({ to: mails.recipient })
          .from(mails)
          .where(and(eq(mails.tenantId, ctx.tenantId), notLike(mails.recipient, 'ada.%'))),
      )
    const mailsOf = ({ ctx }: TestTenant) =>
      read(ctx, (reader) =>
        reader
          .select({ eventId: webhookMessages.eventId })
          .from(webhookMessages)
          .where(eq(webhookMessages.tenantId, ctx.tenantId)),
      )
    const worker = await startWorker({ 'audit.announce': { ...jobs['audit.announce']!, concurrency: 1 } })
    try {
      await expect.poll(async () => (await written(other)).length, { timeout: 30_000 }).toBe(1)
      expect((await written(own)).length).toBeLessThan(SEVERAL)
      await expect
        .poll(async () => (await written(own)).length, { timeout: 90_000, interval: 500 })
        .toBe(SEVERAL)
      await expect.poll(async () => (await mailsOf(own)).length, { timeout: 30_000 }).toBe(SEVERAL)
    } finally {
      await worker.stop()
    }
    expect(new Set((await written(own)).map(({ to }) => to)).size).toBe(SEVERAL)
    expect(new Set((await mailsOf(own)).map(({ eventId }) => eventId)).size).toBe(SEVERAL)
  })
})
