import { rm, symlink } from 'node:fs/promises'
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { closeDatabase, connect, openDatabase } from '#db/connection/client'
import { processDocuments } from '#db/schema/processes'
import { read, write } from '#db/tenancy/tenant'
import { appendChangedHeads } from '#lib/audit/log/append'
import { findLoggedHead } from '#lib/audit/log/proof'
import { moveClock, now } from '#lib/core/clock'
import { env } from '#lib/core/env'
import { log } from '#lib/core/log'
import { faults } from '#lib/core/runtime/faults'
import { documentReferences } from '#lib/document-references'
import { deleteDocument } from '#lib/documents/delete'
import { FILE_GRACE_SECONDS } from '#lib/documents/purge'
import { errorText } from '#lib/messages/errors'
import { PadesError } from '#lib/pades/error'
import { verifyPdf } from '#lib/pades/verify'
import { parseFieldName, topFields } from '#lib/pdf/fields/fields'
import { loadPdf } from '#lib/pdf/file/load'
import { cancelProcess } from '#lib/processes/cancel'
import { getProcess } from '#lib/processes/get'
import { putBytes, readSize, remove } from '#lib/storage/files'
import { stagingFolder } from '#lib/storage/store'
import { addCompleted, signAs } from '#lib/testing/records/completed'
import { watchEmails } from '#lib/testing/records/mailbox'
import {
  addOpenedLink,
  addSentProcess,
  loadEvents,
  loadFiles,
  loadRows,
  loadVaultRows,
  runRevisions,
  typedSignature,
} from '#lib/testing/records/signing-session'
import { withStampers } from '#lib/testing/servers/stamper'
import { makeTenant } from '#lib/testing/users/tenant'
import { unzip } from '#lib/testing/values/unzip'
import { downloadArchive } from '#lib/vault/download/of-process'
import { closeThreads } from '#lib/workers/pdf-pool'
import { enterSigning } from '../enter.ts'
import { SignInput } from '../schema.ts'
import { signProcess } from '../sign.ts'
import { verifyStoredFile } from '../verify/verify.ts'
import { StaleRevision } from './context.ts'
import { recordRevisionError, recordTooHeavy } from './run.ts'

afterAll(closeThreads)
afterEach(() => void vi.unstubAllEnvs())

const INTERNAL_ERROR = 'Something went wrong on our side. It will be retried.'

it('shows the sender that sealing fails, without details of the storage', async () => {
  const tenant = await makeTenant()
  const { id } = await addSentProcess(tenant)
  const { documents } = await loadRows(tenant, id)
  await remove(tenant.tenantId, documents[0]!.currentSha256)
  await expect(runRevisions(tenant, { id })).rejects.toThrow('is missing')
  expect((await loadRows(tenant, id)).process.sealError).toEqual(errorText('failures.internalErrorRetried'))
  const failed = (await loadEvents(tenant, id)).filter(({ type }) => type === 'process.seal_failed')
  expect(failed.map(({ data }) => data.reason)).toEqual([INTERNAL_ERROR])
})

it('shows the sender that the storage fails while a revision is written', async () => {
  const tenant = await makeTenant()
  const { id } = await addSentProcess(tenant)
  await rm(stagingFolder(), { recursive: true, force: true })
  await symlink('/sys', stagingFolder())
  try {
    await expect(runRevisions(tenant, { id })).rejects.toMatchObject({ code: 'unavailable' })
  } finally {
    await rm(stagingFolder())
  }
  expect((await loadRows(tenant, id)).process.sealError).toEqual(errorText('failures.storageUnavailable'))
  await runRevisions(tenant, { id })
  expect((await loadRows(tenant, id)).process.sealError).toBeNull()
})

it('stores the revision of the first of three concurrent workers, and refuses the others', async () => {
  const tenant = await makeTenant()
  const { id } = await addSentProcess(tenant)
  const outcomes = await Promise.allSettled(Array.from({ length: 3 }, () => runRevisions(tenant, { id })))
  expect(outcomes.map(({ status }) => status)).toContain('fulfilled')
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(StaleRevision)
  const { process, documents } = await loadRows(tenant, id)
  expect([process.sealError, documents[0]?.revision]).toEqual([null, 1])
  const types = (await loadEvents(tenant, id)).map(({ type }) => type)
  expect(types.filter((type) => type === 'process.prepared')).toHaveLength(1)
  expect(types).not.toContain('process.seal_failed')
})

