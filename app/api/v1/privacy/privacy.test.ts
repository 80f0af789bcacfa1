import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bulkSendRows, bulkSends } from '#db/schema/bulk'
import { mails } from '#db/schema/mail'
import { privacyRequests } from '#db/schema/privacy'
import { processDocuments, signers } from '#db/schema/processes'
import { vaultDocuments } from '#db/schema/vault'
import { read, write } from '#db/tenant'
import { flushReads } from '#lib/audit/reads'
import { trailOf } from '#lib/audit/trail'
import { addDays, moveClock, now } from '#lib/core/clock'
import { sha256Hex } from '#lib/core/ids'
import { documentReferences } from '#lib/document-references'
import { sweepFiles } from '#lib/documents/sweep'
import { expireExports } from '#lib/privacy/export/expire'
import { runRequest } from '#lib/privacy/run'
import type { PrivacyRequestRecord } from '#lib/privacy/schema'
import { findContacts } from '#lib/processes/contacts'
import { getProcess } from '#lib/processes/get'
import type { AuditTrail } from '#lib/processes/schema'
import { getBytes, sizeOf } from '#lib/storage/files'
import { call } from '#lib/testing/call'
import { rowsOf, vaultRowsOf } from '#lib/testing/ceremony'
import { itIsGuarded } from '#lib/testing/guards'
import { dispatchEvents } from '#lib/testing/mailbox'
import { addSent } from '#lib/testing/modules'
import { addPerson, type ProcessesOfPerson } from '#lib/testing/person'
import { type Member, makeTenant, type TestTenant } from '#lib/testing/tenant'
import { unzip } from '#lib/testing/unzip'
import { deleteVaultDocument } from '#lib/vault/delete'
import { setLegalHold } from '#lib/vault/legal-hold'
import { closeThreads } from '#lib/workers/pdf-pool'
import * as trailRoute from '../signature-processes/[id]/audit-trail/route.ts'
import * as userRoute from '../users/[id]/route.ts'
import * as erase from './erase/route.ts'
import * as exporting from './export/route.ts'
import * as download from './requests/[id]/download/route.ts'
import * as one from './requests/[id]/route.ts'
import * as many from './requests/route.ts'

type One = { data: PrivacyRequestRecord }
type Many = { data: PrivacyRequestRecord[]; meta: { total: number } }

const email = 'ada@example.com'
let tenant: TestTenant
let foreign: PrivacyRequestRecord
beforeAll(async () => {
  tenant = await makeTenant()
  foreign = (await post(exporting, email, tenant)).body.data
})
afterAll(closeThreads)

const post = <B = One>(route: { POST: typeof erase.POST }, of: string, as: { token: string }) =>
  call<B>(route.POST, { body: { email: of }, as })
const get = async (id: number, as: { token: string }) =>
  (await call<One>(one.GET, { params: { id }, as })).body.data
const run = (as: TestTenant, { id }: { id: number }) => runRequest({ tenantId: as.tenantId, requestId: id })

/** Asks, and does what the worker does. */
async function done(route: { POST: typeof erase.POST }, as: TestTenant, of = email) {
  const { body } = await post(route, of, as)
  await run(as, body.data)
  return get(body.data.id, as)
}

itIsGuarded('/privacy/export', exporting, { body: { POST: { email } } })
itIsGuarded('/privacy/erase', erase, { body: { POST: { email } } })
itIsGuarded('/privacy/requests', many)
itIsGuarded('/privacy/requests/{id}', one, { foreign: async () => ({ id: foreign.id }) })
itIsGuarded('/privacy/requests/{id}/download', download, { foreign: async () => ({ id: foreign.id }) })

