import { readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createCanvas } from '@napi-rs/canvas'
import { afterAll, expect, it } from 'vitest'
import { env } from '#lib/core/env'
import { documentReferences } from '#lib/document-references'
import { buildPdf } from '#lib/pdf/fixtures/build'
import { putBytes, readSize } from '#lib/storage/files'
import { addCompleted } from '#lib/testing/records/completed'
import { addDocument } from '#lib/testing/records/records'
import { loadFiles, loadVaultRows } from '#lib/testing/records/signing-session'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { closeThreads } from '#lib/workers/pdf-pool'
import { sweepFiles } from './sweep.ts'

afterAll(closeThreads)

/** A day in milliseconds, and a second because file times are coarse. */
const DAY = 86_401_000
const bytes = (text: string) => new TextEncoder().encode(text)
const folder = () => join(env().dataDir, 'files')
const isThere = async (tenant: TestTenant, sha256: string) =>
  (await readSize(tenant.tenantId, sha256)) !== null

async function filesOfTenant({ tenantId }: TestTenant): Promise<string[]> {
  const names = await readdir(join(folder(), String(tenantId)), { recursive: true })
  return names.filter((name) => name.includes('/')).sort()
}

it('removes files without a record, except those younger than a day', async () => {
  const tenant = await makeTenant()
  const { sha256 } = await putBytes(tenant.tenantId, bytes('left by a crash'))
  await sweepFiles(new Date(), documentReferences)
  expect(await isThere(tenant, sha256)).toBe(true)
  await sweepFiles(new Date(Date.now() + DAY), documentReferences)
  expect(await isThere(tenant, sha256)).toBe(false)
})

it('leaves every file of a completed process, its signature images, certificate and trail', async () => {
  const tenant = await makeTenant()
  const canvas = createCanvas(60, 20)
  canvas.getContext('2d').fillRect(5, 5, 30, 4)
  const image = `data:image/png;base64,${canvas.toBuffer('image/png').toString('base64')}`
  const process = await addCompleted(tenant, { signature: { method: 'drawn', image } })
  await addDocument(tenant, { bytes: buildPdf({ pages: [{ text: 'Only uploaded' }] }) })
  await sweepFiles(new Date(Date.now() + DAY), documentReferences)
  const before = await filesOfTenant(tenant)
  const orphan = await putBytes(tenant.tenantId, bytes('orphan'))
  await sweepFiles(new Date(Date.now() + DAY), documentReferences)
  expect(await isThere(tenant, orphan.sha256)).toBe(false)
  expect(await filesOfTenant(tenant)).toEqual(before)
  expect(await loadFiles(tenant, process.id)).toHaveLength(1)
  expect(await loadVaultRows(tenant, process.id)).toHaveLength(1)
  // The separate upload, the upload of the process, the sealed file, the image, the certificate and the trail.
  expect(before).toHaveLength(6)
})

it('does not confuse files of two tenants', async () => {
  const [firstTenant, otherTenant] = [await makeTenant(), await makeTenant()]
  const content = buildPdf({ pages: [{ text: 'In both' }] })
  const stored = await addDocument(firstTenant, { bytes: content })
  const { sha256 } = await putBytes(otherTenant.tenantId, content)
  expect(sha256).toBe(stored.sha256)
  await sweepFiles(new Date(Date.now() + DAY), documentReferences)
  expect([await isThere(firstTenant, sha256), await isThere(otherTenant, sha256)]).toEqual([true, false])
})

it('does not remove the file of a running upload with the same bytes as an old orphan', async () => {
  const tenant = await makeTenant()
  for (let round = 0; round < 5; round++) {
    const content = buildPdf({ pages: [{ text: `Round ${round}` }] })
    const { sha256 } = await putBytes(tenant.tenantId, content)
    const path = join(folder(), String(tenant.tenantId), sha256.slice(0, 2), sha256)
    const oldTime = new Date(Date.now() - 2 * DAY)
    await utimes(path, oldTime, oldTime)
    const [uploaded] = await Promise.all([
      addDocument(tenant, { bytes: content }),
      sweepFiles(new Date(), documentReferences),
    ])
    expect(await isThere(tenant, uploaded.sha256)).toBe(true)
  }
})

it('removes the remains of an interrupted copy', async () => {
  const tenant = await makeTenant()
  const { sha256 } = await putBytes(tenant.tenantId, bytes('whole'))
  const partialFile = join(folder(), String(tenant.tenantId), sha256.slice(0, 2), `${sha256}.4711.part`)
  await writeFile(partialFile, 'half')
  await sweepFiles(new Date(Date.now() + DAY), documentReferences)
  expect(await filesOfTenant(tenant)).toEqual([])
})
