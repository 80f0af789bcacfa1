import { and, eq, notLike } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeDatabase, openDatabase } from '#db/connection/client'
import { mails } from '#db/schema/mail'
import { webhookMessages } from '#db/schema/webhooks'
import { read } from '#db/tenancy/tenant'
import { isChainIntact } from '#lib/audit/chain'
import { addDays, now } from '#lib/core/clock'
import { startWorker } from '#lib/jobs/worker'
import { getProcess } from '#lib/processes/get'
import { listProcesses } from '#lib/processes/list/list'
import { ProcessFilters } from '#lib/processes/list/schema'
import { expireDue } from '#lib/processes/scheduled'
import { sendProcess } from '#lib/processes/send'
import { updateProcess } from '#lib/processes/update'
import { addDraft } from '#lib/testing/records/records'
import { loadEvents } from '#lib/testing/records/signing-session'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { configureWebhook } from '#lib/webhooks/configure'
import { jobs } from '#lib/worker'

const THOUSAND = 1000
/** More events than a listener handles in one job. */
const SIGNERS = 200
let statements: string[] = []

beforeAll(async () => {
  await openDatabase({ max: 4, debug: (_connection, query) => statements.push(query) })
})
afterAll(closeDatabase)

const people = (count: number) =>
  Array.from({ length: count }, (_, number) => ({
    email: `p${number}@example.com`,
    type: 'parallel' as const,
  }))

/** Runs `callback`. @returns its result and the number of its SQL statements */
async function countStatements<T>(callback: () => Promise<T>): Promise<{ result: T; count: number }> {
  statements = []
  const result = await callback()
  return { result, count: statements.length }
}

async function runProcess(count: number) {
  const tenant = await makeTenant()
  const created = await countStatements(() => addDraft(tenant, { signers: people(count) }))
  const counted = await countStatements(() => sendProcess(tenant.ctx, created.result.id))
  const query = { ...ProcessFilters.parse({}), page: 1, per_page: 15 }
  const listed = await countStatements(() => listProcesses(tenant.ctx, query))
  const fetched = await countStatements(() => getProcess(tenant.ctx, created.result.id))
  expect(fetched.result.signers.filter(({ status }) => status === 'notified')).toHaveLength(count)
  return {
    tenant,
    id: created.result.id,
    counts: [created.count, counted.count, listed.count, fetched.count],
  }
}

describe('a process of a thousand signers', () => {
  it('needs as many SQL statements as one of two signers', { timeout: 120_000 }, async () => {
    // The first run fills caches.
    await runProcess(2)
    const twoSigners = await runProcess(2)
    const manySigners = await runProcess(THOUSAND)
    // Up to five extra statements record the exceeded quota.
    for (const [index, count] of manySigners.counts.entries()) {
      expect(count - twoSigners.counts[index]!).toBeLessThanOrEqual(5)
    }
    const trail = await loadEvents(manySigners.tenant, manySigners.id)
    expect(trail.filter(({ type }) => type === 'signature.invited')).toHaveLength(THOUSAND)
    expect(isChainIntact(trail)).toBe(true)
  })

  it('is extended by as many SQL statements as one of two signers', { timeout: 120_000 }, async () => {
    const extend = async (count: number) => {
      const tenant = await makeTenant()
      const { id } = await addDraft(tenant, { signers: people(count) })
      await sendProcess(tenant.ctx, id)
      await expireDue(addDays(now(), 91))
      const options = { expires_in_days: 30 }
      return (await countStatements(() => updateProcess(tenant.ctx, id, { options }))).count
    }
    await extend(2)
    // Up to five extra statements record the exceeded quota.
    expect((await extend(SIGNERS)) - (await extend(2))).toBeLessThanOrEqual(5)
  })

  it('emails every signer once and does not delay other tenants', { timeout: 120_000 }, async () => {
    const tenant = await makeTenant()
    const url = 'https://93.184.216.34/hook'
    await configureWebhook(tenant.ctx, { url, events: ['signature.created'], active: true })
    const otherTenant = await makeTenant()
    await sendProcess(tenant.ctx, (await addDraft(tenant, { signers: people(SIGNERS) })).id)
    await sendProcess(otherTenant.ctx, (await addDraft(otherTenant)).id)
    const getRecipients = ({ ctx }: TestTenant) =>
      read(ctx, (reader) =>
        reader
          .select({ to: mails.recipient })
          .from(mails)
          .where(and(eq(mails.tenantId, ctx.tenantId), notLike(mails.recipient, 'ada.%'))),
      )
    const getMessages = ({ ctx }: TestTenant) =>
      read(ctx, (reader) =>
        reader
          .select({ eventId: webhookMessages.eventId })
          .from(webhookMessages)
          .where(eq(webhookMessages.tenantId, ctx.tenantId)),
      )
    const worker = await startWorker({ 'audit.announce': { ...jobs['audit.announce']!, concurrency: 1 } })
    try {
      await expect.poll(async () => (await getRecipients(otherTenant)).length, { timeout: 30_000 }).toBe(1)
      expect((await getRecipients(tenant)).length).toBeLessThan(SIGNERS)
      await expect
        .poll(async () => (await getRecipients(tenant)).length, { timeout: 90_000, interval: 500 })
        .toBe(SIGNERS)
      await expect.poll(async () => (await getMessages(tenant)).length, { timeout: 30_000 }).toBe(SIGNERS)
    } finally {
      await worker.stop()
    }
    expect(new Set((await getRecipients(tenant)).map(({ to }) => to)).size).toBe(SIGNERS)
    expect(new Set((await getMessages(tenant)).map(({ eventId }) => eventId)).size).toBe(SIGNERS)
  })
})
