import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createCanvas } from '@napi-rs/canvas'
import { afterAll, expect, it, onTestFinished, vi } from 'vitest'
import { BACKUP_LOCK } from '#db/backup-lock'
import { connect } from '#db/connection/client'
import { env } from '#lib/core/env'
import { sha256Hex } from '#lib/core/ids'
import { log } from '#lib/core/log'
import { faults, forgetFaults } from '#lib/core/runtime/faults'
import { inheritedInstallationKey, setInstallationKey } from '#lib/core/secretbox'
import { documentReferences } from '#lib/document-references'
import { buildPdf } from '#lib/pdf/fixtures/build'
import { putBytes, readSize } from '#lib/storage/files'
import { makeHeader, SALT_BYTES } from '#lib/storage/format'
import { makeStoreKey } from '#lib/storage/store'
import { addCompleted } from '#lib/testing/records/completed'
import { addDocument } from '#lib/testing/records/records'
import { loadFiles, loadVaultRows } from '#lib/testing/records/signing-session'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { closeThreads } from '#lib/workers/pdf-pool'
import type { DocumentReferences } from './references.ts'
import { sweepFiles } from './sweep.ts'

afterAll(closeThreads)

/** A day in milliseconds, and a second because file times are coarse. */
const DAY = 86_401_000
const bytes = (text: string) => new TextEncoder().encode(text)
const folder = () => join(env().dataDir, 'files')
const isThere = async (tenant: TestTenant, sha256: string) =>
  (await readSize(tenant.tenantId, sha256)) !== null

const getPath = ({ tenantId }: TestTenant, sha256: string) => join(folder(), makeStoreKey(tenantId, sha256))

/** An empty file as another installation stores it. */
async function storeByOther(tenant: TestTenant, sha256: string): Promise<void> {
  const ownKey = inheritedInstallationKey()!
  setInstallationKey(randomBytes(32))
  const header = makeHeader(randomBytes(SALT_BYTES), { tenantId: tenant.tenantId, sha256, size: 0 })
  setInstallationKey(ownKey)
  const path = getPath(tenant, sha256)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, Buffer.concat([header, Buffer.alloc(16)]))
}

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
    const path = getPath(tenant, sha256)
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
  await writeFile(`${getPath(tenant, sha256)}.4711.part`, 'half')
  const ofSomeoneElse = join(folder(), 'backups.part')
  await writeFile(ofSomeoneElse, 'whole')
  await sweepFiles(new Date(Date.now() + DAY), documentReferences)
  expect(await filesOfTenant(tenant)).toEqual([])
  expect(await readFile(ofSomeoneElse, 'utf8')).toBe('whole')
  await rm(ofSomeoneElse)
})

it('leaves files that another installation stored or with a damaged header, and reports them', async () => {
  const tenant = await makeTenant()
  const foreign = sha256Hex('of another installation')
  await storeByOther(tenant, foreign)
  const damaged = await putBytes(tenant.tenantId, bytes('damaged'))
  const path = getPath(tenant, damaged.sha256)
  const content = await readFile(path)
  content[10]! ^= 1
  await writeFile(path, content)
  const cutOff = await putBytes(tenant.tenantId, bytes('cut off'))
  await writeFile(getPath(tenant, cutOff.sha256), '')
  const own = await putBytes(tenant.tenantId, bytes('own'))
  const logged = vi.spyOn(log(), 'error').mockImplementation(() => {})
  const ended = vi.spyOn(log(), 'warn').mockImplementation(() => {})
  onTestFinished(() => void vi.restoreAllMocks())
  forgetFaults()

  await sweepFiles(new Date(Date.now() + DAY), documentReferences)
  const left = [foreign, damaged.sha256, cutOff.sha256]
  expect((await filesOfTenant(tenant)).map((name) => name.slice(3)).sort()).toEqual(left.toSorted())
  expect(await isThere(tenant, own.sha256)).toBe(false)
  const { todo } = faults.foreign_files
  const example = expect.stringMatching(`^${tenant.tenantId}/`)
  expect(logged.mock.calls.map(([data]) => data)).toEqual([
    { fault: 'foreign_files', todo, files: 3, example },
  ])

  for (const sha256 of left) await rm(getPath(tenant, sha256))
  await sweepFiles(new Date(Date.now() + DAY), documentReferences)
  expect(ended.mock.calls.map(([data]) => data)).toMatchObject([{ fault: 'foreign_files', count: 1 }])
})

it('waits for the end of a backup, unless it is stopped', async () => {
  const tenant = await makeTenant()
  const { sha256 } = await putBytes(tenant.tenantId, bytes('left by a crash'))
  const backup = connect(process.env.DATABASE_URL!, { max: 1 })
  await backup`select pg_advisory_lock(${BACKUP_LOCK})`
  const stopped = new AbortController()
  const sweep = (signal?: AbortSignal) =>
    sweepFiles(new Date(Date.now() + DAY), documentReferences, { signal })
  const sweeps = [sweep(), sweep(stopped.signal)]
  await sleep(200)
  stopped.abort()
  await expect(sweeps[1]).rejects.toThrow('aborted')
  expect(await isThere(tenant, sha256)).toBe(true)
  await backup.end()
  await sweeps[0]
  expect(await isThere(tenant, sha256)).toBe(false)
})

it('asks for the images of thousands of files at once', async () => {
  const tenant = await makeTenant()
  for (let index = 0; index < 2001; index++) await storeByOther(tenant, sha256Hex(`file ${index}`))
  const asked: number[] = []
  const references: DocumentReferences = {
    imagesInUse: async (_, tenantId, hashes) => {
      if (tenantId === tenant.tenantId) asked.push(hashes.length)
      return hashes
    },
  }
  await sweepFiles(new Date(Date.now() + DAY), [...documentReferences, references])
  expect(asked).toEqual([2001])
})
