import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createCanvas } from '@napi-rs/canvas'
import { eq, inArray } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { documents, pendingFiles } from '#db/schema/documents'
import { read, write } from '#db/tenancy/tenant'
import { now } from '#lib/core/clock'
import { env } from '#lib/core/env'
import { sha256Hex } from '#lib/core/ids'
import { log } from '#lib/core/log'
import { registry } from '#lib/core/runtime/metrics'
import { documentReferences } from '#lib/document-references'
import { officePath } from '#lib/office/convert'
import { docx } from '#lib/office/fixtures/text-documents'
import { buildPdf } from '#lib/pdf/fixtures/build'
import { requestExport } from '#lib/privacy/request'
import { runRequest } from '#lib/privacy/run'
import { addAttachment } from '#lib/signing/attachments/attach'
import { enterSigning } from '#lib/signing/enter'
import { putBytes, readSize } from '#lib/storage/files'
import { store } from '#lib/storage/open-store'
import { stageStream } from '#lib/storage/stage'
import { makeStoreKey } from '#lib/storage/store'
import { UseTemplate } from '#lib/templates/input'
import { createFromTemplate } from '#lib/templates/use'
import { addCompleted, signAs } from '#lib/testing/records/completed'
import { addDocument, addTemplate } from '#lib/testing/records/records'
import { addOpenedLink, addSentProcess, loadRows, runRevisions } from '#lib/testing/records/signing-session'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { downloadCertificate, downloadSigned } from '#lib/vault/download/of-process'
import { closeThreads } from '#lib/workers/pdf-pool'
import { deleteDocument } from './delete.ts'
import { loadPicture } from './picture.ts'
import { purgeFile } from './purge.ts'
import { storeFiles } from './store-files.ts'
import { sweepFiles } from './sweep.ts'
import { fillWorkingSizes } from './working-size.ts'

let tenant: TestTenant
beforeAll(async () => {
  tenant = await makeTenant()
})
afterEach(() => void vi.restoreAllMocks())
afterAll(closeThreads)

const DAY = 86_401_000
const isThere = async (sha256: string) => (await readSize(tenant.tenantId, sha256)) !== null

async function countConnections(): Promise<number> {
  const used = /_database_connections\{state="used"\} (\d+)/.exec(await registry.metrics())
  return Number(used![1])
}

/** How many connections are in use during each call to the storage; one that is on its way back has a second. */
async function watchStorage(): Promise<number[]> {
  const files = await store()
  const inUse: number[] = []
  for (const name of ['put', 'read', 'modifiedAt'] as const) {
    const call = files[name] as (...parameters: unknown[]) => Promise<unknown>
    vi.spyOn(files, name as 'put').mockImplementation(async (...parameters) => {
      for (const end = Date.now() + 1000; (await countConnections()) > 0 && Date.now() < end; ) await sleep(5)
      inUse.push(await countConnections())
      return (await call(...parameters)) as boolean
    })
  }
  return inUse
}

const damagedPdf = (text: string) =>
  Buffer.from(
    Buffer.from(buildPdf({ pages: [{ text }] }))
      .toString('latin1')
      .replace(/startxref\n\d+/, 'startxref\n9'),
    'latin1',
  )

function drawSignature(width: number) {
  const canvas = createCanvas(width, 20)
  canvas.getContext('2d').fillRect(5, 5, 30, 4)
  const image = `data:image/png;base64,${canvas.toBuffer('image/png').toString('base64')}`
  return { method: 'drawn', image } as const
}

/** What stores or reads files, after its preparation. */
const operations: [string, () => Promise<() => Promise<unknown>>][] = [
  ['an upload', async () => () => addDocument(tenant, { bytes: damagedPdf('Uploaded') })],
  [
    'a process with a repaired document',
    async () => {
      const { id } = await addDocument(tenant, { bytes: damagedPdf('Attached') })
      return async () => runRevisions(tenant, await addSentProcess(tenant, { documents: [{ id }] }))
    },
  ],
  [
    'an attachment',
    async () => {
      const zones = [{ type: 'attachment', label: 'Passport' } as const]
      const { process, params } = await addOpenedLink(tenant, { zones })
      const field = process.fields.find(({ type }) => type === 'attachment')!
      const ctx = await enterSigning(params.token, { ...tenant.ctx, now: now() })
      const staged = await stageStream(tenant.tenantId, [buildPdf()], { maxBytes: 2 ** 20 })
      return () => addAttachment(ctx, field.id, { file: { ...staged, filename: 'passport.pdf' } })
    },
  ],
  [
    'a drawn signature, and its embedding',
    async () => {
      const { process } = await addOpenedLink(tenant)
      return async () => {
        await signAs(tenant, process.signers[0]!, { signature: drawSignature(60) })
        await runRevisions(tenant, process)
      }
    },
  ],
  [
    'a picture of page 1',
    async () => {
      const { sha256 } = await addDocument(tenant, { pages: [{ text: 'Drawn' }] })
      return () => loadPicture(tenant.ctx, sha256, 'page')
    },
  ],
  [
    'the download of a certificate of completion',
    async () => {
      const { id } = await addCompleted(tenant)
      return () => Promise.all([downloadCertificate(tenant.ctx, id), downloadSigned(tenant.ctx, id)])
    },
  ],
  [
    'an export of personal data',
    async () => {
      const { id } = await requestExport(tenant.ctx, { email: 'ada@example.com' })
      return () => runRequest({ tenantId: tenant.tenantId, requestId: id })
    },
  ],
]

