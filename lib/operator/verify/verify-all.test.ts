import { createReadStream } from 'node:fs'
import { readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { PUT as setSeal } from '#app/api/v1/account/seal/route'
import { connect } from '#db/connection/client'
import { write } from '#db/tenancy/tenant'
import { appendChangedHeads } from '#lib/audit/log/append'
import { endVisit, record } from '#lib/audit/record'
import { now } from '#lib/core/clock'
import { env } from '#lib/core/env'
import { documentReferences } from '#lib/document-references'
import { deleteDocument } from '#lib/documents/delete'
import { purgeFile } from '#lib/documents/purge'
import { renewTimeStamps } from '#lib/signing/revisions/renew'
import { getBytes, putBytes } from '#lib/storage/files'
import { makeStoreKey } from '#lib/storage/store'
import { addCompleted } from '#lib/testing/records/completed'
import { addDocument, addDraft } from '#lib/testing/records/records'
import { loadVaultRows } from '#lib/testing/records/signing-session'
import { withStampers } from '#lib/testing/servers/stamper'
import { call } from '#lib/testing/service/call'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { makeCertificateChain, toPem, writePkcs12 } from '#lib/testing/values/certificate-files'
import { closeThreads } from '#lib/workers/pdf-pool'
import { findContentFault } from './files.ts'
import { stages } from './stages.ts'
import { verifyAll } from './verify-all.ts'

/** An attacker with superuser access, for whom no policy or trigger applies. */
const superuser = connect(env().databaseUrl!, {
  max: 1,
  connection: { session_replication_role: 'replica' },
})
afterAll(async () => {
  await closeThreads()
  await superuser.end()
})

/** The numbers of checked records by kind, and the problems as text. */
async function verify(options: Parameters<typeof verifyAll>[0] = {}) {
  const counts: Record<string, number> = {}
  const problems: string[] = []
  const places: string[] = []
  for await (const progress of verifyAll(options)) {
    counts[progress.kind] = (counts[progress.kind] ?? 0) + progress.count
    problems.push(...progress.problems.map(({ record, message }) => `${record}: ${message}`))
    if (progress.place) places.push(progress.place)
  }
  return { counts, problems, places }
}

const getPath = (tenantId: number, sha256: string) =>
  join(env().dataDir, 'files', makeStoreKey(tenantId, sha256))

/** An organisation that has brought its own seal, below a root that the operator does not trust. */
async function makeTenantWithSeal() {
  const owner = await makeTenant()
  const path = await writePkcs12((await makeCertificateChain()).seal, 'open sesame')
  const body = new FormData()
  body.set('file', new File([new Uint8Array(await readFile(path))], 'seal.p12'))
  body.set('password', 'open sesame')
  expect((await call(setSeal, { method: 'PUT', as: owner, body })).status).toBe(200)
  return owner
}

let tenant: TestTenant
let tenantId: number
const findRow = async (processId: number) => (await loadVaultRows(tenant, processId))[0]!

describe('an installation', () => {
  beforeAll(async () => {
    tenant = await makeTenant()
    tenantId = tenant.tenantId
    await addDraft(tenant)
    await addCompleted(tenant)
    await addCompleted({ ctx: { ...tenant.ctx, testMode: true } })
    await withStampers('internal', async () => {
      await addCompleted(tenant)
      expect(await renewTimeStamps(now(), null)).toMatchObject({ renewed: 1, failures: [] })
    })
    await addCompleted(await makeTenant())
    await addCompleted(await makeTenantWithSeal())
    await appendChangedHeads(now())
  }, 120_000)

  it('is as it was recorded, with sealed files of each mode and seal, with and without renewed time stamps', async () => {
    const { counts, problems } = await verify()
    expect(problems).toEqual([])
    expect(counts).toMatchObject({ document: 6, 'process-document': 1, vault: 5, signer: 6 })
    expect(counts['log-entry']).toBeGreaterThan(5)
    expect(counts.chain).toBeGreaterThan(5)
  })

  it('is checked of one organisation alone, and from a place on', async () => {
    const whole = await verify({ tenantId })
    expect(whole.counts).toMatchObject({ document: 4, vault: 3 })
    expect(whole.counts).not.toHaveProperty('log-entry')
    const after = whole.places.find((place) => place.includes('/process-document/'))!
    const rest = await verify({ tenantId, after })
    expect(rest.counts).toMatchObject({ vault: 3 })
    expect(rest.counts).not.toHaveProperty('document')
    const last = `${tenant.tenantId + 1}/vault/1`
    await expect(verify({ tenantId: tenant.tenantId, after: last })).rejects.toThrow('is after all that is')
    await expect(verify({ after: '3/nothing/4' })).rejects.toThrow('is not a place that verify-all has shown')
    await expect(verify({ tenantId: 987_654_321 })).rejects.toThrow('There is no organisation 987654321.')
  })

  it('has an entry of the log removed, and another one changed', async () => {
    const [first] = await superuser`delete from log_leaves where index = 1 returning *`
    expect((await verify()).problems).toEqual([
      expect.stringMatching(/^transparency log: Entries between 0 and \d+ are missing, or are not/),
    ])
    await superuser`insert into log_leaves ${superuser(first!)}`
    await superuser`update log_leaves set hash = repeat('0', 64) where index = 1`
    const { problems } = await verify()
    expect(problems).toEqual([
      expect.stringMatching(
        /^transparency log: The first \d+ entries are not those of the signed checkpoint/,
      ),
      expect.stringMatching(/^chain \w+:\d+: Entry 1 of the transparency log has another event \d+\.$/),
    ])
    await superuser`update log_leaves set hash = ${first!.hash} where index = 1`
    expect((await verify()).problems).toEqual([])
  })
})

describe('an organisation', () => {
  beforeEach(async () => {
    tenant = await makeTenant()
    tenantId = tenant.tenantId
  })

  it('has a file with a flipped byte, a missing one, and one of another length than its record says', async () => {
    const [flipped, missing, longer] = [
      await addDocument(tenant, { pages: [{ text: 'Flipped' }] }),
      await addDocument(tenant, { pages: [{ text: 'Missing' }] }),
      await addDocument(tenant, { pages: [{ text: 'Longer' }] }),
    ]
    const path = getPath(tenantId, flipped.sha256)
    const bytes = await readFile(path)
    bytes[bytes.length >> 1]! ^= 1
    await writeFile(path, bytes)
    await rm(getPath(tenantId, missing.sha256))
    await superuser`update documents set size = size + 1 where id = ${longer.id}`
    expect((await verify({ tenantId })).problems).toEqual([
      `document ${flipped.id}: The stored file ${flipped.sha256} of tenant ${tenantId} is damaged: chunk 0.`,
      `document ${missing.id}: The stored file ${missing.sha256} of tenant ${tenantId} is missing.`,
      expect.stringMatching(`document ${longer.id}: .* has \\d+ bytes; its record says \\d+.`),
    ])
  })

  it('has events that were changed or removed, and heads that were altered or removed', async () => {
    const drafts = [await addDraft(tenant), await addDraft(tenant), await addDraft(tenant)]
    const [changed, removed, headless] = drafts.map(({ id }) => `process:${id}`)
    await appendChangedHeads(now())
    await superuser`update events set data = data || '{"name": "Another"}' where chain = ${changed!} and seq = 1`
    await superuser`delete from events where chain = ${removed!} and seq = 1`
    await superuser`delete from chain_heads where chain = ${headless!}`
    const document = `document:${drafts[0]!.documents[0]!.id}`
    await superuser`update chain_heads set mac = repeat('0', 64) where chain = ${document}`
    expect((await verify({ tenantId })).problems).toEqual([
      `chain ${document}: The head of the chain was altered.`,
      `chain ${changed}: Event 1 of the chain (process.created) was altered.`,
      `chain ${removed}: Event 1 of the chain is missing.`,
      `chain-without-head ${headless}: The chain ${headless} has events but no head.`,
    ])
  })

  it('has a chain that was set back to an earlier head', async () => {
    const { id } = await addDraft(tenant)
    const chain = `process:${id}`
    const [head] = await superuser`select * from chain_heads where chain = ${chain}`
    await endVisit(tenant.ctx, { process: id })
    await write(tenant.ctx, (tx) =>
      record(tx, tenant.ctx, { type: 'process.cancelled', subject: { process: id } }),
    )
    await appendChangedHeads(now())
    const { seq, hash, mac, pending_event: pending } = head!
    const [last] = await superuser`select seq from chain_heads where chain = ${chain}`
    await superuser`update chain_heads set seq = ${seq}, hash = ${hash}, mac = ${mac},
      pending_event = ${pending && superuser.json(pending)} where chain = ${chain}`
    await superuser`delete from events where chain = ${chain} and seq > ${seq}`
    expect((await verify({ tenantId })).problems).toEqual([
      `chain ${chain}: The chain ends with event ${seq}, but the transparency log has event ${last!.seq}.`,
    ])
  })

  it('has sealed files that were altered after sealing, with their records', async () => {
    const [first, other] = [await addCompleted(tenant), await addCompleted(tenant)]
    const row = await findRow(first.id)
    const altered = Buffer.from(await getBytes(tenantId, row.sha256))
    altered[20]! ^= 1
    const stored = await putBytes(tenantId, altered)
    await superuser`update vault_documents set sha256 = ${stored.sha256}, sealed_sha256 = ${stored.sha256} where id = ${row.id}`
    await superuser`update process_documents set current_sha256 = ${stored.sha256} where process_id = ${first.id}`
    // A sealed file of another process in its place.
    const { id, sha256 } = await findRow(other.id)
    await superuser`update vault_documents set trail_sha256 = ${row.trailSha256},
      seal = seal || '{"level": "B-LTA"}' where id = ${id}`
    const { problems } = await verify({ tenantId })
    expect(problems[0]).toMatch(
      RegExp(`^vault ${row.id}: The document ${stored.sha256}: .*(HASH_FAILURE|was changed after)`),
    )
    expect(problems.filter((text) => text.startsWith(`vault ${id}:`))).toEqual([
      `vault ${id}: The document ${sha256}: the level of its seal is B-B; its record says B-LTA.`,
      `vault ${id}: The audit trail ${row.trailSha256}: it is sealed for process:${first.id} instead of process:${other.id}.`,
    ])
  })

  it('has seals of an earlier SEAL_KEY: no fault while TRUSTED_ROOTS has its root', async () => {
    onTestFinished(() => {
      env().keys = { seal: null, authority: null }
      env().trustedRoots = null
    })
    const bringSeal = async () => {
      const { seal, root } = await makeCertificateChain()
      const path = await writePkcs12(seal, 'open sesame')
      env().keys = { seal: { type: 'pkcs12', path, password: 'open sesame' }, authority: null }
      return root
    }
    const root = await bringSeal()
    await addCompleted(tenant)
    await bringSeal()
    expect((await verify({ tenantId })).problems).toHaveLength(3)
    env().trustedRoots = join(env().dataDir, 'earlier-root.pem')
    await writeFile(env().trustedRoots!, toPem([root.certificate]))
    expect((await verify({ tenantId })).problems).toEqual([])
  })

  it('has a certificate and a trail without a seal: no fault where the event of the completion names none', async () => {
    const { id } = await addCompleted(tenant)
    const { sha256 } = await addDocument(tenant)
    await superuser`update vault_documents set certificate_sha256 = ${sha256}, trail_sha256 = ${sha256}
      where process_id = ${id}`
    const listOfVault = async () =>
      (await verify({ tenantId })).problems.filter((text) => text.startsWith('vault'))
    expect(await listOfVault()).toEqual([
      expect.stringMatching(/The certificate of completion .*: it does not have the seal of its record\.$/),
      expect.stringMatching(/The audit trail .*: it does not have the seal of its record\.$/),
    ])
    // As commit 9dfdfdb3 recorded it.
    await superuser`update events set data = data - 'seal' - 'seal_serial'
      where chain = ${`process:${id}`} and type = 'process.completed'`
    expect(await listOfVault()).toEqual([])
  })

  it('has a file that no record names: it is counted once it is a day old, and is no problem', async () => {
    const { sha256 } = await putBytes(tenantId, Buffer.from('left by a crash'))
    expect((await verify({ tenantId })).counts).not.toHaveProperty('unused-file')
    const earlier = new Date(Date.now() - 2 * 86_400_000)
    await utimes(getPath(tenantId, sha256), earlier, earlier)
    const { counts, problems } = await verify({ tenantId })
    expect([counts['unused-file'], problems]).toEqual([1, []])
    expect(counts).not.toHaveProperty('foreign-file')
  })

  it('has a file that another installation stored: it is counted apart', async () => {
    const { sha256 } = await putBytes(tenantId, Buffer.from('of another installation'))
    const path = getPath(tenantId, sha256)
    const bytes = await readFile(path)
    // The header is made with the key of the installation.
    bytes[10]! ^= 1
    await writeFile(path, bytes)
    const earlier = new Date(Date.now() - 2 * 86_400_000)
    await utimes(path, earlier, earlier)
    const { counts, problems } = await verify({ tenantId })
    expect([counts['foreign-file'], problems]).toEqual([1, []])
    expect(counts).not.toHaveProperty('unused-file')
  })

  it('has no problem with what is deleted while it is checked', async () => {
    const { id, sha256 } = await addDocument(tenant)
    const stage = stages.find(({ record }) => record === 'document')!
    const { check } = stage
    onTestFinished(() => {
      stage.check = check
    })
    stage.check = async (ctx, row) => {
      await deleteDocument(tenant.ctx, id, documentReferences)
      await purgeFile({ tenantId, sha256 }, documentReferences)
      const faults = await check(ctx, row)
      expect(faults).toEqual([expect.stringContaining('is missing')])
      return faults
    }
    expect((await verify({ tenantId })).problems).toEqual([])
  })
})

it('names a stored file that the disk cannot read', async () => {
  const read = findContentFault({ sha256: 'abc', size: 1 }, () => createReadStream('/proc/self/mem'))
  expect(await read).toBe('The stored file abc cannot be read: EIO: i/o error, read')
  const unanswered = findContentFault({ sha256: 'abc', size: 1 }, () => createReadStream('/nowhere'))
  await expect(unanswered).rejects.toThrow('ENOENT')
})

it('knows every column with the hash of a stored file', async () => {
  const rows = await superuser<{ name: string }[]>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and column_name like '%sha256' order by 1`
  const checked = [
    ...['attachments.sha256', 'documents.sha256', 'documents.source_sha256', 'documents.working_sha256'],
    ...['privacy_requests.result_sha256', 'process_documents.current_sha256'],
    ...['vault_documents.certificate_sha256', 'vault_documents.sealed_sha256'],
    ...['vault_documents.sha256', 'vault_documents.trail_sha256'],
  ]
  // Hashes of texts, of links, of bytes that are stored in their row, and of files that were deleted.
  const noFiles = [
    ...['consent_texts.sha256', 'manifest_signatures.sha256', 'signers.consent_sha256'],
    ...['process_documents.certificate_sha256', 'process_documents.sealed_sha256'],
    'process_documents.trail_sha256',
  ]
  const counted = 'uploaded_files.sha256'
  const beingStored = 'pending_files.sha256'
  expect(rows.map(({ name }) => name)).toEqual([...checked, ...noFiles, counted, beingStored].sort())
})
