import { createCanvas } from '@napi-rs/canvas'
import { and, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { bulkSendRows, bulkSends } from '#db/schema/bulk'
import { documents } from '#db/schema/documents'
import { folders } from '#db/schema/folders'
import { apiKeys, users } from '#db/schema/identity'
import { userIdentities } from '#db/schema/identity-sign-in'
import { mails } from '#db/schema/mail'
import { privacyRequests } from '#db/schema/privacy'
import { processDocuments, processes, signers } from '#db/schema/processes'
import { vaultDocuments } from '#db/schema/vault'
import { read, write } from '#db/tenancy/tenant'
import { flushReads } from '#lib/audit/reads'
import { findTrail } from '#lib/audit/trail'
import { addDays, moveClock, now } from '#lib/core/clock'
import { sha256Hex } from '#lib/core/ids'
import { documentReferences } from '#lib/document-references'
import { sweepFiles } from '#lib/documents/sweep'
import { confirmAddress } from '#lib/identity/links/confirm-address'
import { getAddressLink } from '#lib/identity/links/link-tokens'
import { addUser, patchUser, removeUser } from '#lib/identity/scim/users'
import { updateUser } from '#lib/identity/users/update-user'
import { resumeTenant, suspendTenant } from '#lib/operator/change-tenant'
import { expireExports } from '#lib/privacy/export/expire'
import { changeRequest } from '#lib/privacy/find'
import { runRequest } from '#lib/privacy/run'
import type { PrivacyRequestRecord } from '#lib/privacy/schema'
import { cancelProcess } from '#lib/processes/cancel'
import { getProcess } from '#lib/processes/get'
import type { AuditTrail } from '#lib/processes/schema'
import { listContacts } from '#lib/processes/signers/contacts'
import { updateProcess } from '#lib/processes/update'
import { getBytes, readSize } from '#lib/storage/files'
import { addCompleted } from '#lib/testing/records/completed'
import { dispatchEvents, loadEmails } from '#lib/testing/records/mailbox'
import { addPerson, type ProcessesOfPerson } from '#lib/testing/records/person'
import { addDraft, addSent } from '#lib/testing/records/records'
import { addOpenedLink, loadEvents, loadRows, loadVaultRows } from '#lib/testing/records/signing-session'
import { call } from '#lib/testing/service/call'
import { itIsGuarded } from '#lib/testing/service/guards'
import { type Member, makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { unzip } from '#lib/testing/values/unzip'
import { deleteVaultDocument } from '#lib/vault/delete'
import { setLegalHold } from '#lib/vault/legal-hold'
import * as trailRoute from '../signature-processes/[id]/audit-trail/route.ts'
import * as attachmentRoute from '../signing/[token]/attachments/[field]/route.ts'
import * as userRoute from '../users/[id]/route.ts'
import * as eraseRoute from './erase/route.ts'
import * as exportRoute from './export/route.ts'
import * as downloadRoute from './requests/[id]/download/route.ts'
import * as requestRoute from './requests/[id]/route.ts'
import * as requestsRoute from './requests/route.ts'

type ItemBody = { data: PrivacyRequestRecord }
type ListBody = { data: PrivacyRequestRecord[]; meta: { total: number } }

const email = 'ada@example.com'
let tenant: TestTenant
let requestOfOtherTenant: PrivacyRequestRecord
beforeAll(async () => {
  tenant = await makeTenant()
  requestOfOtherTenant = (await post(exportRoute, email, tenant)).body.data
})
const post = <B = ItemBody>(
  route: { POST: typeof eraseRoute.POST },
  address: string,
  caller: { token: string },
) => call<B>(route.POST, { body: { email: address }, as: caller })
const get = async (id: number, caller: { token: string }) =>
  (await call<ItemBody>(requestRoute.GET, { params: { id }, as: caller })).body.data
const run = (caller: TestTenant, { id }: { id: number }) =>
  runRequest({ tenantId: caller.tenantId, requestId: id })

/** Makes a request and runs its job. */
async function requestAndRun(route: { POST: typeof eraseRoute.POST }, caller: TestTenant, address = email) {
  const { body } = await post(route, address, caller)
  await run(caller, body.data)
  return get(body.data.id, caller)
}

const findUser = async (caller: TestTenant, id: string | number) => {
  const [user] = await read(caller.ctx, (reader) =>
    reader
      .select()
      .from(users)
      .where(eq(users.id, Number(id))),
  )
  return user!
}

it.each([
  ['export', exportRoute],
  ['erasure', eraseRoute],
] as const)('an %s stops when the key that requested it was deleted, and says so', async (_, route) => {
  const newTenant = await makeTenant()
  const { body } = await post(route, email, await newTenant.addKey({ scopes: ['privacy'] }))
  await write(newTenant.ctx, async (tx) => {
    await tx.delete(apiKeys)
  })
  await run(newTenant, body.data)
  expect(await get(body.data.id, newTenant)).toMatchObject({
    status: 'blocked',
    stop_reason: 'The API key that started it was deleted.',
    download_url: null,
    counts: {},
  })
})

it.each([
  ['export', exportRoute],
  ['erasure', eraseRoute],
] as const)(
  'an %s stops while the organisation is suspended, and can be requested again later',
  async (_, route) => {
    const newTenant = await makeTenant()
    await addSent(newTenant, { signers: [{ email }] }).then(({ id }) => cancelProcess(newTenant.ctx, id, {}))
    const { id } = (await post(route, email, newTenant)).body.data
    await suspendTenant(newTenant.tenantId)
    await run(newTenant, { id })
    expect(await get(id, newTenant)).toMatchObject({
      status: 'blocked',
      stop_reason: 'The operator of this installation has suspended the organisation.',
      counts: {},
    })
    await resumeTenant(newTenant.tenantId)
    expect(await requestAndRun(route, newTenant)).toMatchObject({
      status: 'completed',
      counts: { signers: 1 },
    })
  },
)

itIsGuarded('/privacy/export', exportRoute, { bodyByMethod: { POST: { email } } })
itIsGuarded('/privacy/erase', eraseRoute, { bodyByMethod: { POST: { email } } })
itIsGuarded('/privacy/requests', requestsRoute)
itIsGuarded('/privacy/requests/{id}', requestRoute, {
  idsOfOtherTenant: async () => ({ id: requestOfOtherTenant.id }),
})
itIsGuarded('/privacy/requests/{id}/download', downloadRoute, {
  idsOfOtherTenant: async () => ({ id: requestOfOtherTenant.id }),
})

describe.each([
  ['export', exportRoute],
  ['erase', eraseRoute],
] as const)('POST /privacy/%s', (kind, route) => {
  it('201 with the same request while it runs, also for an address in capitals; the trail masks the address', async () => {
    const newTenant = await makeTenant()
    const firstResponse = await post(route, ' Ada@Example.com', newTenant)
    expect(firstResponse.status).toBe(201)
    expect(firstResponse.headers.get('location')).toContain(
      `/api/v1/privacy/requests/${firstResponse.body.data.id}`,
    )
    expect(firstResponse.body.data).toMatchObject({
      email,
      status: 'pending',
      requested_by: { id: newTenant.user.id },
    })
    const secondResponse = await post(route, email, newTenant)
    expect([secondResponse.status, secondResponse.body.data.id]).toEqual([201, firstResponse.body.data.id])
    await run(newTenant, firstResponse.body.data)
    expect((await post(route, email, newTenant)).body.data.id).not.toBe(firstResponse.body.data.id)
    const events = await read(newTenant.ctx, (reader) =>
      findTrail(reader, newTenant.ctx, { tenant: newTenant.tenantId }),
    )
    expect(events.map(({ type }) => type)).toContain(
      kind === 'export' ? 'privacy.export_requested' : 'privacy.erasure_requested',
    )
    expect(JSON.stringify(events.map(({ data }) => data))).not.toContain(email)
  })

  it.each([{}, { email: 'nobody' }, { email: 5 }])('400 for %j', async (body) => {
    const errorResponse = await call(route.POST, { body, as: tenant })
    expect([errorResponse.status, Object.keys(errorResponse.body.error.errors)]).toEqual([400, ['email']])
  })

  it('403 for a key with the scope whose creator is no administrator any more', async () => {
    const creator = await tenant.addMember('tenant_admin')
    const key = await tenant.addKey({ creator, scopes: ['privacy'] })
    expect((await post(route, email, key)).status).toBe(201)
    await updateUser(tenant.ctx, creator.user.id, { role: 'user' })
    const errorResponse = await call(route.POST, { body: { email }, as: key })
    expect([errorResponse.status, errorResponse.body.error.code]).toEqual([403, 'forbidden'])
  })

  it('403 for users who are not administrators, and 15 minutes after the password was entered', async () => {
    const errorResponse = await call(route.POST, { body: { email }, as: await tenant.addMember('user') })
    expect([errorResponse.status, errorResponse.body.error.code]).toEqual([403, 'forbidden'])
    moveClock(16 * 60_000)
    const lateResponse = await call(route.POST, { body: { email }, as: tenant })
    moveClock(-16 * 60_000)
    expect([lateResponse.status, lateResponse.body.error.code]).toEqual([403, 'reauthentication_required'])
  })
})

describe('GET /privacy/requests', () => {
  it('200 newest first, a page at a time', async () => {
    const newTenant = await makeTenant()
    const ids = [
      (await post(exportRoute, email, newTenant)).body.data.id,
      (await post(eraseRoute, 'bob@example.com', newTenant)).body.data.id,
    ]
    const listResponse = await call<ListBody>(requestsRoute.GET, { as: newTenant })
    expect(listResponse.body.data.map(({ id }) => id)).toEqual(ids.toReversed())
    const page = await call<ListBody>(requestsRoute.GET, {
      path: '/api/v1/privacy/requests?per_page=1&page=2',
      as: newTenant,
    })
    expect([page.body.data.map(({ id }) => id), page.body.meta.total]).toEqual([[ids[0]], 2])
  })
})

describe('an export', () => {
  let newTenant: TestTenant
  let personProcesses: ProcessesOfPerson
  let request: PrivacyRequestRecord
  beforeAll(async () => {
    newTenant = await makeTenant()
    personProcesses = await addPerson(newTenant, email)
    await dispatchEvents(newTenant)
    await addBulkRow(newTenant, 'sent')
    request = await requestAndRun(exportRoute, newTenant)
  }, 60_000)
  const fetchZip = () => call(downloadRoute.GET, { params: { id: request.id }, as: newTenant })

  it('200 with a ZIP of all data about the address and the files that the person signed', async () => {
    expect(request).toMatchObject({ status: 'completed', kept: null, blocked_by: [] })
    // The person signs a draft, a cancelled, a refused and a completed process.
    expect(request.counts).toMatchObject({ signers: 4, processes: 4, bulk_send_rows: 1, vault_documents: 1 })
    const { status, headers, bytes } = await fetchZip()
    expect([status, headers.get('content-type')]).toEqual([200, 'application/zip'])
    const files = unzip(bytes)
    const [row] = await loadVaultRows(newTenant, personProcesses.completed.id)
    const signedFile = [...files.keys()].find((path) => path.startsWith('signed/'))!
    expect(sha256Hex(files.get(signedFile)!)).toBe(row!.sha256)
    const data = JSON.parse(files.get('data.json')!.toString())
    expect(data).toMatchObject({ format: 1, email })
    expect(data.signers).toHaveLength(4)
    expect(data.signers[0]).toMatchObject({ email: 'Ada@example.com', phone: '+431234567' })
    expect(data.fields).toContainEqual(expect.objectContaining({ label: 'City', value: 'Vienna' }))
    expect(Object.keys(data.emails[0])).toEqual([
      'id',
      'channel',
      'recipient',
      'status',
      'created_at',
      'sent_at',
    ])
    expect(data.events.map(({ type }: { type: string }) => type)).toEqual(
      expect.arrayContaining(['signature.viewed', 'signature.consented', 'signature.completed']),
    )
    expect(data.bulk_send_rows[0].cells).toMatchObject({ name: 'Ada' })
    expect(JSON.stringify(data)).not.toMatch(/token|otp_hash|Bob Other/i)
    await flushReads()
    const events = await read(newTenant.ctx, (reader) =>
      findTrail(reader, newTenant.ctx, { tenant: newTenant.tenantId }),
    )
    expect(events.at(-1)!.type).toBe('privacy.downloaded')
  })

  it('200 with the user and their sessions', async () => {
    const member = await newTenant.addMember('user')
    const userExport = await requestAndRun(exportRoute, newTenant, member.user.email)
    const { bytes } = await call(downloadRoute.GET, { params: { id: userExport.id }, as: newTenant })
    const data = JSON.parse(unzip(bytes).get('data.json')!.toString())
    expect([data.users.length, data.sessions.length]).toEqual([1, 1])
    expect(data.users[0]).toMatchObject({ name: member.user.name, email: member.user.email, role: 'user' })
  })

  it('200 with a deleted user, and the account at the identity provider', async () => {
    const { user } = await newTenant.addMember('user')
    const { id: userId, name, email: subject } = user
    const account = { source: 'saml' as const, issuer: 'https://idp.example.com', subject }
    await write(newTenant.ctx, (tx) =>
      tx
        .insert(userIdentities)
        .values({ ...account, tenantId: newTenant.tenantId, userId, createdAt: now() }),
    )
    await call(userRoute.DELETE, { method: 'DELETE', params: { id: userId }, as: newTenant })
    const { id } = await requestAndRun(exportRoute, newTenant, subject)
    const { bytes } = await call(downloadRoute.GET, { params: { id }, as: newTenant })
    const data = JSON.parse(unzip(bytes).get('data.json')!.toString())
    expect(data.users).toMatchObject([{ id: userId, name, role: 'user' }])
    expect(data.provider_accounts).toMatchObject([{ issuer: account.issuer, subject }])
    const erasure = await requestAndRun(eraseRoute, newTenant, subject)
    expect(erasure.counts).toMatchObject({ users: 1, provider_accounts: 1 })
    const [row] = await read(newTenant.ctx, (reader) =>
      reader.select().from(userIdentities).where(eq(userIdentities.userId, userId)),
    )
    expect(row!.subject).toMatch(/^erased:[0-9a-f]{64}$/)
  })

  it('200 with the files that a signer has added', async () => {
    const signer = 'passport@example.com'
    const { params, process } = await addOpenedLink(newTenant, {
      signers: [{ email: signer }],
      zones: [{ type: 'attachment', label: 'Passport' }],
    })
    const field = process.fields.find(({ type }) => type === 'attachment')!
    const body = new FormData()
    const file = new Uint8Array(createCanvas(40, 30).toBuffer('image/png'))
    body.append('file', new File([file], `my: passport${'!'.repeat(99)}.png`))
    await call(attachmentRoute.POST, { params: { ...params, field: String(field.id) }, body })
    const { id } = await requestAndRun(exportRoute, newTenant, signer)
    const files = unzip((await call(downloadRoute.GET, { params: { id }, as: newTenant })).bytes)
    const [{ id: attachmentId }] = JSON.parse(files.get('data.json')!.toString()).attachments
    expect(files.get(`attachments/${attachmentId}-my_ passport${'!'.repeat(88)}.png`)).toEqual(
      Buffer.from(file),
    )
  })

  it('200 with the changes of a visit of the user that goes on', async () => {
    const member = await newTenant.addMember('user')
    const { id } = await addDraft(member)
    await updateProcess(member.ctx, id, { name: 'Changed' })
    const userExport = await requestAndRun(exportRoute, newTenant, member.user.email)
    const { bytes } = await call(downloadRoute.GET, { params: { id: userExport.id }, as: newTenant })
    const { events } = JSON.parse(unzip(bytes).get('data.json')!.toString())
    expect(events.map(({ type }: { type: string }) => type)).toContain('process.updated')
  })

  it('200 with the changes of the address, under the old and the new one', async () => {
    const exportedTypes = async (address: string) => {
      const { id } = await requestAndRun(exportRoute, newTenant, address)
      const { bytes } = await call(downloadRoute.GET, { params: { id }, as: newTenant })
      const { events } = JSON.parse(unzip(bytes).get('data.json')!.toString())
      return events.map(({ type }: { type: string }) => type)
    }
    const { user } = await newTenant.addMember('user')
    await updateUser(newTenant.ctx, user.id, { email: 'new@example.com' })
    const token = getAddressLink(await findUser(newTenant, user.id))!
      .split('/')
      .at(-1)!
    await confirmAddress({ ...newTenant.ctx, now: now() }, { token })
    for (const address of [user.email, 'new@example.com'])
      expect(await exportedTypes(address)).toEqual(
        expect.arrayContaining(['user.address_change_requested', 'user.address_changed']),
      )
    const invited = await addUser(newTenant.ctx, { userName: 'invited@example.com' })
    await updateUser(newTenant.ctx, Number(invited.id), { email: 'corrected@example.com' })
    for (const address of ['invited@example.com', 'corrected@example.com'])
      expect(await exportedTypes(address)).toContain('user.updated')
  })

  it('is kept by the nightly sweep of unused files, and is deleted after 30 days', async () => {
    await sweepFiles(addDays(now(), 2), documentReferences)
    expect((await fetchZip()).status).toBe(200)
    await expireExports(newTenant.tenantId, addDays(now(), 29))
    expect((await fetchZip()).status).toBe(200)
    await expireExports(newTenant.tenantId, addDays(now(), 31))
    const errorResponse = await fetchZip()
    expect([errorResponse.status, errorResponse.body.error.current_status]).toEqual([409, 'expired'])
    expect(await get(request.id, newTenant)).toMatchObject({
      status: 'expired',
      email: 'a***@example.com',
      download_url: null,
    })
  })

  it('409 for the download of an erasure', async () => {
    const erasure = await requestAndRun(eraseRoute, newTenant, 'unknown@example.com')
    const errorResponse = await call(downloadRoute.GET, { params: { id: erasure.id }, as: newTenant })
    expect([errorResponse.status, errorResponse.body.error.code]).toEqual([409, 'invalid_state'])
  })
})

describe('an erasure', () => {
  let newTenant: TestTenant
  let otherTenant: TestTenant
  let personProcesses: ProcessesOfPerson
  let otherProcesses: ProcessesOfPerson
  let request: PrivacyRequestRecord
  let partlySignedSha256: string
  beforeAll(async () => {
    newTenant = await makeTenant()
    otherTenant = await makeTenant()
    for (const caller of [newTenant, otherTenant]) {
      const processes = await addPerson(caller, email)
      await dispatchEvents(caller)
      await addBulkRow(caller, 'pending')
      if (caller === newTenant) personProcesses = processes
      else otherProcesses = processes
    }
    const [document] = (await loadRows(newTenant, personProcesses.refused.id)).documents
    partlySignedSha256 = document!.currentSha256
    await requestAndRun(exportRoute, newTenant)
    request = await requestAndRun(eraseRoute, newTenant)
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
            process_id: personProcesses.completed.id,
            name: 'Completed',
            reason: 'retention',
            law: expect.stringContaining('17(3)(e)'),
            data: ['name', 'email', 'signed_files', 'audit_trail'],
            until: expect.stringMatching(new RegExp(`^${now().getUTCFullYear() + 10}-.*Z$`)),
          },
        ],
      },
    })
    expect(request.kept!.events).toBeGreaterThan(5)
  })

  it('removes the person from drafts', async () => {
    const draft = await getProcess(newTenant.ctx, personProcesses.draft.id)
    expect(draft.signers.map(({ name }) => name)).toEqual(['Bob Other'])
  })

  it('replaces the person by a pseudonym in processes that ended unsigned', async () => {
    for (const { id, signers: before } of [personProcesses.cancelled, personProcesses.refused]) {
      const [signer] = (await loadRows(newTenant, id)).signers
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
    const { fields, signers: people } = await getProcess(newTenant.ctx, personProcesses.refused.id)
    expect(fields.map(({ value }) => value)).not.toContain('Vienna')
    expect(people[1]).toMatchObject({ name: 'Bob Other', refusal_reason: 'No.' })
  })

  it('removes the partly signed file', async () => {
    const [document] = await read(newTenant.ctx, (reader) =>
      reader
        .select()
        .from(processDocuments)
        .where(eq(processDocuments.processId, personProcesses.refused.id)),
    )
    // Revision 0 is the file as it was sent.
    expect(document).toMatchObject({ revision: 0 })
    await sweepFiles(addDays(now(), 2), documentReferences)
    expect(await readSize(newTenant.tenantId, partlySignedSha256)).toBeNull()
  })

  it('keeps the completed process with its evidence, but no contact', async () => {
    const [row] = await loadVaultRows(newTenant, personProcesses.completed.id)
    expect(row!.signers[0]!.email).toBe('Ada@example.com')
    expect((await getBytes(newTenant.tenantId, row!.sha256)).length).toBe(row!.size)
    const { signers: people } = await loadRows(newTenant, personProcesses.completed.id)
    expect(people[0]).toMatchObject({
      name: 'Ada Lovelace',
      phone: null,
      signature: null,
      tokenHash: null,
      signedAddress: null,
      signedUserAgent: null,
    })
    const { fields } = await getProcess(newTenant.ctx, personProcesses.completed.id)
    expect(fields.every(({ value, signer_id: id }) => id !== people[0]!.id || value === null)).toBe(true)
    const contacts = await listContacts(newTenant.ctx, { search: 'Lovelace', page: 1, per_page: 15 })
    expect(contacts.items).toEqual([])
  })

  it('leaves every hash chain intact', async () => {
    for (const { id } of Object.values(personProcesses)) {
      const trail = await call<{ data: AuditTrail }>(trailRoute.GET, { params: { id }, as: newTenant })
      expect(trail.body.data.chain_valid).toBe(true)
    }
    const errorResponse = await call<{ data: AuditTrail }>(trailRoute.GET, {
      params: { id: personProcesses.refused.id },
      as: newTenant,
    })
    expect(errorResponse.body.data.events.at(-1)).toMatchObject({
      type: 'signature.erased',
      actor: { type: 'system', job: 'privacy.run' },
      data: { signer_id: personProcesses.refused.signers[0]!.id },
    })
  })

  it('deletes emails, exports and rows of lists, and sends no new email', async () => {
    await dispatchEvents(newTenant)
    const recipients = await read(newTenant.ctx, (reader) =>
      reader.select({ to: mails.recipient }).from(mails),
    )
    expect(recipients.filter(({ to }) => /^ada@|erased/i.test(to))).toEqual([])
    expect(recipients.length).toBeGreaterThan(0)
    const texts = (await loadEmails(newTenant)).map(({ text }) => text.replaceAll('\u200c', ''))
    expect(texts.filter((text) => /ada@example\.com|Ada Lovelace/i.test(text))).toEqual([])
    const requests = await call<ListBody>(requestsRoute.GET, { as: newTenant })
    expect(requests.body.data.map(({ type, status, email: address }) => [type, status, address])).toEqual([
      ['erasure', 'completed', 'a***@example.com'],
      ['export', 'expired', 'a***@example.com'],
    ])
    const [row] = await read(newTenant.ctx, (reader) => reader.select().from(bulkSendRows))
    const input = { signers: [{ role: 'Client', name: 'Erased person', email: '' }] }
    expect(row).toMatchObject({ cells: {}, input, status: 'failed' })
  })

  it('changes nothing of another tenant', async () => {
    const people = await read(otherTenant.ctx, (reader) =>
      reader.select().from(signers).where(eq(signers.email, 'Ada@example.com')),
    )
    expect(people).toHaveLength(4)
    expect(people.every(({ erasedAt, phone }) => erasedAt === null && phone === '+431234567')).toBe(true)
    expect(
      (await getProcess(otherTenant.ctx, otherProcesses.refused.id)).fields.map(({ value }) => value),
    ).toContain('Vienna')
    const emails = await read(otherTenant.ctx, (reader) =>
      reader.select().from(mails).where(eq(mails.recipient, 'Ada@example.com')),
    )
    expect(emails.length).toBeGreaterThan(0)
  })

  it('erases nothing the second time', async () => {
    const secondRequest = await requestAndRun(eraseRoute, newTenant)
    expect([secondRequest.status, secondRequest.counts, secondRequest.kept!.processes_total]).toEqual([
      'completed',
      {},
      1,
    ])
    await run(newTenant, secondRequest)
    expect(await get(secondRequest.id, newTenant)).toEqual(secondRequest)
  })

  it('reports why a process stays, and erases the person once its files are deleted', async () => {
    const [row] = await loadVaultRows(newTenant, personProcesses.completed.id)
    const reasons = async () =>
      (await requestAndRun(eraseRoute, newTenant)).kept!.processes.map(({ reason }) => reason)
    await setLegalHold(newTenant.ctx, row!.id, { on: true })
    expect(await reasons()).toEqual(['legal_hold'])
    await setLegalHold(newTenant.ctx, row!.id, { on: false })
    await write(newTenant.ctx, (tx) =>
      tx
        .update(vaultDocuments)
        .set({ expiresAt: addDays(now(), -1) })
        .where(eq(vaultDocuments.id, row!.id)),
    )
    expect(await reasons()).toEqual(['retention_ended'])
    await deleteVaultDocument(newTenant.ctx, row!.id, documentReferences)
    const last = await requestAndRun(eraseRoute, newTenant)
    expect([last.counts.signers, last.kept!.processes]).toEqual([1, []])
    expect((await loadRows(newTenant, personProcesses.completed.id)).signers[0]!.name).toBe('Erased person')
  })
})