it('signs and completes with the present time where the process was sent before the clock was set back', async () => {
  const hours = 5 * 3600 * 1000
  moveClock(hours)
  const tenant = await makeTenant()
  const { process, params } = await addOpenedLink(tenant)
  await runRevisions(tenant, process)
  moveClock(-hours)
  const requestMeta = { now: now(), requestId: 'req_test', address: null, userAgent: null, locale: 'en' }
  await signProcess(await enterSigning(params.token, requestMeta), SignInput.parse(typedSignature()))
  await runRevisions(tenant, process)
  const { signatures } = await verifyPdf((await loadFiles(tenant, process.id))[0]!)
  const { completedAt } = (await loadRows(tenant, process.id)).process
  const times = [completedAt, ...signatures.slice(1).map(({ signedAt }) => signedAt)].map(
    (at) => new Date(at!),
  )
  expect(times.filter((at) => at > now())).toEqual([])
})

it.each([
  [1, [{ name: 'Ada' }]],
  [2, [{ name: 'Ada' }, { name: 'Bob' }]],
])(
  'signs and seals with the present time where the first of %i signed before the clock was set back',
  async (_, people) => {
    const hour = 3600 * 1000
    const tenant = await makeTenant()
    const { id } = await withStampers('internal', async () => {
      const sent = await addSentProcess(tenant, { signers: people })
      await runRevisions(tenant, sent)
      moveClock(hour)
      await signAs(tenant, sent.signers[0]!)
      moveClock(-hour)
      await runRevisions(tenant, sent)
      for (const signer of sent.signers.slice(1)) {
        await signAs(tenant, signer)
        await runRevisions(tenant, sent)
      }
      return sent
    })
    const { completedAt } = (await loadRows(tenant, id)).process
    expect(completedAt!.getTime()).toBeLessThanOrEqual(now().getTime())
    const [file] = await loadVaultRows(tenant, id)
    const { verdict, signatures } = await verifyStoredFile(
      { ...tenant.ctx, now: now() },
      { filename: 'signed.pdf', size: file!.size, sha256: file!.sha256 },
    )
    expect(verdict).toBe('unchanged')
    expect(new Set(signatures.map(({ indication }) => indication))).toEqual(new Set(['TOTAL_PASSED']))
    expect(signatures.filter(({ signed_at: at }) => new Date(at!) > now())).toEqual([])
  },
)

it('stores the certificate of a signer together with the revision that it signed', async () => {
  const owner = connect(env().databaseUrl!, { max: 1 })
  const tenant = await makeTenant()
  const { process, params } = await addOpenedLink(tenant)
  const { id } = process
  await signProcess(await enterSigning(params.token, tenant.ctx), SignInput.parse(typedSignature()))
  await owner.unsafe(`create function refuse() returns trigger language plpgsql as 'begin raise exception ''no''; end';
    create trigger refuse before insert on signer_certificates for each row execute function refuse()`)
  await expect(runRevisions(tenant, { id })).rejects.toThrow()
  expect((await loadRows(tenant, id)).signers[0]!.embeddedAt).toBeNull()
  await owner.unsafe('drop function refuse() cascade')
  await runRevisions(tenant, { id })
  const { process: completed, signers } = await loadRows(tenant, id)
  expect([completed.status, completed.sealError]).toEqual(['completed', null])
  const rows = await owner`select serial from signer_certificates where signer_id = ${signers[0]!.id}`
  const sealed = (await loadEvents(tenant, id)).find(({ type }) => type === 'signature.sealed')
  expect(rows.map(({ serial }) => serial)).toEqual([sealed!.data.certificate_serial])
  await owner.end()
})

it('seals a process also when the transparency log was altered, without a proof', async () => {
  const owner = connect(env().databaseUrl!, { max: 1 })
  const alterLog = () =>
    owner.begin(async (tx) => {
      await tx`set local session_replication_role = replica`
      await tx`update log_leaves set hash = reverse(hash) where index = 0`
    })
  const tenant = await makeTenant()
  await addCompleted(tenant)
  await alterLog()
  const { id } = await addCompleted(tenant)
  expect((await loadRows(tenant, id)).process.status).toBe('completed')
  const find = () => read(tenant.ctx, (reader) => findLoggedHead(reader, { process: id }))
  expect(await find()).toBeNull()
  await alterLog()
  await appendChangedHeads(now())
  expect(await find()).not.toBeNull()
  await owner.end()
})

