import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { connect } from '#db/connection/client'
import { vaultDocuments } from '#db/schema/vault'
import { listTenantIds } from '#db/tenancy/cross-tenant'
import { type Tx, write } from '#db/tenancy/tenant'
import { exportAuditEvents } from '#lib/audit/list/export-events'
import { record, recordInVisit } from '#lib/audit/record'
import { addDays, now } from '#lib/core/clock'
import { env } from '#lib/core/env'
import { documentReferences } from '#lib/document-references'
import { sweepFiles } from '#lib/documents/sweep'
import { enqueue } from '#lib/jobs/enqueue'
import { remove } from '#lib/storage/files'
import { addCompleted } from '#lib/testing/records/completed'
import { addDocument, addDraft } from '#lib/testing/records/records'
import { addSentProcess, loadVaultRows } from '#lib/testing/records/signing-session'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { unzip } from '#lib/testing/values/unzip'
import { closeThreads } from '#lib/workers/pdf-pool'
import { resumeTenant } from '../change-tenant.ts'
import { findTenant } from '../tenants.ts'
import { verifyAll } from '../verify/verify-all.ts'
import { deleteTenant } from './delete-tenant.ts'
import { exportedTables, omittedColumns } from './export.ts'

const hooks = vi.hoisted(() => ({ afterExport: async () => {} }))
vi.mock('./export.ts', async (load) => {
  const original = await load<typeof import('./export.ts')>()
  const exportTenant: typeof original.exportTenant = async (...args) => {
    const files = await original.exportTenant(...args)
    await hooks.afterExport()
    return files
  }
  return { ...original, exportTenant }
})

const owner = connect(env().databaseUrl!, { max: 1 })
afterAll(async () => {
  await closeThreads()
  await owner.end()
})

let folder: string
let tenant: TestTenant
let name: string
const listStored = async ({ tenantId }: TestTenant) => {
  const names = await readdir(join(env().dataDir, 'files', String(tenantId)), { recursive: true }).catch(
    () => [],
  )
  return names.filter((path) => path.includes('/'))
}
beforeAll(async () => {
  folder = await mkdtemp(join(env().dataDir, 'exports-'))
})
beforeEach(async () => {
  tenant = await makeTenant()
  name = (await findTenant(tenant.tenantId)).name
  hooks.afterExport = async () => {}
})

const path = () => join(folder, `${tenant.tenantId}.zip`)
const run = (options: Partial<Parameters<typeof deleteTenant>[1]> = {}) =>
  deleteTenant(tenant.tenantId, { name, path: path(), evenHeld: false, withoutMissing: false, ...options })