describe('an erasure of an address that replaces others', () => {
  /** Runs an erasure, which is stopped if it takes ten seconds. */
  async function erase(caller: TestTenant, address: string) {
    const { id } = (await post(eraseRoute, address, caller)).body.data
    const stop = () => write(caller.ctx, (tx) => changeRequest(tx, caller.ctx, id, { status: 'blocked' }))
    const timer = setTimeout(stop, 10_000)
    await run(caller, { id })
    clearTimeout(timer)
    const { status, counts } = await get(id, caller)
    return { status, counts }
  }

  it('ends for a masked address', async () => {
    const newTenant = await makeTenant()
    const maskedEmail = 'a***@example.com'
    await requestAndRun(exportRoute, newTenant, maskedEmail)
    expect(await erase(newTenant, maskedEmail)).toEqual({
      status: 'completed',
      counts: { privacy_requests: 1 },
    })
    expect(await erase(newTenant, maskedEmail)).toEqual({ status: 'completed', counts: {} })
  })

  it('ends for the pseudonym of a signer', async () => {
    const newTenant = await makeTenant()
    const process = await addSent(newTenant, { signers: [{ email }] })
    await cancelProcess(newTenant.ctx, process.id, {})
    expect(await erase(newTenant, email)).toMatchObject({ status: 'completed', counts: { signers: 1 } })
    const pseudonym = `erased-${process.signers[0]!.id}@erased.invalid`
    expect(await erase(newTenant, pseudonym)).toEqual({ status: 'completed', counts: {} })
    const events = await loadEvents(newTenant, process.id)
    expect(events.filter(({ type }) => type === 'signature.erased')).toHaveLength(1)
  })
})

