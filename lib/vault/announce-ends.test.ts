import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { tenants } from '#db/schema/identity'
import { processes } from '#db/schema/processes'
import { vaultDocuments } from '#db/schema/vault'
import { read, write } from '#db/tenancy/tenant'
import { addDays } from '#lib/core/clock'
import { documentReferences } from '#lib/document-references'
import { updateAccount } from '#lib/identity/account/update-account'
import { addCompleted } from '#lib/testing/records/completed'
import { watchEmails } from '#lib/testing/records/mailbox'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { announceEnds } from './announce-ends.ts'
import { deleteEnded } from './delete.ts'
import { setLegalHold } from './legal-hold.ts'

let tenant: TestTenant
let newEmails: ReturnType<typeof watchEmails>

beforeEach(async () => {
  tenant = await makeTenant()
  newEmails = watchEmails(tenant)
})

const dayOf = (instant: Date) => instant.toISOString().slice(0, 10)
const formatDate = (instant: Date) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(instant)
/** Adds a document whose retention ends so many days from now. */
const addRetained = async (days: number, ctx = tenant.ctx) => {
  const process = await addCompleted({ ctx })
  const [row] = await write(tenant.ctx, (tx) =>
    tx
      .update(vaultDocuments)
      .set({ expiresAt: addDays(tenant.ctx.now, days) })
      .where(eq(vaultDocuments.processId, process.id))
      .returning(),
  )
  await newEmails()
  return row!.id
}
const subjectsOn = async (instant: Date) => {
  await announceEnds(instant)
  return (await newEmails()).map(({ to, subject }) => [to, subject])
}

it('what ends within the chosen days is announced once: to administrators and to the sender', async () => {
  const process = await addCompleted(tenant)
  const contractEnd = new Date('2031-03-31T12:00:00Z')
  const setEnd = (endsOn: string) =>
    write(tenant.ctx, (tx) =>
      tx
        .update(processes)
        .set({ metadata: { ends_on: endsOn } })
        .where(eq(processes.id, process.id)),
    )
  await setEnd(dayOf(contractEnd))
  await newEmails()
  expect(await subjectsOn(addDays(contractEnd, -1))).toEqual([])

  await updateAccount(tenant.ctx, { end_notice_days: 30 })
  const to = tenant.user.email
  expect(await subjectsOn(addDays(contractEnd, -31))).toEqual([])
  expect(await subjectsOn(addDays(contractEnd, -30))).toEqual([
    [to, `“${process.name}” ends on 31 March 2031`],
  ])
  expect(await subjectsOn(addDays(contractEnd, -29))).toEqual([])
  await setEnd('2031-04-02')
  expect(await subjectsOn(addDays(contractEnd, -20))).toEqual([
    [to, `“${process.name}” ends on 2 April 2031`],
  ])
  for (const wrong of ['2031-03-99', '2031-03-3x', '2031-03']) {
    await setEnd(wrong)
    expect(await subjectsOn(addDays(contractEnd, -1))).toEqual([])
  }

  const [row] = await write(tenant.ctx, (tx) => tx.select().from(vaultDocuments))
  const retentionEnd = row!.expiresAt
  expect(await subjectsOn(addDays(retentionEnd, -31))).toEqual([])
  expect(await subjectsOn(addDays(retentionEnd, -30))).toEqual([
    [to, expect.stringMatching(/^The retention of signed documents ends from /)],
  ])
  expect(await subjectsOn(addDays(retentionEnd, -29))).toEqual([])
})

describe('what ended while the service was off', () => {
  const addContract = async (end: Date, completedAt = tenant.ctx.now) => {
    const process = await addCompleted(tenant)
    await write(tenant.ctx, (tx) =>
      tx
        .update(processes)
        .set({ metadata: { ends_on: dayOf(end) }, completedAt })
        .where(eq(processes.id, process.id)),
    )
    await newEmails()
    return process
  }

  it('is announced late, once, for up to 31 days', async () => {
    const { ctx, user } = tenant
    await updateAccount(ctx, { end_notice_days: 1 })
    await announceEnds(ctx.now)
    await addContract(addDays(ctx.now, 8))
    const late = await addContract(addDays(ctx.now, 20))
    await addRetained(19.9)
    expect(await subjectsOn(addDays(ctx.now, 40))).toEqual(
      expect.arrayContaining([
        [user.email, `“${late.name}” ended on ${formatDate(addDays(ctx.now, 20))}`],
        [user.email, 'The retention of signed documents has ended'],
      ]),
    )
    expect(await subjectsOn(addDays(ctx.now, 41))).toEqual([])
  })

  it('is not announced if the contract was completed or notices were wanted later, nor at the first run', async () => {
    const { ctx } = tenant
    await announceEnds(addDays(ctx.now, -10))
    await addContract(addDays(ctx.now, -5), addDays(ctx.now, -8))
    await announceEnds(addDays(ctx.now, -1))
    await updateAccount(ctx, { end_notice_days: 1 })
    await addContract(addDays(ctx.now, 3), addDays(ctx.now, 4))
    expect(await subjectsOn(addDays(ctx.now, 10))).toEqual([])
    await addContract(addDays(ctx.now, 9))
    await write(ctx, (tx) =>
      tx.update(tenants).set({ endsAnnouncedOn: null }).where(eq(tenants.id, tenant.tenantId)),
    )
    expect(await subjectsOn(addDays(ctx.now, 12))).toEqual([])
  })
})