it('seals a process, and has its package, also when the log has lost the checkpoint of a logged head', async () => {
  const owner = connect(env().databaseUrl!, { max: 1 })
  const tenant = await makeTenant()
  const { process, params } = await addOpenedLink(tenant)
  const { id } = process
  await appendChangedHeads(now())
  await owner.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`create table saved_checkpoints as table log_checkpoints`
    await tx`delete from log_checkpoints`
  })
  const logError = vi.spyOn(log(), 'error').mockImplementation(() => {})
  await signProcess(await enterSigning(params.token, tenant.ctx), SignInput.parse(typedSignature()))
  await runRevisions(tenant, { id })
  expect((await loadRows(tenant, id)).process.status).toBe('completed')
  const download = await downloadArchive(tenant.ctx, id)
  const manifest = unzip(Buffer.concat(await download.body().toArray())).get('manifest.json')!
  expect(JSON.parse(manifest.toString()).log).toBeNull()
  expect(logError.mock.calls.map(([, text]) => text)).toContain(faults.evidence_altered.message)
  logError.mockRestore()
  await owner.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`insert into log_checkpoints select * from saved_checkpoints on conflict do nothing`
    await tx`drop table saved_checkpoints`
  })
  await owner.end()
})

it('has no transaction open while the documents are created', async () => {
  const tenant = await makeTenant()
  await openDatabase({ max: 1 })
  const { id } = await addCompleted(tenant)
  expect((await loadRows(tenant, id)).process.status).toBe('completed')
  await closeDatabase()
})

it('shows the sender errors of the PDF engines, but no database errors', async () => {
  const tenant = await makeTenant()
  const job = { tenantId: tenant.tenantId, processId: (await addSentProcess(tenant)).id }
  const databaseError = await write(tenant.ctx, (tx) => tx.execute(sql`select 1 / 0`)).catch((error) => error)
  expect(databaseError.message).toContain('select')
  await recordRevisionError(job, databaseError)
  expect((await loadRows(tenant, job.processId)).process.sealError).toEqual(
    errorText('failures.internalErrorRetried'),
  )
  await recordRevisionError(
    job,
    new PadesError('invalid_revision', errorText('failures.revisionNotValid', { reason: 'digest' })),
  )
  expect((await loadRows(tenant, job.processId)).process.sealError).toEqual(
    errorText('failures.revisionNotValid', { reason: 'digest' }),
  )
})

it('notifies the sender of a document that cannot be signed, and retries until the process ends', async () => {
  const tenant = await makeTenant()
  const newEmails = watchEmails(tenant)
  const process = await addSentProcess(tenant)
  const { sha256 } = await putBytes(tenant.tenantId, Buffer.from('%PDF-1.7 nothing more'))
  await write(tenant.ctx, (tx) =>
    tx
      .update(processDocuments)
      .set({ currentSha256: sha256 })
      .where(eq(processDocuments.processId, process.id)),
  )
  await newEmails()
  for (let attempt = 0; attempt < 2; attempt++) {
    await expect(runRevisions(tenant, process)).rejects.toMatchObject({ code: 'no_increment' })
  }
  expect(await getProcess(tenant.ctx, process.id)).toMatchObject({
    status: 'sent',
    seal_blocked: true,
    seal_error: expect.stringContaining('cannot be opened'),
  })
  const [email, ...otherEmails] = await newEmails()
  expect(otherEmails).toEqual([])
  expect(email).toMatchObject({
    to: tenant.user.email,
    subject: 'Action needed: Agreement cannot be signed',
  })
  expect(email!.text).toMatch(/cannot be opened/)
  expect(email!.text).toContain(`/processes/${process.id}`)

  await cancelProcess(tenant.ctx, process.id, {})
  const cancellationEmails = await newEmails()
  expect(cancellationEmails.map(({ to }) => to)).toEqual(['signer1@example.com'])
  expect(cancellationEmails[0]!.text).toContain('cannot be signed for a technical reason')
  await recordRevisionError(
    { tenantId: tenant.tenantId, processId: process.id },
    new PadesError('invalid_revision', errorText('failures.revisionWithoutSignature')),
  )
  expect(await getProcess(tenant.ctx, process.id)).toMatchObject({
    status: 'cancelled',
    seal_blocked: false,
    seal_error: null,
  })
  expect(await newEmails()).toEqual([])
})

