import { afterAll, expect, it } from 'vitest'
import { documents } from '#db/schema/documents'
import { RENAMED } from '#db/tenancy/personal-data'
import { read, write } from '#db/tenancy/tenant'
import { deleteUser } from '#lib/identity/users/delete-user'
import { addDocument } from '#lib/testing/records/records'
import { makeTenant } from '#lib/testing/users/tenant'
import { closeThreads } from '#lib/workers/pdf-pool'
import { documentData } from './personal-data.ts'

afterAll(closeThreads)

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