describe('an erasure of a user of a directory', () => {
  const externalId = '00ujl29u0le5T6Aj10h7'
  const replace = (caller: TestTenant, id: string, value: object) =>
    patchUser(caller.ctx, id, { Operations: [{ op: 'replace', value }] })

  it('changes nothing of one who was suspended, came back and has another address', async () => {
    const newTenant = await makeTenant()
    const { id } = await addUser(newTenant.ctx, { userName: email, displayName: 'Ada Lovelace', externalId })
    await replace(newTenant, id, { active: false })
    await replace(newTenant, id, { active: true })
    await replace(newTenant, id, { userName: 'ada@new.example.com' })
    for (const active of [true, false]) {
      await replace(newTenant, id, { active })
      expect((await requestAndRun(eraseRoute, newTenant)).status).toBe('completed')
      expect(await findUser(newTenant, id)).toMatchObject({ name: 'Ada Lovelace', externalId })
    }
  })

  it('removes the name of one who has got another address while suspended, everywhere', async () => {
    const newTenant = await makeTenant()
    const { user, ctx } = await newTenant.addMember('user')
    const { id: processId } = await addDraft({ ctx })
    const { id: completedId } = await addCompleted({ ctx })
    const getNames = async (id: number) => {
      const [process] = await read(newTenant.ctx, (reader) =>
        reader.select().from(processes).where(eq(processes.id, id)),
      )
      return [process!.createdByName, process!.sentByName]
    }
    await replace(newTenant, String(user.id), { active: false })
    await replace(newTenant, String(user.id), { userName: email })
    const { status, counts, kept } = await requestAndRun(eraseRoute, newTenant)
    expect([status, counts.users]).toEqual(['completed', 1])
    expect(kept!.processes).toMatchObject([{ process_id: completedId, reason: 'retention' }])
    const row = await findUser(newTenant, user.id)
    expect(row).toMatchObject({ name: 'Erased person', suspendedEmail: null })
    const createdByNames = await read(newTenant.ctx, (reader) =>
      reader.selectDistinct({ name: documents.createdByName }).from(documents),
    )
    expect([await getNames(processId), createdByNames]).toEqual([
      ['Erased person', null],
      [{ name: 'Erased person' }],
    ])
    expect(await getNames(completedId)).toEqual([user.name, user.name])
    await write(newTenant.ctx, (tx) => tx.update(vaultDocuments).set({ expiresAt: addDays(now(), -1) }))
    const [file] = await loadVaultRows(newTenant, completedId)
    await deleteVaultDocument(newTenant.ctx, file!.id, documentReferences)
    expect((await requestAndRun(eraseRoute, newTenant)).kept!.processes).toEqual([])
    expect(await getNames(completedId)).toEqual(['Erased person', 'Erased person'])
  })

  it('removes the id in the directory, which a deletion removes, too', async () => {
    const newTenant = await makeTenant()
    const { id } = await addUser(newTenant.ctx, { userName: email, externalId })
    await removeUser(newTenant.ctx, id)
    expect((await findUser(newTenant, id)).externalId).toBeNull()
    // As earlier versions left it.
    await write(newTenant.ctx, (tx) =>
      tx
        .update(users)
        .set({ externalId })
        .where(eq(users.id, Number(id))),
    )
    await requestAndRun(eraseRoute, newTenant)
    expect(await findUser(newTenant, id)).toMatchObject({ name: 'Erased person', externalId: null })
  })
})

