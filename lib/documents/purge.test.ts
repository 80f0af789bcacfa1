import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { BACKUP_LOCK } from '#db/backup-lock'
import { connect } from '#db/connection/client'
import { sha256Hex } from '#lib/core/ids'
import { documentReferences } from '#lib/document-references'
import { defineJob } from '#lib/jobs/define'
import { startWorker } from '#lib/jobs/worker'
import { buildPdf } from '#lib/pdf/fixtures/build'
import { cancelProcess } from '#lib/processes/cancel'
import { getProcess } from '#lib/processes/get'
import { getBytes, readSize } from '#lib/storage/files'
import { addCompleted } from '#lib/testing/records/completed'
import { addDocument, addDraft } from '#lib/testing/records/records'
import { addLink, loadRows, loadVaultRows } from '#lib/testing/records/signing-session'
import { makeTenant } from '#lib/testing/users/tenant'
import { closeThreads } from '#lib/workers/pdf-pool'
import { deleteDocument } from './delete.ts'
import { documentJobs } from './jobs.ts'
import { FILE_GRACE_SECONDS, type PurgeJob, purgeFiles } from './purge.ts'

afterAll(closeThreads)

const run = { id: '1', attempt: 0, signal: new AbortController().signal }
const purge = (tenantId: number, sha256: string) =>
  documentJobs(documentReferences)['documents.purge']!.handle({ tenantId, hashes: [sha256] }, run)

it('removes the bytes of a deleted document', async () => {
  const tenant = await makeTenant()
  const { id, sha256, size } = await addDocument(tenant)
  await purge(tenant.tenantId, sha256)
  expect(await readSize(tenant.tenantId, sha256)).toBe(size)
  await deleteDocument(tenant.ctx, id, documentReferences)
  await purge(tenant.tenantId, sha256)
  expect(await readSize(tenant.tenantId, sha256)).toBeNull()
})

it('leaves the files of a deleted document readable for those who began to read them', async () => {
  const tenant = await makeTenant()
  const { id } = await addDocument(tenant)
  await addDraft(tenant, { documents: [{ id }] })
  await deleteDocument(tenant.ctx, id, documentReferences)
  const database = connect(process.env.DATABASE_URL!, { max: 1 })
  const jobs = await database`
    select extract(epoch from start_after - created_on)::float as seconds from pgboss.job
    where name = 'documents.purge' and (data->>'tenantId')::bigint = ${tenant.tenantId}`
  expect(jobs.map(({ seconds }) => seconds > FILE_GRACE_SECONDS - 60)).toEqual([true])
  await database.end()
})

it('removes the revisions of a deleted document in processes that ended unsigned, which show the deletion', async () => {
  const tenant = await makeTenant()
  const document = await addDocument(tenant, { pages: [{ text: 'In ended processes' }] })
  const documents = [{ id: document.id }]
  const draft = await addDraft(tenant, { documents })
  const { process: sent } = await addLink(tenant, { documents })
  const [prepared] = (await loadRows(tenant, sent.id)).documents
  for (const { id } of [draft, sent]) await cancelProcess(tenant.ctx, id, {})
  await deleteDocument(tenant.ctx, document.id, documentReferences)
  for (const { id } of [draft, sent])
    expect((await getProcess(tenant.ctx, id)).documents).toMatchObject([
      { id: document.id, deleted_at: expect.stringMatching(/Z$/) },
    ])
  const database = connect(process.env.DATABASE_URL!, { max: 1 })
  for (const sha256 of [document.sha256, prepared!.currentSha256]) {
    const jobs =
      await database`select from pgboss.job where name = 'documents.purge' and data->'hashes' ? ${sha256}`
    expect(jobs.length).toBeGreaterThan(0)
    await purge(tenant.tenantId, sha256)
    expect(await readSize(tenant.tenantId, sha256)).toBeNull()
  }
  await database.end()
})