describe.each([
  ['export', exporting],
  ['erase', erase],
] as const)('POST /privacy/%s', (kind, route) => {
  it('201 once while it runs, in any spelling; the address is masked in the trail', async () => {
    const own = await makeTenant()
    const first = await post(route, ' Ada@Example.com', own)
    expect(first.status).toBe(201)
    expect(first.headers.get('location')).toContain(`/api/v1/privacy/requests/${first.body.data.id}`)
    expect(first.body.data).toMatchObject({ email, status: 'pending', requested_by: { id: own.user.id } })
    const again = await post(route, email, own)
    expect([again.status, again.body.data.id]).toEqual([201, first.body.data.id])
    await run(own, first.body.data)
    expect((await post(route, email, own)).body.data.id).not.toBe(first.body.data.id)
    const events = await read(own.ctx, (reader) => trailOf(reader, own.ctx, { tenant: own.tenantId }))
    expect(events.map(({ type }) => type)).toContain(
      kind === 'export' ? 'privacy.export_requested' : 'privacy.erasure_requested',
    )
    expect(JSON.stringify(events.map(({ data }) => data))).not.toContain(email)
  })

  it.each([{}, { email: 'nobody' }, { email: 5 }])('400 for %j', async (body) => {
    const refused = await call(route.POST, { body, as: tenant })
    expect([refused.status, Object.keys(refused.body.error.errors)]).toEqual([400, ['email']])
  })

  it('403 for members who are no administrators, and a quarter of an hour after the password', async () => {
    const refused = await call(route.POST, { body: { email }, as: await tenant.addMember('user') })
    expect([refused.status, refused.body.error.code]).toEqual([403, 'forbidden'])
    moveClock(16 * 60_000)
    const old = await call(route.POST, { body: { email }, as: tenant })
    moveClock(-16 * 60_000)
    expect([old.status, old.body.error.code]).toEqual([403, 'reauthentication_required'])
  })
})

describe('GET /privacy/requests', () => {
  it('200 newest first, a page at a time', async () => {
    const own = await makeTenant()
    const ids = [
      (await post(exporting, email, own)).body.data.id,
      (await post(erase, 'bob@example.com', own)).body.data.id,
    ]
    const all = await call<Many>(many.GET, { as: own })
    expect(all.body.data.map(({ id }) => id)).toEqual(ids.toReversed())
    const page = await call<Many>(many.GET, { path: '/x?per_page=1&page=2', as: own })
    expect([page.body.data.map(({ id }) => id), page.body.meta.total]).toEqual([[ids[0]], 2])
  })
})