it('documents whose retention ended before notices were wanted are announced only if they are to be deleted', async () => {
  const { ctx, user } = tenant
  await addRetained(-40)
  await addRetained(-2)
  await updateAccount(ctx, { end_notice_days: 7 })
  expect(await subjectsOn(addDays(ctx.now, 0.1))).toEqual([])
  await updateAccount(ctx, { delete_after_retention: true })
  const announced = addDays(ctx.now, 0.2)
  expect(await subjectsOn(announced)).toEqual([
    [user.email, `Signed documents are deleted after ${formatDate(addDays(announced, 7))}`],
  ])
})

describe('with notices, a document', () => {
  const notices = 30
  let start: Date
  beforeEach(async () => {
    start = tenant.ctx.now
    await updateAccount(tenant.ctx, { delete_after_retention: true, end_notice_days: notices })
  })
  const countOn = async (instant: Date) => {
    await deleteEnded(instant, documentReferences)
    return (await write(tenant.ctx, (tx) => tx.select().from(vaultDocuments))).length
  }
  const noticeFrom = (instant: Date) => [
    [tenant.user.email, `Signed documents are deleted after ${formatDate(addDays(instant, notices))}`],
  ]

  it.each([
    ['ended', -3],
    ['was about to end', 2],
  ])(
    'whose retention %s while the service was off is announced late, and deleted so many days later',
    async (_, days) => {
      await addRetained(days)
      const announced = addDays(start, 0.1)
      expect(await countOn(start)).toBe(1)
      expect(await subjectsOn(announced)).toEqual(noticeFrom(announced))
      expect(await subjectsOn(addDays(announced, 1))).toEqual([])
      expect(await countOn(addDays(announced, notices))).toBe(1)
      expect(await countOn(addDays(announced, notices + 1))).toBe(0)
    },
  )

  /** Expects a document to be deleted so many days after another notice only. */
  const expectAnotherNotice = async (announced: Date) => {
    expect(await countOn(announced)).toBe(1)
    expect(await subjectsOn(announced)).toEqual(noticeFrom(announced))
    expect(await subjectsOn(addDays(announced, 1))).toEqual([])
    expect(await countOn(addDays(announced, notices))).toBe(1)
    expect(await countOn(addDays(announced, notices + 1))).toBe(0)
  }

  it.each([
    ['was switched on', false],
    ['was switched off and on', true],
  ])(
    'that was announced before the deletion %s is announced again, and deleted so many days later',
    async (_, deletes) => {
      await updateAccount(tenant.ctx, { delete_after_retention: deletes })
      await addRetained(2)
      expect(await subjectsOn(addDays(start, -1))).toHaveLength(1)
      await updateAccount(tenant.ctx, { delete_after_retention: false })
      await updateAccount(tenant.ctx, { delete_after_retention: true })
      await expectAnotherNotice(addDays(start, 50))
    },
  )

  it('stays until the day that its notice names has passed if no more notices are wanted, others are deleted', async () => {
    const id = await addRetained(-3)
    expect(await subjectsOn(start)).toEqual(noticeFrom(start))
    await addRetained(-3)
    await updateAccount(tenant.ctx, { end_notice_days: null })
    expect(await countOn(addDays(start, 1))).toBe(1)
    expect(await read(tenant.ctx, (reader) => reader.select().from(vaultDocuments))).toMatchObject([{ id }])
    expect(await countOn(addDays(start, notices))).toBe(1)
    expect(await countOn(addDays(start, notices + 1))).toBe(0)
  })

  it.each([
    ['after', -100],
    ['on the day before', 0.5],
  ])(
    'whose hold is released %s the end of its retention is announced again, and deleted so many days later',
    async (_, days) => {
      const id = await addRetained(days)
      expect(await subjectsOn(addDays(start, -1))).toEqual(noticeFrom(addDays(start, -1)))
      await setLegalHold(tenant.ctx, id, { on: true })
      expect(await countOn(addDays(start, 40))).toBe(1)
      await setLegalHold(tenant.ctx, id, { on: false })
      await expectAnotherNotice(addDays(start, 50))
    },
  )

  it.each<[string, (id: number) => Promise<unknown>]>([
    [
      'its hold was released',
      async (id) => {
        await setLegalHold(tenant.ctx, id, { on: true })
        await setLegalHold(tenant.ctx, id, { on: false })
      },
    ],
    [
      'the deletion was switched off and on',
      async () => {
        await updateAccount(tenant.ctx, { delete_after_retention: false })
        await updateAccount(tenant.ctx, { delete_after_retention: true })
      },
    ],
  ])(
    'stays until the day that its notice names has passed if %s since, and no more notices are wanted',
    async (_, change) => {
      const id = await addRetained(-3)
      const announced = addDays(start, -1)
      expect(await subjectsOn(announced)).toEqual(noticeFrom(announced))
      await change(id)
      await updateAccount(tenant.ctx, { end_notice_days: null })
      expect(await subjectsOn(addDays(start, 1))).toEqual([])
      expect(await countOn(addDays(start, 1))).toBe(1)
      expect(await countOn(addDays(announced, notices))).toBe(1)
      expect(await countOn(addDays(announced, notices + 1))).toBe(0)
    },
  )

  it('of test mode is deleted without', async () => {
    await addRetained(-3, { ...tenant.ctx, testMode: true })
    expect(await subjectsOn(start)).toEqual([])
    expect(await countOn(start)).toBe(0)
  })
})