describe('an organisation', () => {
  it('is exported, then gone from the database and the storage; all evidence of the others holds', async () => {
    const other = await makeTenant()
    await addCompleted(other)
    const process = await addCompleted(tenant)
    await addDraft(tenant)
    await addCompleted({ ctx: { ...tenant.ctx, testMode: true } })
    await write(tenant.ctx, (tx) =>
      enqueue(tx, 'processes.seal', { tenantId: tenant.tenantId, processId: 1 }, { singletonKey: 'x' }),
    )
    const [attached] = await owner<{ id: string; documentId: string }[]>`
      insert into attachments (tenant_id, process_id, signer_id, field_id, name, mime_type, size, sha256, created_at)
      select f.tenant_id, f.process_id, f.signer_id, f.id, 'passport' || repeat('!', 99) || '.pdf', 'application/pdf', d.size, d.sha256, now()
      from fields f join documents d on d.id = f.document_id where f.tenant_id = ${tenant.tenantId} limit 1
      returning id, (select document_id from fields where id = field_id) as "documentId"`
    await owner`update documents set source_sha256 = sha256 where id = ${attached!.documentId}`
    const [row] = await loadVaultRows(tenant, process.id)
    expect((await listStored(tenant)).length).toBeGreaterThan(5)

    await expect(run()).rejects.toThrow(
      /has signed documents in retention, until 20\d\d-\d\d-\d\d: 1\. With --even-held/,
    )
    const { exportedFiles, deleted } = await run({ evenHeld: true })
    expect(deleted).toMatchObject({ users: 1, processes: 3, vault_documents: 2, events: expect.any(Number) })

    const files = unzip(await readFile(path()))
    expect(files.size).toBe(exportedFiles + 1)
    const manifest = JSON.parse(String(files.get('manifest.json'))) as {
      parts: { path: string; sha256: string }[]
    }
    for (const part of manifest.parts)
      expect([part.path, createHash('sha256').update(files.get(part.path)!).digest('hex')]).toEqual([
        part.path,
        part.sha256,
      ])
    const uploads = [...files.keys()].filter((name) => name.startsWith(`documents/${attached!.documentId}-`))
    expect(uploads.map((name) => name.replace(/.*\./, ''))).toEqual(['pdf', 'docx'])
    expect(files.has(`attachments/${attached!.id}-passport${'!'.repeat(92)}.pdf`)).toBe(true)
    const parts = unzip(files.get(`packages/${process.id}-Agreement.zip`)!)
    expect([...parts.keys()]).toEqual(
      expect.arrayContaining([
        'audit-trail.json',
        'certificate.pdf',
        'manifest.json.p7s',
        'log-inclusion.tlog-proof',
      ]),
    )
    expect([...parts.values()].map((bytes) => createHash('sha256').update(bytes).digest('hex'))).toContain(
      row!.sha256,
    )
    const events = String(files.get('records/events.jsonl')).trim().split('\n')
    expect(events).toHaveLength(deleted.events!)
    expect(JSON.parse(String(files.get('records/users.jsonl')))).toMatchObject({ email: tenant.user.email })
    expect(String(files.get('certificates/root.pem'))).toContain('BEGIN CERTIFICATE')

    expect(await listTenantIds()).not.toContain(tenant.tenantId)
    const jobs =
      await owner`select from pgboss.job_common where data ->> 'tenantId' = ${String(tenant.tenantId)}`
    expect(jobs.count).toBe(0)
    await sweepFiles(addDays(now(), 2), documentReferences)
    expect(await listStored(tenant)).toEqual([])
    // The upload, the sealed file, the certificate and the trail.
    expect(await listStored(other)).toHaveLength(4)
    const problems = []
    for await (const progress of verifyAll({})) problems.push(...progress.problems)
    expect(problems).toEqual([])
  }, 120_000)

  it('is not deleted under another name, over a file, or with what is held', async () => {
    await expect(run({ name: 'Another' })).rejects.toThrow(`is called “${name}”, not “Another”`)
    await writeFile(path(), 'there')
    await expect(run()).rejects.toThrow('exists already')
    await expect(run({ path: join(folder, 'nowhere', 'a.zip') })).rejects.toThrow(
      /^Nothing is deleted, as the export could not be written: ENOENT/,
    )
    const { sha256 } = await addDocument(tenant)
    await remove(tenant.tenantId, sha256)
    await expect(run({ path: join(folder, 'damaged.zip') })).rejects.toThrow(
      /^Nothing is deleted.* is missing\. With --without-missing such files are left out\.$/,
    )
    expect((await readdir(folder)).filter((file) => file.includes('damaged'))).toEqual([])
    await resumeTenant(tenant.tenantId)
    await addSentProcess(tenant)
    const { id } = await addCompleted(tenant)
    await write(tenant.ctx, (tx) =>
      tx
        .update(vaultDocuments)
        .set({ holdSetAt: now(), expiresAt: addDays(now(), -1) })
        .where(eq(vaultDocuments.processId, id)),
    )
    const others = { path: join(folder, 'others.zip') }
    await expect(run(others)).rejects.toThrow(
      /has signed documents under legal hold: 1; processes under way: 1\./,
    )
    expect(await findTenant(tenant.tenantId)).toMatchObject({ suspendedAt: null })
    expect(existsSync(others.path)).toBe(false)
  }, 60_000)

  it('is not deleted when the disk cannot read a file, which may be left out', async () => {
    hooks.afterExport = async () => void (await buffer(createReadStream('/proc/self/mem')))
    await expect(run()).rejects.toThrow(
      /^Nothing is deleted.*: EIO: i\/o error, read\. With --without-missing such files are left out\.$/,
    )
  }, 60_000)

  it('is deleted although files are missing, which the export lists', async () => {
    const lost = await addDocument(tenant, { pages: [{ text: 'lost' }] })
    const kept = await addDocument(tenant)
    await remove(tenant.tenantId, lost.sha256)
    const { id } = await addCompleted(tenant)
    const [row] = await loadVaultRows(tenant, id)
    await remove(tenant.tenantId, row!.sha256)
    const { missingFiles } = await run({ evenHeld: true, withoutMissing: true })
    const name = `packages/${id}-Agreement`
    expect(missingFiles).toEqual([
      expect.stringMatching(`^documents/${lost.id}-`),
      `${name}.zip`,
      expect.stringMatching(`^${name}/${row!.id}-.*\\.pdf$`),
    ])
    const files = unzip(await readFile(path()))
    expect([...files.keys()].filter((path) => path.startsWith(`documents/${kept.id}-`))).toHaveLength(1)
    const hashOf = (path: string) => createHash('sha256').update(files.get(path)!).digest('hex')
    expect(hashOf(`${name}/certificate.pdf`)).toBe(row!.certificateSha256)
    expect(hashOf(`${name}/audit-trail.pdf`)).toBe(row!.trailSha256)
    const { missing } = JSON.parse(String(files.get('manifest.json'))) as { missing: object[] }
    expect(missing).toEqual(
      missingFiles.map((path) => ({ path, reason: expect.stringMatching(/ is missing\.$/) })),
    )
    expect(await listTenantIds()).not.toContain(tenant.tenantId)
  }, 60_000)

  it('is not deleted with a package that cannot be signed, but for one that the export lists', async () => {
    const { id } = await addCompleted(tenant)
    const path = `packages/${id}-Agreement.zip`
    const lacking = { evenHeld: true, path: join(folder, `unsigned-${tenant.tenantId}.zip`) }
    env().keys.seal = { type: 'pkcs12', path: join(folder, 'gone.p12'), password: '' }
    try {
      await expect(run(lacking)).rejects.toThrow(
        `Nothing is deleted, as the export could not be written: ${path}/manifest.json.p7s: There is no signature that is still valid, and the key of the seal cannot be used here.`,
      )
      await expect(run(lacking)).rejects.toThrow(/doctor .* --without-missing/)
      expect((await readdir(folder)).filter((name) => name.startsWith('unsigned'))).toEqual([])
      expect(await listTenantIds()).toContain(tenant.tenantId)
      const { missingFiles } = await run({ ...lacking, withoutMissing: true })
      expect(missingFiles).toEqual([`${path}/manifest.json.p7s`])
    } finally {
      env().keys.seal = null
    }
    const files = unzip(await readFile(lacking.path))
    const { missing } = JSON.parse(String(files.get('manifest.json'))) as { missing: object[] }
    expect(missing).toMatchObject([{ path: `${path}/manifest.json.p7s` }])
    const parts = unzip(files.get(path)!)
    expect(parts.has('audit-trail.json')).toBe(true)
    expect(parts.has('manifest.json.p7s')).toBe(false)
  }, 60_000)

  it('is not deleted when it is interrupted, and nothing is left of the export', async () => {
    const path = join(folder, 'interrupted.zip')
    const during = new AbortController()
    const interrupted = run({ path, signal: during.signal })
    await vi.waitUntil(async () => (await readdir(folder)).some((name) => name.startsWith('interrupted')))
    during.abort()
    await expect(interrupted).rejects.toThrow('Nothing is deleted, as the export could not be written')
    expect((await readdir(folder)).filter((name) => name.startsWith('interrupted'))).toEqual([])
    const after = new AbortController()
    hooks.afterExport = async () => after.abort()
    await expect(run({ path, signal: after.signal })).rejects.toThrow('Interrupted: nothing is deleted.')
    expect(existsSync(path)).toBe(false)
    expect(await findTenant(tenant.tenantId)).toMatchObject({ suspendedAt: expect.any(Date) })
  }, 60_000)

  it('does not touch what another run is writing', async () => {
    const other = join(folder, 'twice.zip.999999.part')
    await writeFile(other, 'of another run')
    await run({ path: join(folder, 'twice.zip') })
    expect(await readFile(other, 'utf8')).toBe('of another run')
  }, 60_000)

  it('is not deleted when something changed since the export began', async () => {
    const user = { user: tenant.user.id }
    const change = (run: (tx: Tx) => Promise<void>) => () => write(tenant.ctx, run)
    hooks.afterExport = change((tx) => record(tx, tenant.ctx, { type: 'user.updated', subject: user }))
    await expect(run()).rejects.toThrow('Something changed since the export began')
    // One whose event is added when its visit has ended.
    const { id } = await addDraft(tenant)
    hooks.afterExport = change((tx) =>
      recordInVisit(tx, tenant.ctx, {
        type: 'process.updated',
        subject: { process: id },
        combine: () => ({}),
      }),
    )
    await expect(run({ path: join(folder, 'visit.zip') })).rejects.toThrow('Something changed since')
    expect(await findTenant(tenant.tenantId)).toMatchObject({ suspendedAt: expect.any(Date) })
    // A suspended organisation may still be read.
    hooks.afterExport = async () => {
      const { body } = await exportAuditEvents(tenant.ctx, {})
      await text(body())
      for (const type of ['user.signed_in', 'user.reauthenticated', 'user.password_reset_requested'] as const)
        await write(tenant.ctx, (tx) => record(tx, tenant.ctx, { type, subject: user }))
    }
    await run({ path: join(folder, 'again.zip') })
    await expect(findTenant(tenant.tenantId)).rejects.toThrow('There is no organisation')
  })
})

