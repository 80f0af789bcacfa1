import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { documents } from '#db/schema/documents'
import { LAST_ID, RENAMED } from '#db/tenancy/personal-data'
import { read, write } from '#db/tenancy/tenant'
import { deleteUser } from '#lib/identity/users/delete-user'
import { untilOtherWaits } from '#lib/testing/database/locks'
import { addDocument } from '#lib/testing/records/records'
import { makeTenant } from '#lib/testing/users/tenant'
import { documentData } from './personal-data.ts'

it('renames the documents of a deleted user in batches, each in a short transaction', async () => {
  const tenant = await makeTenant()
  const member = await tenant.addMember('user')
  await addDocument(tenant)
  await addDocument(member)
  const rows = await read(tenant.ctx, (reader) => reader.select().from(documents))
  const { id: _, ...row } = rows.find(({ createdById }) => createdById === member.user.id)!
  await write(tenant.ctx, (tx) => tx.insert(documents).values(Array.from({ length: 449 }, () => row)))
  await deleteUser(tenant.ctx, member.user.id)
  const person = { tenantId: tenant.tenantId, email: member.user.email }
  const [rename] = documentData.erase!
  const batches: number[] = []
  do {
    const erased = await write(tenant.ctx, (tx) => rename!(tx, tenant.ctx, person, 1))
    batches.push(erased[RENAMED]!)
  } while (batches.at(-1)! > 0)
  expect(batches).toEqual([200, 200, 50, 0])
  const names = await read(tenant.ctx, (reader) =>
    reader.selectDistinct({ name: documents.createdByName }).from(documents),
  )
  expect(names.map(({ name }) => name).sort()).toEqual(['Erased person', tenant.user.name].sort())
})

it('leaves a row that names somebody else by the time it is locked, and goes on after the last one', async () => {
  const tenant = await makeTenant()
  const member = await tenant.addMember('user')
  const { id } = await addDocument(member)
  const { id: nextId } = await addDocument(member)
  await deleteUser(tenant.ctx, member.user.id)
  const person = { tenantId: tenant.tenantId, email: member.user.email }
  const [rename] = documentData.erase!
  const run = (afterId?: number) => write(tenant.ctx, (tx) => rename!(tx, tenant.ctx, person, 1, afterId))
  const { renaming } = await write(tenant.ctx, async (tx) => {
    const { id: createdById, name: createdByName } = tenant.user
    await tx.update(documents).set({ createdById, createdByName }).where(eq(documents.id, id))
    const batch = run()
    await untilOtherWaits(tx)
    return { renaming: batch }
  })
  expect(await renaming).toEqual({ [RENAMED]: 1, [LAST_ID]: nextId })
  const rows = await read(tenant.ctx, (reader) => reader.select().from(documents).orderBy(documents.id))
  expect(rows.map(({ createdByName }) => createdByName)).toEqual([tenant.user.name, 'Erased person'])
  await write(tenant.ctx, (tx) =>
    tx.update(documents).set({ createdById: member.user.id }).where(eq(documents.id, id)),
  )
  expect(await run(nextId)).toEqual({ [RENAMED]: 0, [LAST_ID]: nextId })
  expect(await run()).toEqual({ [RENAMED]: 1, [LAST_ID]: id })
})