describe('an export', () => {
  let own: TestTenant
  let made: ProcessesOfPerson
  let request: PrivacyRequestRecord
  beforeAll(async () => {
    own = await makeTenant()
    made = await addPerson(own, email)
    await dispatchEvents(own)
    await addBulkRow(own, 'sent')
    request = await done(exporting, own)
  }, 60_000)
  const fetchZip = () => call(download.GET, { params: { id: request.id }, as: own })

  it('200 a ZIP of everything on the address, and the files that the person signed', async () => {
    expect(request).toMatchObject({ status: 'completed', kept: null, blocked_by: [] })
    expect(request.counts).toMatchObject({ signers: 4, processes: 4, bulk_send_rows: 1, vault_documents: 1 })
    const { status, headers, bytes } = await fetchZip()
    expect([status, headers.get('content-type')]).toEqual([200, 'application/zip'])
    const parts = unzip(bytes)
    const [row] = await vaultRowsOf(own, made.completed.id)
    const signedFile = [...parts.keys()].find((path) => path.startsWith('signed/'))!
    expect(sha256Hex(parts.get(signedFile)!)).toBe(row!.sha256)
    const data = JSON.parse(parts.get('data.json')!.toString())
    expect(data).toMatchObject({ format: 1, email })
    expect(data.signers).toHaveLength(4)
    expect(data.signers[0]).toMatchObject({ email: 'Ada@example.com', phone: '+431234567' })
    expect(data.fields).toContainEqual(expect.objectContaining({ label: 'City', value: 'Vienna' }))
    expect(data.emails[0]).toMatchObject({ recipient: 'Ada@example.com', text: expect.any(String) })
    expect(data.emails[0].content).toBeUndefined()
    expect(data.events.map(({ type }: { type: string }) => type)).toEqual(
      expect.arrayContaining(['signature.viewed', 'signature.consented', 'signature.completed']),
    )
    expect(data.bulk_send_rows[0].cells).toMatchObject({ name: 'Ada' })
    expect(JSON.stringify(data)).not.toMatch(/token|otp_hash|Bob Other"/i)
    await flushReads()
    const events = await read(own.ctx, (reader) => trailOf(reader, own.ctx, { tenant: own.tenantId }))
    expect(events.at(-1)!.type).toBe('privacy.downloaded')
  })

  it('200 with the user and their sessions', async () => {
    const member = await own.addMember('user')
    const ofUser = await done(exporting, own, member.user.email)
    const { bytes } = await call(download.GET, { params: { id: ofUser.id }, as: own })
    const data = JSON.parse(unzip(bytes).get('data.json')!.toString())
    expect([data.users.length, data.sessions.length]).toEqual([1, 1])
    expect(data.users[0]).toMatchObject({ name: member.user.name, email: member.user.email, role: 'user' })
  })

  it('survives the nightly job, and is deleted after 30 days', async () => {
    await sweepFiles(new Date(Date.now() + 86_401_000), documentReferences)
    expect((await fetchZip()).status).toBe(200)
    await expireExports(addDays(now(), 29))
    expect((await fetchZip()).status).toBe(200)
    await expireExports(addDays(now(), 31))
    const refused = await fetchZip()
    expect([refused.status, refused.body.error.current_status]).toEqual([409, 'expired'])
    expect(await get(request.id, own)).toMatchObject({
      status: 'expired',
      email: 'a***@example.com',
      download_url: null,
    })
  })

  it('409 to download an erasure', async () => {
    const erasure = await done(erase, own, 'unknown@example.com')
    const refused = await call(download.GET, { params: { id: erasure.id }, as: own })
    expect([refused.status, refused.body.error.code]).toEqual([409, 'invalid_state'])
  })
})

describe('an erasure', () => {
  let own: TestTenant
  let other: TestTenant
  let made: ProcessesOfPerson
  let theirs: ProcessesOfPerson
  let request: PrivacyRequestRecord
  let partlySigned: string
  beforeAll(async () => {
    own = await makeTenant()
    other = await makeTenant()
    for (const as of [own, other]) {
      const processes = await addPerson(as, email)
      await dispatchEvents(as)
      await addBulkRow(as, 'pending')
      if (as === own) made = processes
      else theirs = processes
    }
    const [document] = (await rowsOf(own, made.refused.id)).documents
    partlySigned = document!.currentSha256
    await done(exporting, own)
    request = await done(erase, own)
  }, 60_000)

  it('is completed, with the address masked and a report', () => {
    expect(request).toMatchObject({
      status: 'completed',
      email: 'a***@example.com',
      counts: { draft_signers: 1, signers: 2, contacts: 1, bulk_send_rows: 1, privacy_requests: 1 },
      kept: {
        processes_total: 1,
        processes: [
          {
            process_id: made.completed.id,
            name: 'Completed',
            reason: 'retention',
            law: expect.stringContaining('17(3)(e)'),
            until: expect.stringMatching(/^203\d-.*Z$/),
          },
        ],
      },
    })
    expect(request.kept!.events).toBeGreaterThan(5)
  })

  it('takes the person out of drafts', async () => {
    const draft = await getProcess(own.ctx, made.draft.id)
    expect(draft.signers.map(({ name }) => name)).toEqual(['Bob Other'])
  })

  it('puts a pseudonym in their place in processes that ended unsigned', async () => {
    for (const { id, signers: before } of [made.cancelled, made.refused]) {
      const [signer] = (await rowsOf(own, id)).signers
      expect(signer).toMatchObject({
        id: before[0]!.id,
        name: 'Erased person',
        email: `erased-${before[0]!.id}@erased.invalid`,
        phone: null,
        tokenHash: null,
        signature: null,
        signedAddress: null,
      })
    }
    const { fields, signers: people } = await getProcess(own.ctx, made.refused.id)
    expect(fields.map(({ value }) => value)).not.toContain('Vienna')
    expect(people[1]).toMatchObject({ name: 'Bob Other', refusal_reason: 'No.' })
  })

  it('removes the partly signed file', async () => {
    const [document] = await read(own.ctx, (reader) =>
      reader.select().from(processDocuments).where(eq(processDocuments.processId, made.refused.id)),
    )
    expect(document).toMatchObject({ revision: 0 })
    await sweepFiles(new Date(Date.now() + 86_401_000), documentReferences)
    expect(await sizeOf(own.tenantId, partlySigned)).toBeNull()
  })

  it('keeps the completed process with its evidence, but proposes no contact', async () => {
    const [row] = await vaultRowsOf(own, made.completed.id)
    expect(row!.signers[0]!.email).toBe('Ada@example.com')
    expect((await getBytes(own.tenantId, row!.sha256)).length).toBe(row!.size)
    const { signers: people } = await rowsOf(own, made.completed.id)
    expect(people[0]).toMatchObject({ name: 'Ada Lovelace', phone: null, signature: expect.anything() })
    expect(await findContacts(own.ctx, { search: 'Lovelace' })).toEqual([])
  })

  it('leaves every hash chain intact', async () => {
    for (const { id } of Object.values(made)) {
      const trail = await call<{ data: AuditTrail }>(trailRoute.GET, { params: { id }, as: own })
      expect(trail.body.data.chain_valid).toBe(true)
    }
    const refused = await call<{ data: AuditTrail }>(trailRoute.GET, {
      params: { id: made.refused.id },
      as: own,
    })
    expect(refused.body.data.events.at(-1)).toMatchObject({
      type: 'signature.erased',
      actor: { type: 'system', job: 'privacy.run' },
      data: { signer_id: made.refused.signers[0]!.id },
    })
  })

  it('deletes emails, exports and rows of lists, and writes no new email', async () => {
    await dispatchEvents(own)
    const recipients = await read(own.ctx, (reader) => reader.select({ to: mails.recipient }).from(mails))
    expect(recipients.filter(({ to }) => /^ada@|erased/i.test(to))).toEqual([])
    expect(recipients.length).toBeGreaterThan(0)
    const requests = await call<Many>(many.GET, { as: own })
    expect(requests.body.data.map(({ type, status, email: of }) => [type, status, of])).toEqual([
      ['erasure', 'completed', 'a***@example.com'],
      ['export', 'expired', 'a***@example.com'],
    ])
    const [row] = await read(own.ctx, (reader) => reader.select().from(bulkSendRows))
    expect(row).toMatchObject({ cells: {}, input: {}, status: 'failed' })
  })

  it('touches nothing of another tenant', async () => {
    const people = await read(other.ctx, (reader) =>
      reader.select().from(signers).where(eq(signers.email, 'Ada@example.com')),
    )
    expect(people).toHaveLength(4)
    expect(people.every(({ erasedAt, phone }) => erasedAt === null && phone === '+431234567')).toBe(true)
    expect((await getProcess(other.ctx, theirs.refused.id)).fields.map(({ value }) => value)).toContain(
      'Vienna',
    )
    const sent = await read(other.ctx, (reader) =>
      reader.select().from(mails).where(eq(mails.recipient, 'Ada@example.com')),
    )
    expect(sent.length).toBeGreaterThan(0)
  })

  it('finds nothing the second time', async () => {
    const again = await done(erase, own)
    expect([again.status, again.counts, again.kept!.processes_total]).toEqual(['completed', {}, 1])
    await run(own, again)
    expect(await get(again.id, own)).toEqual(again)
  })

  it('says why a process stays, and erases the person once its files are deleted', async () => {
    const [row] = await vaultRowsOf(own, made.completed.id)
    const reasons = async () => (await done(erase, own)).kept!.processes.map(({ reason }) => reason)
    await setLegalHold(own.ctx, row!.id, { on: true })
    expect(await reasons()).toEqual(['legal_hold'])
    await setLegalHold(own.ctx, row!.id, { on: false })
    await write(own.ctx, (tx) =>
      tx
        .update(vaultDocuments)
        .set({ expiresAt: addDays(now(), -1) })
        .where(eq(vaultDocuments.id, row!.id)),
    )
    expect(await reasons()).toEqual(['retention_ended'])
    await deleteVaultDocument(own.ctx, row!.id, documentReferences)
    const last = await done(erase, own)
    expect([last.counts.signers, last.kept!.processes]).toEqual([1, []])
    expect((await rowsOf(own, made.completed.id)).signers[0]!.name).toBe('Erased person')
  })
})

describe('a blocked erasure', () => {
  it('changes nothing while a process is live', async () => {
    const own = await makeTenant()
    const live = await addSent(own, { signers: [{ email }] })
    const draft = await addSent(own, { signers: [{ email: 'bob@example.com' }, { email, role: 'cc' }] })
    const request = await done(erase, own)
    expect(request).toMatchObject({
      status: 'blocked',
      email,
      counts: {},
      kept: null,
      blocked_by: [
        { type: 'process', id: live.id, name: live.name },
        { type: 'process', id: draft.id, name: draft.name },
      ],
    })
    expect((await getProcess(own.ctx, live.id)).signers[0]!.email).toBe(email)
  })

  it('names the user, and works once the user is deleted', async () => {
    const own = await makeTenant()
    const member = await own.addMember('user')
    await addBulkRow(own, 'sent', member)
    const blocked = await done(erase, own, member.user.email)
    expect(blocked.blocked_by).toEqual([{ type: 'user', id: member.user.id, name: member.user.name }])
    await call(userRoute.DELETE, { method: 'DELETE', params: { id: member.user.id }, as: own })
    const request = await done(erase, own, member.user.email)
    const counts = { users: 1, bulk_sends: 1, privacy_requests: 1 }
    expect([request.status, request.counts]).toEqual(['completed', counts])
    const [bulkSend] = await read(own.ctx, (reader) => reader.select().from(bulkSends))
    expect(bulkSend).toMatchObject({
      createdByName: 'Erased person',
      actor: { type: 'user', id: member.user.id, name: 'Erased person', email: '' },
    })
  })
})

it('an export that ends after an erasure leaves nothing', async () => {
  const own = await makeTenant()
  const pending = (await post(exporting, email, own)).body.data
  await done(erase, own)
  await run(own, pending)
  const [row] = await read(own.ctx, (reader) =>
    reader
      .select()
      .from(privacyRequests)
      .where(and(eq(privacyRequests.id, pending.id), eq(privacyRequests.tenantId, own.tenantId))),
  )
  expect(row).toMatchObject({ status: 'expired', resultSha256: null })
})

/** A row of a list, as it is before and after it is sent. */
async function addBulkRow(as: TestTenant, status: 'pending' | 'sent', sender: Member = as): Promise<void> {
  const { tenantId, actor } = sender.ctx
  await write(as.ctx, async (tx) => {
    const [bulkSend] = await tx
      .insert(bulkSends)
      .values({
        tenantId,
        name: 'List',
        status: 'paused',
        columns: ['name', 'email'],
        actor: actor as typeof bulkSends.$inferInsert.actor,
        testMode: false,
        createdByName: 'Ada',
        createdAt: now(),
      })
      .returning()
    const cells = { name: 'Ada', email: ' ADA@example.com' }
    await tx
      .insert(bulkSendRows)
      .values({ tenantId, bulkSendId: bulkSend!.id, number: 1, cells, input: cells, status })
  })
}