it('an erasure finds a row of a list by the stored form of an international address', async () => {
  const newTenant = await makeTenant()
  await addBulkRow(newTenant, 'pending')
  const cells = { name: 'Zoë', email: 'Zoë@Bücher.example' }
  const input = { signers: [{ role: 'Client', name: 'Zoë', email: 'Zoë@xn--bcher-kva.example' }] }
  await write(newTenant.ctx, (tx) => tx.update(bulkSendRows).set({ cells, input }))
  const { counts } = await requestAndRun(eraseRoute, newTenant, 'zoë@bücher.example')
  expect(counts).toEqual({ bulk_send_rows: 1 })
})

describe('a blocked erasure', () => {
  it('changes nothing while a process has not ended', async () => {
    const newTenant = await makeTenant()
    const withSigner = await addSent(newTenant, { signers: [{ email }] })
    const withCopy = await addSent(newTenant, {
      signers: [{ email: 'bob@example.com' }, { email, role: 'cc' }],
    })
    const request = await requestAndRun(eraseRoute, newTenant)
    expect(request).toMatchObject({
      status: 'blocked',
      email,
      counts: {},
      kept: null,
      blocked_by: [
        { type: 'process', id: withSigner.id, name: withSigner.name },
        { type: 'process', id: withCopy.id, name: withCopy.name },
      ],
    })
    expect((await getProcess(newTenant.ctx, withSigner.id)).signers[0]!.email).toBe(email)
  })

  it('names the user as the reason, and succeeds once the user is deleted', async () => {
    const newTenant = await makeTenant()
    const member = await newTenant.addMember('user')
    await addBulkRow(newTenant, 'sent', member)
    await addFolder(newTenant, member)
    const blocked = await requestAndRun(eraseRoute, newTenant, member.user.email)
    expect(blocked.blocked_by).toEqual([{ type: 'user', id: member.user.id, name: member.user.name }])
    await call(userRoute.DELETE, { method: 'DELETE', params: { id: member.user.id }, as: newTenant })
    const request = await requestAndRun(eraseRoute, newTenant, member.user.email)
    const counts = { users: 1, bulk_sends: 1, privacy_requests: 1 }
    expect([request.status, request.counts]).toEqual(['completed', counts])
    expect((await get(blocked.id, newTenant)).blocked_by).toEqual([
      { type: 'user', id: member.user.id, name: 'Erased person' },
    ])
    const [bulkSend] = await read(newTenant.ctx, (reader) => reader.select().from(bulkSends))
    expect(bulkSend).toMatchObject({
      createdByName: 'Erased person',
      actor: { type: 'user', id: member.user.id, name: 'Erased person', email: '' },
    })
    const [folder] = await read(newTenant.ctx, (reader) => reader.select().from(folders))
    expect(folder!.createdByName).toBe('Erased person')
  })
})

