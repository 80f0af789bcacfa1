import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { processDocuments } from '#db/schema/processes'
import { vaultDocuments } from '#db/schema/vault'
import { isFinished } from '#db/tenancy/cross-tenant-signed'
import { write } from '#db/tenancy/tenant'
import { env } from '#lib/core/env'
import { sha256Hex } from '#lib/core/ids'
import { documentReferences } from '#lib/document-references'
import { voidProcess } from '#lib/processes/void'
import { addCompleted } from '#lib/testing/records/completed'
import { loadFiles, loadVaultRows } from '#lib/testing/records/signing-session'
import { call } from '#lib/testing/service/call'
import { makeTenant } from '#lib/testing/users/tenant'
import { deleteVaultDocument } from '#lib/vault/delete'
import { GET } from './route.ts'

const ask = (sha256: string, address?: string) =>
  call(GET, { path: `/api/v1/verify?sha256=${sha256}`, ...(address && { address }) })

it('200 with the state of a completed file, by its hash alone', async () => {
  const tenant = await makeTenant()
  const { id, completed_at: completedAt } = await addCompleted(tenant)
  const sha256 = sha256Hex((await loadFiles(tenant, id))[0]!)
  const known = {
    sha256,
    organisation: expect.stringMatching(/^Tenant /),
    completed_at: completedAt,
    voided_at: null,
    test_mode: false,
  }
  expect((await ask(sha256.toUpperCase())).body.data).toEqual({ ...known, status: 'completed' })
  await voidProcess(tenant.ctx, id, { reason: 'Wrong rent' })
  expect((await ask(sha256)).body.data).toEqual({
    ...known,
    status: 'voided',
    voided_at: expect.stringMatching(/Z$/),
  })
})

it('200 by the hash in the certificate of completion, also after a renewal of time stamps and the deletion', async () => {
  const tenant = await makeTenant()
  const { id } = await addCompleted(tenant)
  const sha256 = sha256Hex((await loadFiles(tenant, id))[0]!)
  const renewed = { sha256: sha256Hex('longer') }
  await write(tenant.ctx, async (tx) => {
    await tx.update(vaultDocuments).set(renewed).where(eq(vaultDocuments.processId, id))
    await tx
      .update(processDocuments)
      .set({ currentSha256: renewed.sha256 })
      .where(eq(processDocuments.processId, id))
  })
  const [row] = await loadVaultRows(tenant, id)
  const askEach = async () => {
    for (const hash of [sha256, renewed.sha256])
      expect((await ask(hash)).body.data).toMatchObject({ sha256: hash, status: 'completed' })
    const files = [sha256, renewed.sha256, row!.certificateSha256, row!.trailSha256]
    expect(await Promise.all(files.map(isFinished))).toEqual([true, true, true, true])
  }
  await askEach()
  await write(tenant.ctx, (tx) =>
    tx
      .update(vaultDocuments)
      .set({ expiresAt: new Date(0) })
      .where(eq(vaultDocuments.processId, id)),
  )
  await deleteVaultDocument(tenant.ctx, row!.id, documentReferences)
  await askEach()
})

it('200 for a hash that is not known, also that of a file before the last step', async () => {
  const unknown = { status: 'unknown', organisation: null, completed_at: null, voided_at: null }
  expect((await ask('0'.repeat(64))).body.data).toMatchObject(unknown)
})

it('400 for what is no SHA-256', async () => {
  for (const text of ['', 'abc', 'g'.repeat(64)]) {
    const { status, body } = await ask(text)
    expect([status, Object.keys(body.error.errors)]).toEqual([400, ['sha256']])
  }
})

it('429 by the limit of /verify', async () => {
  const { rateLimits } = env()
  const limitBefore = rateLimits.verify
  rateLimits.verify = 1
  const statuses = [
    (await ask('0'.repeat(64), '203.0.113.78')).status,
    (await ask('0'.repeat(64), '203.0.113.78')).status,
  ]
  rateLimits.verify = limitBefore
  expect(statuses).toEqual([200, 429])
})