it('keeps files while a backup is made, and removes them later', async () => {
  const tenant = await makeTenant()
  const { id, sha256, size } = await addDocument(tenant)
  await deleteDocument(tenant.ctx, id, documentReferences)
  const backup = connect(process.env.DATABASE_URL!, { max: 1 })
  try {
    await backup`select pg_advisory_lock(${BACKUP_LOCK})`
    await purge(tenant.tenantId, sha256)
    expect(await readSize(tenant.tenantId, sha256)).toBe(size)
    const [later] =
      await backup`select data, start_after > now() + interval '9 minutes' as later from pgboss.job
      where name = 'documents.purge' and data->'hashes' ? ${sha256} order by created_on desc limit 1`
    expect(later!.later).toBe(true)
  } finally {
    await backup.end()
  }
  await purge(tenant.tenantId, sha256)
  expect(await readSize(tenant.tenantId, sha256)).toBeNull()
})

it('keeps bytes that another record references', async () => {
  const tenant = await makeTenant()
  const bytes = buildPdf({ pages: [{ text: 'Twice' }] })
  const [first, second] = [await addDocument(tenant, { bytes }), await addDocument(tenant, { bytes })]
  expect(first.sha256).toBe(second.sha256)
  await addDraft(tenant, { documents: [{ id: second.id }] })
  await deleteDocument(tenant.ctx, first.id, documentReferences)
  await purge(tenant.tenantId, first.sha256)
  expect(await readSize(tenant.tenantId, first.sha256)).toBe(bytes.length)
})

it('keeps the bytes of a concurrent upload of the same file', async () => {
  const tenant = await makeTenant()
  const bytes = buildPdf({ pages: [{ text: 'At once' }] })
  for (let round = 0; round < 5; round++) {
    const deleted = await addDocument(tenant, { bytes })
    await deleteDocument(tenant.ctx, deleted.id, documentReferences)
    const [stored] = await Promise.all([
      addDocument(tenant, { bytes }),
      purge(tenant.tenantId, deleted.sha256),
      purge(tenant.tenantId, deleted.sha256),
    ])
    expect(await readSize(tenant.tenantId, stored.sha256)).toBe(bytes.length)
    await deleteDocument(tenant.ctx, stored.id, documentReferences)
  }
})

it('removes the files of uploads that failed after storing, and no others', async () => {
  const tenant = await makeTenant()
  // PostgreSQL stores no NUL character: recording the event fails.
  const failingTenant = { ctx: { ...tenant.ctx, requestId: '\0' } }
  const unused = buildPdf({ pages: [{ text: 'Unused' }] })
  const used = buildPdf({ pages: [{ text: 'Used' }] })
  const damagedFile = Buffer.from(
    Buffer.from(unused)
      .toString('latin1')
      .replace(/startxref\n\d+/, 'startxref\n9'),
    'latin1',
  )
  await addDocument(tenant, { bytes: used })
  for (const bytes of [unused, used, damagedFile])
    await expect(addDocument(failingTenant, { bytes })).rejects.toThrow('Failed query')
  const sizes = () => Promise.all([unused, used].map((bytes) => readSize(tenant.tenantId, sha256Hex(bytes))))
  expect(await sizes()).toEqual([unused.length, used.length])
  const purgedFor: number[] = []
  const handle = async (job: PurgeJob) => {
    await purgeFiles(job, documentReferences)
    purgedFor.push(job.tenantId)
  }
  const worker = await startWorker({ 'documents.purge': defineJob({ handle }) })
  // The job of the damaged file has two: the upload and its repaired copy.
  while (purgedFor.filter((tenantId) => tenantId === tenant.tenantId).length < 3) await sleep(20)
  await worker.stop(5000)
  expect(await sizes()).toEqual([null, used.length])
})

it('keeps a vault file when an upload of the same bytes is deleted', async () => {
  const tenant = await makeTenant()
  const [stored] = await loadVaultRows(tenant, (await addCompleted(tenant)).id)
  for (const sha256 of [stored!.certificateSha256, stored!.trailSha256]) {
    const bytes = await getBytes(tenant.tenantId, sha256)
    const document = await addDocument(tenant, { bytes, filename: 'certificate.pdf' })
    expect(document.sha256).toBe(sha256)
    await deleteDocument(tenant.ctx, document.id, documentReferences)
    await purge(tenant.tenantId, sha256)
    expect(await readSize(tenant.tenantId, sha256)).toBe(bytes.length)
  }
})