it('draws no initials where a signer left optional ones out', async () => {
  const tenant = await makeTenant()
  const { process, params } = await addOpenedLink(tenant, {
    zones: [{ type: 'initials', required: false }],
  })
  await signProcess(await enterSigning(params.token, tenant.ctx), SignInput.parse(typedSignature()))
  await runRevisions(tenant, process)
  const [file] = await loadFiles(tenant, process.id)
  const field = topFields(await loadPdf(file!)).find(({ name }) => parseFieldName(name)?.role === 'initials')!
  expect(field.dict.getString('V')?.asString() ?? '').toBe('')
})

it('embeds no signature in a document that was deleted after the process had ended', async () => {
  const tenant = await makeTenant()
  const { process, params } = await addOpenedLink(tenant)
  await signProcess(await enterSigning(params.token, tenant.ctx), SignInput.parse(typedSignature()))
  await cancelProcess(tenant.ctx, process.id, {})
  await deleteDocument(tenant.ctx, process.documents[0]!.id, documentReferences)
  const before = await loadRows(tenant, process.id)
  await runRevisions(tenant, process)
  expect(await loadRows(tenant, process.id)).toEqual(before)
})

it('blocks a process whose job ended every process that ran it, and says why', async () => {
  const tenant = await makeTenant()
  const { id: processId } = await addSentProcess(tenant)
  await recordTooHeavy({ tenantId: tenant.tenantId, processId })
  expect((await loadRows(tenant, processId)).process).toMatchObject({
    sealError: { message: expect.stringContaining('may need more memory than this installation has') },
    sealBlocked: true,
  })
})

it('blocks a process whose signature image cannot be placed', async () => {
  const tenant = await makeTenant()
  const { id: processId } = await addSentProcess(tenant)
  const text = errorText('failures.pictureDamaged')
  // As the error of a thread.
  const error = Object.assign(new Error(), { name: 'ImageError', text })
  await recordRevisionError({ tenantId: tenant.tenantId, processId }, error)
  expect((await loadRows(tenant, processId)).process).toMatchObject({
    sealError: text,
    sealBlocked: true,
  })
})

it.each([5 * 3_600_000, -5 * 3_600_000, 61_500])(
  'seals nothing while the clock is %i ms off, tells why, and goes on once it is set',
  async (offset) => {
    const tenant = await makeTenant()
    const process = await addSentProcess(tenant)
    vi.stubEnv('CLOCK_OFFSET_MS', String(offset))
    await expect(runRevisions(tenant, process)).rejects.toMatchObject({ code: 'unavailable' })
    const waiting = await loadRows(tenant, process.id)
    expect([waiting.documents[0]?.revision, waiting.process.sealBlocked]).toEqual([0, false])
    expect(waiting.process.sealError).toEqual(errorText('refusals.serverClockWrong'))
    vi.stubEnv('CLOCK_OFFSET_MS', '0')
    await runRevisions(tenant, process)
    const sealed = await loadRows(tenant, process.id)
    expect([sealed.documents[0]?.revision, sealed.process.sealError]).toEqual([1, null])
    const times = (await loadEvents(tenant, process.id)).map(({ occurredAt }) => occurredAt.getTime())
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(Math.abs(times.at(-1)! - Date.now())).toBeLessThan(60_000)
  },
)

it('leaves replaced revisions readable for those who began to read them', async () => {
  const tenant = await makeTenant()
  await addCompleted(tenant)
  const jobs = await write(tenant.ctx, (tx) =>
    tx.execute<{ hashes: string[]; seconds: number }>(sql`
      select data->'hashes' as hashes, extract(epoch from start_after - created_on)::float as seconds
      from pgboss.job where name = 'documents.purge' and (data->>'tenantId')::bigint = ${tenant.tenantId}`),
  )
  // One for the run of the job that embeds and seals: of the prepared file and the signed one.
  expect(jobs.map(({ hashes }) => hashes.length)).toEqual([2])
  for (const { hashes, seconds } of jobs) {
    expect(seconds).toBeGreaterThan(FILE_GRACE_SECONDS - 60)
    for (const sha256 of hashes) expect(await readSize(tenant.tenantId, sha256)).not.toBeNull()
  }
})
