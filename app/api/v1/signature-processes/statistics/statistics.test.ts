import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { processes } from '#db/schema/processes'
import { write } from '#db/tenancy/tenant'
import { addDays } from '#lib/core/clock'
import { documentReferences } from '#lib/document-references'
import { createFolder } from '#lib/folders/create'
import type { ProcessStatistics } from '#lib/processes/schema'
import { updateProcess } from '#lib/processes/update'
import { addDraft, addSent } from '#lib/testing/records/records'
import { call } from '#lib/testing/service/call'
import { itIsGuarded } from '#lib/testing/service/guards'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import * as statisticsRoute from './route.ts'

itIsGuarded('/signature-processes/statistics', statisticsRoute)

const statistics = async (caller: { token: string }) =>
  (await call<{ data: ProcessStatistics }>(statisticsRoute.GET, { as: caller })).body.data
const setRow = (tenant: TestTenant, id: number, patch: Partial<typeof processes.$inferInsert>) =>
  write(tenant.ctx, (tx) => tx.update(processes).set(patch).where(eq(processes.id, id)))

it('200 with the processes by status and by month of the last twelve', async () => {
  const tenant = await makeTenant()
  await addDraft(tenant)
  await addSent(tenant)
  const [second, third] = [await addSent(tenant), await addSent(tenant)]
  const now = new Date()
  const thisMonth = now.toISOString().slice(0, 7)
  const startOfMonth = new Date(`${thisMonth}-01T00:00:00Z`)
  const previousMonth = addDays(startOfMonth, -1).toISOString().slice(0, 7)
  await setRow(tenant, second.id, {
    sentAt: new Date(startOfMonth.getTime() - 1),
    completedAt: startOfMonth,
    status: 'completed',
  })
  await setRow(tenant, third.id, { sentAt: addDays(now, -800) })
  const { by_status, by_month } = await statistics(tenant)
  expect(by_status).toMatchObject({ draft: 1, sent: 2, in_progress: 0, completed: 1, voided: 0 })
  expect(by_month).toHaveLength(12)
  expect(by_month.slice(-2)).toEqual([
    { month: previousMonth, sent: 1, completed: 0 },
    { month: thisMonth, sent: 1, completed: 1 },
  ])
  expect(by_month.slice(0, -2).every(({ sent, completed }) => sent + completed === 0)).toBe(true)
})

it('200 with the months of a process that was declared void: sent, but no longer completed', async () => {
  const tenant = await makeTenant()
  const { id } = await addSent(tenant)
  const lastMonth = async () => {
    const { sent, completed } = (await statistics(tenant)).by_month.at(-1)!
    return { sent, completed }
  }
  await setRow(tenant, id, { status: 'completed', completedAt: new Date() })
  expect(await lastMonth()).toEqual({ sent: 1, completed: 1 })
  await setRow(tenant, id, { status: 'voided', voidedAt: new Date() })
  expect(await lastMonth()).toEqual({ sent: 1, completed: 0 })
})

it('200 without the processes of folders that the user has no access to, also after a move', async () => {
  const tenant = await makeTenant()
  const member = await tenant.addMember('user')
  const [{ id }] = [await addSent(tenant), await addSent(tenant)]
  const getSent = async (caller: { token: string }) => {
    const { by_status, by_month } = await statistics(caller)
    return [by_status.sent, by_month.at(-1)!.sent]
  }
  expect(await getSent(member)).toEqual([2, 2])
  const folder = await createFolder(tenant.ctx, { name: 'Board', access: [] })
  await updateProcess(tenant.ctx, id, { folder_id: folder.id }, documentReferences)
  expect(await getSent(member)).toEqual([1, 1])
  expect(await getSent(tenant)).toEqual([2, 2])
})

it('200 with live and test mode, and tenants, separated', async () => {
  const tenant = await makeTenant()
  await addDraft(await tenant.addKey({ testMode: true }))
  await addDraft(await makeTenant())
  expect((await statistics(tenant)).by_status).toMatchObject({ draft: 0 })
  expect((await statistics(await tenant.addKey({ testMode: true }))).by_status).toMatchObject({ draft: 1 })
})
