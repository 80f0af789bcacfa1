import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { processes } from '#db/schema/processes'
import { write } from '#db/tenancy/tenant'
import { createFolder } from '#lib/folders/create'
import type { CreateFolder } from '#lib/folders/schema'
import { removeSigner } from '#lib/processes/signers/correct'
import { addLink } from '#lib/testing/records/signing-session'
import { callFromNewIp as call } from '#lib/testing/service/call'
import { makeTenant } from '#lib/testing/users/tenant'
import * as signingRoute from './[token]/route.ts'

type Body = { data: { process: { sender: { email: string } } }; error: object }

it('names as the sender who can open the process: its folder is for the sender, everyone or others', async () => {
  const tenant = await makeTenant()
  const sender = await tenant.addMember('user')
  const open = async (link: { token: string }) => (await call<Body>(signingRoute.GET, { params: link })).body
  const signers = [{ email: 'ada@example.com' }, { email: 'bob@example.com' }]
  const { process, params } = await addLink({ ...tenant, ...sender }, { signers })
  const readSender = async () => (await open(params)).data.process.sender.email
  expect(await readSender()).toBe(sender.user.email)
  const { ctx } = tenant
  for (const [access, email] of [
    [[sender.user.id], sender.user.email],
    ['everyone', sender.user.email],
    [[], tenant.user.email],
  ] satisfies [CreateFolder['access'], string][]) {
    const folder = await createFolder(ctx, { name: `Folder ${access}`, access })
    await write(ctx, (tx) =>
      tx.update(processes).set({ folderId: folder.id }).where(eq(processes.id, process.id)),
    )
    expect(await readSender()).toBe(email)
  }
  await removeSigner(ctx, process.id, process.signers[0]!.id)
  expect((await open(params)).error).toMatchObject({
    reason: 'link_replaced',
    sender: { email: tenant.user.email },
  })
})
