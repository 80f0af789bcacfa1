import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { tenants } from '#db/schema/identity'
import { manifestSignatures, vaultDocuments } from '#db/schema/vault'
import { read, write } from '#db/tenancy/tenant'
import { addDays, now } from '#lib/core/clock'
import type { Ctx } from '#lib/core/ctx'
import { documentReferences } from '#lib/document-references'
import type { DocumentReferences } from '#lib/documents/references'
import { createFolder } from '#lib/folders/create'
import { resumeTenant, suspendTenant } from '#lib/operator/change-tenant'
import { lockProcess } from '#lib/processes/load'
import { moveProcess } from '#lib/processes/move'
import { untilOtherWaits } from '#lib/testing/database/locks'
import { addCompleted } from '#lib/testing/records/completed'
import { loadVaultRows } from '#lib/testing/records/signing-session'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { announceEnds } from './announce-ends.ts'
import { deleteEnded, deleteVaultDocument } from './delete.ts'
import { downloadArchive } from './download/of-process.ts'
import { setLegalHold } from './legal-hold.ts'

/** Adds a completed process with one vault document, whose retention ended `days` ago. */
async function addEnded(tenant: TestTenant, days: number) {
  const process = await addCompleted(tenant)
  const [row] = await loadVaultRows(tenant, process.id)
  await write(tenant.ctx, (tx) =>
    tx
      .update(vaultDocuments)
      .set({ expiresAt: addDays(now(), -days) })
      .where(eq(vaultDocuments.id, row!.id)),
  )
  return row!
}

describe('deleteVaultDocument', () => {
  it('deletes the signatures over the manifests of the process, and no others', async () => {
    const tenant = await makeTenant()
    const [row, other] = [await addEnded(tenant, 1), await addEnded(tenant, 1)]
    for (const { processId } of [row, other])
      await (await downloadArchive(tenant.ctx, processId)).body().toArray()
    const findProcesses = () =>
      read(tenant.ctx, (reader) =>
        reader
          .select({ processId: manifestSignatures.processId })
          .from(manifestSignatures)
          .orderBy(manifestSignatures.processId),
      )
    expect(await findProcesses()).toEqual([{ processId: row.processId }, { processId: other.processId }])
    await deleteVaultDocument(tenant.ctx, row.id, documentReferences)
    expect(await findProcesses()).toEqual([{ processId: other.processId }])
  })
})

it.each<[string, (ctx: Ctx, id: number) => Promise<unknown>, object[]]>([
  ['deleteVaultDocument', (ctx, id) => deleteVaultDocument(ctx, id, documentReferences), []],
  ['setLegalHold', (ctx, id) => setLegalHold(ctx, id, { on: true }), [{ holdSetAt: expect.any(Date) }]],
])('%s waits for a concurrent move of the process without a deadlock', async (_, change, expected) => {
  const tenant = await makeTenant()
  const row = await addEnded(tenant, 1)
  const folder = await createFolder(tenant.ctx, { name: 'Contracts', access: 'everyone' })
  const changed = await write(tenant.ctx, async (tx) => {
    const process = await lockProcess(tx, tenant.ctx, row.processId)
    const promise = change(tenant.ctx, row.id)
    promise.catch(() => {})
    await untilOtherWaits(tx)
    await moveProcess(tx, tenant.ctx, process, folder.id, documentReferences)
    return { promise }
  })
  await changed.promise
  expect(await loadVaultRows(tenant, row.processId)).toMatchObject(expected)
})

describe('deleteEnded', () => {
  /** A tenant that deletes after retention, with three ended documents. */
  async function addTenantWithEnded() {
    const tenant = await makeTenant()
    await write(tenant.ctx, (tx) =>
      tx.update(tenants).set({ deleteAfterRetention: true }).where(eq(tenants.id, tenant.tenantId)),
    )
    const rows = [await addEnded(tenant, 3), await addEnded(tenant, 2), await addEnded(tenant, 1)] as const
    const remainingIds = async () =>
      (await Promise.all(rows.map((row) => loadVaultRows(tenant, row.processId)))).flat().map(({ id }) => id)
    return { tenant, rows, remainingIds }
  }

  it('deletes the other documents of a tenant when one fails, and then fails', async () => {
    const { rows, remainingIds } = await addTenantWithEnded()
    const [first] = rows
    const failing: DocumentReferences = {
      async neededFor(_tx, _ctx, documentId) {
        if (documentId === first.documentId) throw new Error('This document cannot be deleted.')
        return null
      },
    }
    await expect(deleteEnded(now(), [failing, ...documentReferences])).rejects.toMatchObject({
      message: '1 deletions failed.',
    })
    expect(await remainingIds()).toEqual([first.id])
  })

  it('leaves a document that is put under legal hold during the run, without failing', async () => {
    const { tenant, rows, remainingIds } = await addTenantWithEnded()
    const [first, second] = rows
    const holding: DocumentReferences = {
      async neededFor(_tx, _ctx, documentId) {
        if (documentId === first.documentId) await setLegalHold(tenant.ctx, second.id, { on: true })
        return null
      },
    }
    await deleteEnded(now(), [holding, ...documentReferences])
    expect(await remainingIds()).toEqual([second.id])
  })

  it.each([
    [null, 1],
    [7, 7],
  ])(
    'deletes nothing while the tenant is suspended, nor for the days of notice after it (%s)',
    async (endNoticeDays, days) => {
      const { tenant, rows, remainingIds } = await addTenantWithEnded()
      const ids = rows.map(({ id }) => id)
      const start = now()
      await write(tenant.ctx, (tx) =>
        tx.update(tenants).set({ endNoticeDays }).where(eq(tenants.id, tenant.tenantId)),
      )
      await announceEnds(addDays(start, -5))
      await suspendTenant(tenant.tenantId)
      await deleteEnded(start, documentReferences)
      expect(await remainingIds()).toEqual(ids)
      await resumeTenant(tenant.tenantId)
      await deleteEnded(addDays(start, days), documentReferences)
      expect(await remainingIds()).toEqual(ids)
      await deleteEnded(addDays(start, days + 0.1), documentReferences)
      expect(await remainingIds()).toEqual([])
    },
  )
})
