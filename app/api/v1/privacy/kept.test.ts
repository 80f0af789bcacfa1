import { expect, it } from 'vitest'
import { deleteUser } from '#lib/identity/users/delete-user'
import { getRequest } from '#lib/privacy/find'
import { requestErasure } from '#lib/privacy/request'
import { runRequest } from '#lib/privacy/run'
import { cancelProcess } from '#lib/processes/cancel'
import { getProcess } from '#lib/processes/get'
import { sendProcess } from '#lib/processes/send'
import { addDraft, addSent } from '#lib/testing/records/records'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'

async function erase(caller: TestTenant, email: string) {
  const { id } = await requestErasure(caller.ctx, { email })
  await runRequest({ tenantId: caller.tenantId, requestId: id })
  return getRequest(caller.ctx, id)
}

it('a process that is out for signature keeps the name of its creator until it ends', async () => {
  const tenant = await makeTenant()
  const ada = await tenant.addMember('user')
  const sent = await addSent(ada)
  await deleteUser(tenant.ctx, ada.user.id)
  const { status, kept } = await erase(tenant, ada.user.email)
  expect([status, kept!.processes_total]).toEqual(['completed', 1])
  expect(kept!.processes).toMatchObject([{ process_id: sent.id, reason: 'live', law: null, until: null }])
  const createdBy = async () => (await getProcess(tenant.ctx, sent.id)).created_by!.name
  expect(await createdBy()).toBe(ada.user.name)
  await cancelProcess(tenant.ctx, sent.id, {})
  expect((await erase(tenant, ada.user.email)).kept!.processes).toEqual([])
  expect(await createdBy()).toBe('Erased person')
})

it('who sends the draft of an erased person is its creator from then on', async () => {
  const tenant = await makeTenant()
  const ada = await tenant.addMember('user')
  const draft = await addDraft(ada)
  await deleteUser(tenant.ctx, ada.user.id)
  await erase(tenant, ada.user.email)
  expect((await getProcess(tenant.ctx, draft.id)).created_by!.name).toBe('Erased person')
  const { id, name } = tenant.user
  expect((await sendProcess(tenant.ctx, draft.id)).created_by).toEqual({ id, name })
})