it('the command is used wrongly without the name where nobody can type it', async () => {
  const words = ['tenants', 'delete', '1', '--export', 'a.zip']
  const result = await new Promise<{ code: unknown; stderr: string }>((resolve) => {
    const child = execFile(process.execPath, ['scripts/admin.ts', ...words], (error, _, stderr) =>
      resolve({ code: error?.code, stderr }),
    )
    child.stdin!.end()
  })
  expect(result).toEqual({ code: 2, stderr: expect.stringMatching(/^--yes NAME is missing/) })
})

it('the export has every table but those of sessions, secrets, queues and sums, and no secret column', async () => {
  const columns = await owner<{ table: string; name: string }[]>`
    select table_name as table, column_name as name from information_schema.columns
    where table_schema = 'public' and table_name in (
      select table_name from information_schema.columns where table_schema = 'public' and column_name = 'tenant_id')`
  const notExported = [
    ...['consumer_offsets', 'counters', 'end_notices', 'factor_challenges', 'idempotency_keys'],
    ...[
      'link_visits',
      'mails',
      'manifest_signatures',
      'passkeys',
      'pending_files',
      'recovery_codes',
      'replaced_links',
      'saml_requests',
    ],
    ...[
      'sessions',
      'signature_confirmations',
      'signing_drafts',
      'signing_sessions',
      'tenant_logos',
      'totp_secrets',
    ],
    ...['uploaded_files', 'user_identities', 'webhook_logs', 'webhook_messages'],
  ]
  expect([...new Set(columns.map(({ table }) => table)), 'tenants'].sort()).toEqual(
    [...exportedTables, ...notExported].sort(),
  )
  const suspicious = columns
    .filter(({ table }) => exportedTables.includes(table))
    .filter(({ name }) => /hash$|nonce|secret|token$|wrapped|private|^mac$|otp_session/.test(name))
    .filter(({ name }) => !omittedColumns.includes(name))
  expect(suspicious.map(({ table, name }) => `${table}.${name}`).sort()).toEqual([
    'chain_heads.hash',
    'events.hash',
    'events.previous_hash',
  ])
})
