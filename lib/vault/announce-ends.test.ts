import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { processes } from '#db/schema/processes'
import { vaultDocuments } from '#db/schema/vault'
import { write } from '#db/tenancy/tenant'
import { addDays } from '#lib/core/clock'
import { documentReferences } from '#lib/document-references'
import { updateAccount } from '#lib/identity/account/update-account'
import { addCompleted } from '#lib/testing/records/completed'
import { watchEmails } from '#lib/testing/records/mailbox'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { closeThreads } from '#lib/workers/pdf-pool'
import { announceEnds } from './announce-ends.ts'
import { deleteEnded } from './delete.ts'
import { setLegalHold } from './legal-hold.ts'

let tenant: TestTenant
let newEmails: ReturnType<typeof watchEmails>

beforeEach(async () => {
  tenant = await makeTenant()
  newEmails = watchEmails(tenant)
})

afterAll(closeThreads)

const dayOf = (instant: Date) => instant.toISOString().slice(0, 10)
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

it('a document whose hold is released after its retention has ended is announced, and deleted so many days later', async () => {
  const { ctx } = tenant
  await addCompleted(tenant)
  await updateAccount(ctx, { delete_after_retention: true, end_notice_days: 30 })
  const released = ctx.now
  const [row] = await write(ctx, (tx) =>
    tx
      .update(vaultDocuments)
      .set({ expiresAt: addDays(released, -100) })
      .returning(),
  )
  await setLegalHold(ctx, row!.id, { on: true })
  await setLegalHold(ctx, row!.id, { on: false })
  await newEmails()

  const countOn = async (instant: Date) => {
    await deleteEnded(instant, documentReferences)
    return (await write(ctx, (tx) => tx.select().from(vaultDocuments))).length
  }
  expect(await countOn(addDays(released, 0.5))).toBe(1)
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
  expect(await subjectsOn(addDays(released, 0.6))).toEqual([
    [tenant.user.email, `The retention of signed documents ends from ${day.format(addDays(released, 30))}`],
  ])
  expect(await subjectsOn(addDays(released, 1.6))).toEqual([])
  expect(await countOn(addDays(released, 29.5))).toBe(1)
  expect(await countOn(addDays(released, 30.5))).toBe(0)
})