describe('holds no connection to the database while the storage is asked:', () => {
  it.each(operations)('%s', async (_, prepare) => {
    const run = await prepare()
    const inUse = await watchStorage()
    await run()
    expect(inUse.length).toBeGreaterThan(0)
    expect(inUse.filter((count) => count > 0)).toEqual([])
  })

  it.skipIf(!officePath())('the use of a template of a DOCX with variables', async () => {
    const bytes = await docx({ text: 'Offer for [[customer]]' })
    const { id } = await addDocument(tenant, { bytes, filename: 'Offer.docx' })
    const template = await addTemplate(tenant, {
      documents: [{ id }],
      roles: [{ name: 'Customer' }],
      import_fields: true,
    })
    const signers = [{ role: 'Customer', name: 'Ada', email: 'ada@example.com' }]
    const input = UseTemplate.parse({ signers, values: { customer: 'ACME' } })
    const inUse = await watchStorage()
    await createFromTemplate(tenant.ctx, template.id, input)
    expect(inUse.length).toBeGreaterThan(0)
    expect(inUse.filter((count) => count > 0)).toEqual([])
  })
})

describe('a file between being stored and its record', () => {
  it('is removed neither by a purge nor by the sweep', async () => {
    const bytes = buildPdf({ pages: [{ text: 'Again' }] })
    const { id, sha256 } = await addDocument(tenant, { bytes })
    await deleteDocument(tenant.ctx, id, documentReferences)
    const left = await storeFiles(tenant.ctx, {
      hashes: [sha256],
      put: async () => {
        await putBytes(tenant.tenantId, bytes)
        await purgeFile({ tenantId: tenant.tenantId, sha256 }, documentReferences)
        // As an earlier upload left it: the sweep may see it before `put` has renewed it.
        const path = join(env().dataDir, 'files', makeStoreKey(tenant.tenantId, sha256))
        const oldTime = new Date(Date.now() - 2 * DAY)
        await utimes(path, oldTime, oldTime)
        await sweepFiles(new Date(), documentReferences)
        return isThere(sha256)
      },
      record: async (_, isLeft) => isLeft,
    })
    expect(left).toBe(true)
    await purgeFile({ tenantId: tenant.tenantId, sha256 }, documentReferences)
    expect(await isThere(sha256)).toBe(false)
  })

  it('is removed a day later after a crash, and then has no record', async () => {
    const bytes = new TextEncoder().encode('begun')
    const sha256 = sha256Hex(bytes)
    const crash = Promise.withResolvers<void>()
    const stored = Promise.withResolvers<void>()
    const storing = storeFiles(tenant.ctx, {
      hashes: [sha256],
      put: async () => {
        await putBytes(tenant.tenantId, bytes)
        stored.resolve()
        await crash.promise
      },
      record: async () => 'recorded',
    })
    await stored.promise
    await sweepFiles(new Date(), documentReferences)
    expect(await isThere(sha256)).toBe(true)
    await sweepFiles(new Date(Date.now() + DAY), documentReferences)
    expect(await isThere(sha256)).toBe(false)
    crash.resolve()
    await expect(storing).rejects.toMatchObject({ code: 'unavailable' })
  })

  it('has no record when it took longer than a day', async () => {
    const sha256 = sha256Hex(new TextEncoder().encode('slow'))
    const storing = storeFiles(tenant.ctx, {
      hashes: [sha256],
      put: () =>
        write(tenant.ctx, (tx) => tx.update(pendingFiles).set({ createdAt: new Date(Date.now() - DAY) })),
      record: async () => 'recorded',
    })
    await expect(storing).rejects.toMatchObject({ code: 'unavailable' })
  })

  it('does not wait for a removal that hangs of another file, also where a killed process left a row', async () => {
    const { id, sha256 } = await addDocument(tenant, { pages: [{ text: 'Hanging' }] })
    await deleteDocument(tenant.ctx, id, documentReferences)
    await write(tenant.ctx, (tx) =>
      tx
        .insert(pendingFiles)
        .values({ tenantId: tenant.tenantId, sha256, createdAt: new Date(Date.now() - DAY) }),
    )
    const hanging = Promise.withResolvers<void>()
    const removing = Promise.withResolvers<void>()
    vi.spyOn(await store(), 'remove').mockImplementation(() => {
      removing.resolve()
      return hanging.promise
    })
    const purge = purgeFile({ tenantId: tenant.tenantId, sha256 }, documentReferences)
    await removing.promise
    const hashes = [sha256Hex(new TextEncoder().encode('other'))]
    expect(
      await storeFiles(tenant.ctx, { hashes, put: async () => {}, record: async () => 'recorded' }),
    ).toBe('recorded')
    hanging.resolve()
    await purge
    await sweepFiles(new Date(), documentReferences)
    expect(await read(tenant.ctx, (reader) => reader.$count(pendingFiles))).toBe(0)
  })

  it('waits without a connection while the same file is being removed', async () => {
    const { id, sha256 } = await addDocument(tenant, { pages: [{ text: 'Removed' }] })
    await deleteDocument(tenant.ctx, id, documentReferences)
    const files = await store()
    const hanging = Promise.withResolvers<void>()
    const { remove } = files
    const removing = Promise.withResolvers<void>()
    vi.spyOn(files, 'remove').mockImplementation(async (key) => {
      removing.resolve()
      await hanging.promise
      await remove(key)
    })
    const purge = purgeFile({ tenantId: tenant.tenantId, sha256 }, documentReferences)
    await removing.promise
    const put = vi.fn(async () => {})
    const storing = storeFiles(tenant.ctx, { hashes: [sha256], put, record: async () => 'recorded' })
    await vi.waitFor(async () => expect(await countConnections()).toBe(1))
    expect(put).not.toHaveBeenCalled()
    hanging.resolve()
    await purge
    expect(await storing).toBe('recorded')
  })

  it('of a failure is removed, unless a record references it', async () => {
    const { sha256 } = await addDocument(tenant, { pages: [{ text: 'Kept' }] })
    const failing = storeFiles(tenant.ctx, {
      hashes: [sha256],
      put: async () => {},
      record: () => Promise.reject(new Error('no record')),
    })
    await expect(failing).rejects.toThrow('no record')
    await purgeFile({ tenantId: tenant.tenantId, sha256 }, documentReferences)
    expect(await isThere(sha256)).toBe(true)
  })
})