it('an export that ends after an erasure stores nothing', async () => {
  const newTenant = await makeTenant()
  const pending = (await post(exportRoute, email, newTenant)).body.data
  await requestAndRun(eraseRoute, newTenant)
  await run(newTenant, pending)
  const [row] = await read(newTenant.ctx, (reader) =>
    reader
      .select()
      .from(privacyRequests)
      .where(and(eq(privacyRequests.id, pending.id), eq(privacyRequests.tenantId, newTenant.tenantId))),
  )
  expect(row).toMatchObject({ status: 'expired', resultSha256: null })
})

async function addFolder({ ctx }: TestTenant, { user }: Member): Promise<void> {
  const time = now()
  await write(ctx, (tx) =>
    tx.insert(folders).values({
      tenantId: ctx.tenantId,
      name: 'Sales',
      access: 'everyone',
      testMode: false,
      createdById: user.id,
      createdByName: user.name,
      createdAt: time,
      updatedAt: time,
    }),
  )
}

/** Adds a bulk send with one row of the person. */
async function addBulkRow(
  caller: TestTenant,
  status: 'pending' | 'sent',
  sender: Member = caller,
): Promise<void> {
  const { tenantId, actor } = sender.ctx
  await write(caller.ctx, async (tx) => {
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
    const input = { signers: [{ role: 'Client', name: 'Ada', email: 'ADA@example.com' }] }
    await tx
      .insert(bulkSendRows)
      .values({ tenantId, bulkSendId: bulkSend!.id, number: 1, cells, input, status })
  })
}