it('knows the size of a repaired file of an earlier version after the nightly job', async () => {
  const { id } = await addDocument(tenant, { bytes: damagedPdf('Of before') })
  const isDocument = eq(documents.id, id)
  const load = async () =>
    (await read(tenant.ctx, (reader) => reader.select().from(documents).where(isDocument)))[0]!
  const { workingSize } = await load()
  expect(workingSize).toBeGreaterThan(0)
  await write(tenant.ctx, (tx) => tx.update(documents).set({ workingSize: null }).where(isDocument))
  await fillWorkingSizes()
  expect((await load()).workingSize).toBe(workingSize)
})

it('knows the sizes of other repaired files where the storage does not give that of one', async () => {
  const ids: number[] = []
  for (const text of ['Kept back', 'Given']) {
    const { id } = await addDocument(tenant, { bytes: damagedPdf(text) })
    ids.push(id)
  }
  const load = () =>
    read(tenant.ctx, (reader) =>
      reader.select().from(documents).where(inArray(documents.id, ids)).orderBy(documents.id),
    )
  const before = await load()
  await write(tenant.ctx, (tx) => tx.update(documents).set({ workingSize: null }))
  const files = await store()
  const readStored = files.read.bind(files)
  vi.spyOn(files, 'read').mockImplementation((key, ...range) =>
    key.includes(before[0]!.workingSha256) ? Promise.reject(new Error('403')) : readStored(key, ...range),
  )
  const logError = vi.spyOn(log(), 'error').mockImplementation(() => {})
  await fillWorkingSizes()
  expect((await load()).map(({ workingSize }) => workingSize)).toEqual([null, before[1]!.workingSize])
  expect(logError).toHaveBeenCalledTimes(1)
})

it('signs a valid submission only with its images stored, and stores none of a refused one', async () => {
  const { process } = await addOpenedLink(tenant)
  const signature = drawSignature(61)
  const put = vi.spyOn(await store(), 'put')
  const consent = { version: 'another', accepted: true } as const
  await expect(signAs(tenant, process.signers[0]!, { signature, consent })).rejects.toThrow()
  expect(put).not.toHaveBeenCalled()
  await signAs(tenant, process.signers[0]!, { signature })
  const { signers } = await loadRows(tenant, process.id)
  expect(await isThere(signers[0]!.signature!.imageSha256!)).toBe(true)
  expect(await read(tenant.ctx, (reader) => reader.$count(pendingFiles))).toBe(0)
})
