import { text as readText } from 'node:stream/consumers'
import { createCanvas } from '@napi-rs/canvas'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { bulkSendRows, bulkSends } from '#db/schema/bulk'
import { users } from '#db/schema/identity'
import { passkeys } from '#db/schema/identity-sign-in'
import { signers } from '#db/schema/processes'
import { attachments, delegations } from '#db/schema/processes-links'
import { templateLinks } from '#db/schema/templates'
import { vaultDocuments } from '#db/schema/vault'
import { read, write } from '#db/tenancy/tenant'
import { exportAuditEvents } from '#lib/audit/list/export-events'
import { record } from '#lib/audit/record'
import { findTrail } from '#lib/audit/trail'
import { cancelBulkSend } from '#lib/bulk/control'
import { createBulkSend } from '#lib/bulk/create'
import { addDays, now } from '#lib/core/clock'
import type { Ctx } from '#lib/core/ctx'
import { documentReferences } from '#lib/document-references'
import { updateAccount } from '#lib/identity/account/update-account'
import { getArchive } from '#lib/identity/archive/get-archive'
import { setArchive } from '#lib/identity/archive/set-archive'
import { patchUser } from '#lib/identity/scim/users'
import { deleteUser } from '#lib/identity/users/delete-user'
import { updateUser } from '#lib/identity/users/update-user'
import { getRequest } from '#lib/privacy/find'
import { requestErasure, requestExport } from '#lib/privacy/request'
import { runRequest } from '#lib/privacy/run'
import { cancelProcess } from '#lib/processes/cancel'
import { listFields } from '#lib/processes/fields/fields'
import { getProcess, getProcessVersion } from '#lib/processes/get'
import { UpdateProcess } from '#lib/processes/input'
import { lockProcess } from '#lib/processes/load'
import { extendExpired } from '#lib/processes/options/extend'
import { expireDue } from '#lib/processes/scheduled'
import { sendProcess } from '#lib/processes/send'
import { changeSigner } from '#lib/processes/signers/correct'
import { updateProcess } from '#lib/processes/update'
import { enterSigning } from '#lib/signing/enter'
import { delegateSigning } from '#lib/signing/help/delegate'
import { SignInput } from '#lib/signing/schema'
import { signProcess } from '#lib/signing/sign'
import { createLink } from '#lib/templates/links/create'
import { CreateTemplateLink } from '#lib/templates/links/schema'
import { lockTemplate } from '#lib/templates/load'
import { untilOtherWaits } from '#lib/testing/database/locks'
import { addCompleted } from '#lib/testing/records/completed'
import { addPerson } from '#lib/testing/records/person'
import { addDocument, addDraft, addSent, addTemplate } from '#lib/testing/records/records'
import {
  addSentProcess,
  loadEvents,
  loadRows,
  loadVaultRows,
  openLink,
  runRevisions,
  typedSignature,
} from '#lib/testing/records/signing-session'
import { dispatchToWebhooks } from '#lib/testing/servers/receiver'
import { call } from '#lib/testing/service/call'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { unzip } from '#lib/testing/values/unzip'
import { deleteVaultDocument } from '#lib/vault/delete'
import { setLegalHold } from '#lib/vault/legal-hold'
import { configureWebhook } from '#lib/webhooks/configure'
import * as downloadRoute from './requests/[id]/download/route.ts'

const email = 'ada@example.com'

const deleteFiles = async (caller: TestTenant, processId: number) => {
  for (const { id } of await loadVaultRows(caller, processId)) {
    await write(caller.ctx, (tx) =>
      tx.update(vaultDocuments).set({ expiresAt: now() }).where(eq(vaultDocuments.id, id)),
    )
    await deleteVaultDocument({ ...caller.ctx, now: now() }, id, documentReferences)
  }
}

async function erase(caller: TestTenant, email: string) {
  const { id } = await requestErasure(caller.ctx, { email })
  await runRequest({ tenantId: caller.tenantId, requestId: id })
  return getRequest(caller.ctx, id)
}

async function exportFiles(caller: TestTenant, address: string) {
  const { id } = await requestExport(caller.ctx, { email: address })
  await runRequest({ tenantId: caller.tenantId, requestId: id })
  const { bytes } = await call(downloadRoute.GET, { params: { id }, as: caller })
  return unzip(bytes)
}

async function exportData(caller: TestTenant, address: string) {
  return JSON.parse((await exportFiles(caller, address)).get('data.json')!.toString()) as Record<
    string,
    Record<string, unknown>[]
  > & {
    events: Record<string, unknown>[]
  }
}

it('a process that is out for signature keeps the name of its sender until it ends', async () => {
  const tenant = await makeTenant()
  const ada = await tenant.addMember('user')
  const sent = await addSent(ada)
  await deleteUser(tenant.ctx, ada.user.id)
  const { status, kept } = await erase(tenant, ada.user.email)
  expect([status, kept!.processes_total]).toEqual(['completed', 1])
  expect(kept!.processes).toMatchObject([{ process_id: sent.id, reason: 'live', law: null, until: null }])
  const readNames = async () => {
    const { created_by, sent_by } = await getProcess(tenant.ctx, sent.id)
    return [created_by!.name, sent_by!.name]
  }
  expect(await readNames()).toEqual([ada.user.name, ada.user.name])
  await cancelProcess(tenant.ctx, sent.id, {})
  expect((await erase(tenant, ada.user.email)).kept!.processes).toEqual([])
  expect(await readNames()).toEqual(['Erased person', 'Erased person'])
})

it('the name of who created a process that somebody else has sent is erased at once', async () => {
  const tenant = await makeTenant()
  const ada = await tenant.addMember('user')
  const { id } = await addDraft(ada)
  await sendProcess(tenant.ctx, id)
  await deleteUser(tenant.ctx, ada.user.id)
  expect((await erase(tenant, ada.user.email)).kept!.processes).toEqual([])
  expect(await getProcess(tenant.ctx, id)).toMatchObject({
    created_by: { id: ada.user.id, name: 'Erased person' },
    sent_by: { id: tenant.user.id, name: tenant.user.name },
  })
})

it('who extends the expired process of an erased sender is its sender from then on', async () => {
  const tenant = await makeTenant()
  const ada = await tenant.addMember('user')
  const { id } = await addSent(ada)
  await expireDue(addDays(now(), 366))
  await deleteUser(tenant.ctx, ada.user.id)
  await erase(tenant, ada.user.email)
  expect((await getProcess(tenant.ctx, id)).sent_by!.name).toBe('Erased person')
  const options = { expires_in_days: 365 }
  const later = { ...tenant.ctx, now: addDays(now(), 366) }
  expect((await updateProcess(later, id, { options })).sent_by).toEqual({
    ...{ id: tenant.user.id, name: tenant.user.name },
  })
})

it('a process that is extended while an erasure waits for it stays as it is: its signers sign it', async () => {
  const tenant = await makeTenant()
  const { ctx } = tenant
  const process = await addSentProcess(tenant, { signers: [{ email: 'bob@example.com' }, { email }] })
  await runRevisions(tenant, process)
  const { documents } = await loadRows(tenant, process.id)
  await expireDue(addDays(now(), 366))
  const erasure = await write(ctx, async (tx) => {
    const expired = await lockProcess(tx, ctx, process.id)
    const promise = erase(tenant, email)
    promise.catch(() => {})
    await untilOtherWaits(tx)
    const later = { ...ctx, now: addDays(now(), 366) }
    await extendExpired(tx, later, expired, UpdateProcess.parse({ options: { expires_in_days: 30 } }))
    return { promise }
  })
  const { counts, kept } = await erasure.promise
  expect(counts).toEqual({})
  expect(kept!.processes).toMatchObject([{ process_id: process.id, reason: 'live' }])
  const rows = await loadRows(tenant, process.id)
  expect(rows.signers.map((signer) => signer.email)).toEqual(['bob@example.com', email])
  expect(rows.documents).toEqual(documents)
})

/** An expired process that the person with this address has handed over to Grace. */
async function addHandedOver(tenant: TestTenant) {
  const process = await addSentProcess(tenant, { signers: [{ email }], options: { allow_delegation: true } })
  await runRevisions(tenant, process)
  const token = await openLink(tenant, process.signers[0]!.id)
  const ctx = await enterSigning(token, { ...tenant.ctx, locale: 'en', now: now() })
  await delegateSigning(ctx, { name: 'Grace', email: 'grace@example.com', reason: 'On leave.' })
  await expireDue(addDays(now(), 366))
  return process.id
}

it('a process is not extended once the data of who handed over are erased: no certificate could name them', async () => {
  const tenant = await makeTenant()
  const id = await addHandedOver(tenant)
  expect((await erase(tenant, email)).counts).toEqual({ delegations: 1 })
  const later = { ...tenant.ctx, now: addDays(now(), 366) }
  await expect(updateProcess(later, id, { options: { expires_in_days: 30 } })).rejects.toMatchObject({
    code: 'invalid_state',
    text: { key: 'refusals.signerErased' },
  })
  expect((await getProcess(tenant.ctx, id)).status).toBe('expired')
})

it('a process that is extended while an erasure waits for it keeps its hand-overs', async () => {
  const tenant = await makeTenant()
  const { ctx } = tenant
  const id = await addHandedOver(tenant)
  const erasure = await write(ctx, async (tx) => {
    const expired = await lockProcess(tx, ctx, id)
    const promise = erase(tenant, email)
    promise.catch(() => {})
    await untilOtherWaits(tx)
    const later = { ...ctx, now: addDays(now(), 366) }
    await extendExpired(tx, later, expired, UpdateProcess.parse({ options: { expires_in_days: 30 } }))
    return { promise }
  })
  expect((await erasure.promise).counts).toEqual({})
  const { status, signers } = await getProcess(ctx, id)
  expect([status, signers[0]!.delegated_by!.map((by) => by.email)]).toEqual(['sent', [email]])
})

it('the signer of a draft who is replaced while an erasure waits for it stays', async () => {
  const tenant = await makeTenant()
  const { id, signers: people } = await addDraft(tenant, { signers: [{ email }] })
  const erasure = await write(tenant.ctx, async (tx) => {
    await lockProcess(tx, tenant.ctx, id)
    const promise = erase(tenant, email)
    promise.catch(() => {})
    await untilOtherWaits(tx)
    await tx.update(signers).set({ email: 'bob@example.com' }).where(eq(signers.id, people[0]!.id))
    return { promise }
  })
  expect((await erasure.promise).counts).toEqual({})
  const { signers: left } = await getProcess(tenant.ctx, id)
  expect(left.map((signer) => signer.email)).toEqual(['bob@example.com'])
})

it('who sends the draft of an erased person is its sender', async () => {
  const tenant = await makeTenant()
  const ada = await tenant.addMember('user')
  const draft = await addDraft(ada)
  await deleteUser(tenant.ctx, ada.user.id)
  await erase(tenant, ada.user.email)
  expect((await getProcess(tenant.ctx, draft.id)).created_by!.name).toBe('Erased person')
  const { id, name } = tenant.user
  expect((await sendProcess(tenant.ctx, draft.id)).sent_by).toEqual({ id, name })
})

it('a draft that lost a signer is not sent as it was shown, and other records have a later version, too', async () => {
  const tenant = await makeTenant()
  const { draft, cancelled, refused, completed } = await addPerson(tenant, email)
  const fields = (await listFields(tenant.ctx, draft.id)).version!
  const shown = { process: getProcessVersion(draft), fields }
  await erase(tenant, email)
  await expect(sendProcess(tenant.ctx, draft.id, { shown })).rejects.toMatchObject({
    code: 'precondition_failed',
  })
  for (const before of [draft, cancelled, refused, completed]) {
    const { updated_at } = await getProcess(tenant.ctx, before.id)
    expect(Date.parse(updated_at)).toBeGreaterThan(Date.parse(before.updated_at))
  }
})

it('the event of a new process names its signers: it counts as kept, and an export has it without the others', async () => {
  const tenant = await makeTenant()
  const webhook = { url: 'https://93.184.215.14/hook', events: ['audit.*' as const], active: true }
  await configureWebhook(tenant.ctx, webhook)
  await addDraft(tenant, { signers: [{ email }, { name: 'Carol', email: 'carol@example.com' }] })
  await dispatchToWebhooks(tenant)
  const data = await exportData(tenant, email)
  expect(data.events).toMatchObject([{ type: 'process.created', data: { signers: [{ email }] } }])
  expect(data.webhook_messages).toMatchObject([
    { event: 'audit.process.created', event_id: data.events[0]!.id },
  ])
  expect(JSON.stringify(data)).not.toMatch(/carol/i)
  expect((await erase(tenant, email)).kept!.events).toBe(1)
})

it('an export has the changes of settings that name the address', async () => {
  const tenant = await makeTenant()
  await updateAccount(tenant.ctx, { reply_to: email })
  const { events } = await exportData(tenant, email)
  expect(events.map(({ type }) => type)).toEqual(['tenant.updated'])
})

it('an export of the audit log that was limited to the person names them: it is exported and counted', async () => {
  const tenant = await makeTenant()
  await readText((await exportAuditEvents(tenant.ctx, { actor: email })).body())
  const { events } = await exportData(tenant, email)
  expect(events).toMatchObject([{ type: 'tenant.audit_exported', data: { filter: { actor: email } } }])
  expect((await erase(tenant, email)).kept!.events).toBe(1)
})

it('hand-overs and the sender of a completed process stay while its files do, and are erased after', async () => {
  const tenant = await makeTenant()
  const creator = await tenant.addMember('user')
  const { id, signers } = await addCompleted(creator, {
    signers: [{ name: 'Bob', email: 'bob@example.com' }],
  })
  await write(tenant.ctx, (tx) =>
    tx.insert(delegations).values({
      ...{ tenantId: tenant.tenantId, processId: id, signerId: signers[0]!.id },
      ...{ fromName: 'Ada', fromEmail: 'Ada@example.com', toName: 'Bob', toEmail: 'bob@example.com' },
      ...{ reason: 'He signs.', tokenHash: 'a'.repeat(64), delegatedAt: now() },
    }),
  )
  await deleteUser(tenant.ctx, creator.user.id)
  expect((await erase(tenant, email)).kept).toMatchObject({
    processes: [
      {
        ...{ process_id: id, reason: 'retention' },
        data: ['name', 'email', 'signed_files', 'hand_overs', 'audit_trail'],
      },
    ],
    certificates: 0,
  })
  expect((await erase(tenant, creator.user.email)).kept!.processes).toMatchObject([
    { process_id: id, data: ['name', 'signed_files', 'audit_trail'] },
  ])
  await deleteFiles(tenant, id)
  const { counts, kept } = await erase(tenant, email)
  expect([counts, kept!.processes]).toEqual([{ delegations: 1 }, []])
  expect((await erase(tenant, creator.user.email)).kept!.processes).toEqual([])
  const process = await getProcess(tenant.ctx, id)
  expect([process.created_by!.name, process.sent_by!.name]).toEqual(['Erased person', 'Erased person'])
  expect(process.signers[0]!.delegated_by).toEqual([])
})

it('the report says that files which the person added stay, and later which certificates do', async () => {
  const tenant = await makeTenant()
  const { id, signers, fields } = await addCompleted(tenant, { signers: [{ email }] })
  await write(tenant.ctx, (tx) =>
    tx.insert(attachments).values({
      ...{ tenantId: tenant.tenantId, processId: id, signerId: signers[0]!.id, fieldId: fields[0]!.id },
      ...{ name: 'passport.pdf', mimeType: 'application/pdf', size: 9, createdAt: now() },
      sha256: 'b'.repeat(64),
    }),
  )
  const { kept } = await erase(tenant, email)
  expect(kept!.processes[0]!.data).toContain('attachments')
  expect(kept!.certificates).toBe(1)
  await deleteFiles(tenant, id)
  expect((await erase(tenant, email)).kept).toMatchObject({ processes: [], certificates: 1 })
})

it('settings with the address are exported, and it stops being the archive address', async () => {
  const tenant = await makeTenant()
  await updateAccount(tenant.ctx, { reply_to: email })
  await setArchive(tenant.ctx, { email: 'Ada@example.com' })
  const { settings } = await exportData(tenant, email)
  expect(settings).toEqual([
    { setting: 'reply_to', address: email },
    { setting: 'archive_address', address: 'Ada@example.com' },
  ])
  expect((await erase(tenant, email)).counts).toMatchObject({ archive_addresses: 1 })
  expect((await getArchive(tenant.ctx)).email).toBeNull()
  const events = await read(tenant.ctx, (reader) =>
    findTrail(reader, tenant.ctx, { tenant: tenant.tenantId }),
  )
  expect(events.map(({ type }) => type)).toContain('tenant.archive_address_removed')
})

it('the erasure of a person whom a link names records once that it has ended', async () => {
  const tenant = await makeTenant()
  const template = await addTemplate(tenant, { roles: [{ name: 'Visitor' }, { name: 'Client' }] })
  const signers = [{ role: 'Client', name: 'Ada', email }]
  const { id } = await createLink(tenant.ctx, template.id, CreateTemplateLink.parse({ signers }))
  const { counts } = await erase(tenant, email)
  expect(counts).toEqual({ template_links: 1 })
  const events = await read(tenant.ctx, (reader) => findTrail(reader, tenant.ctx, { template: template.id }))
  expect(events.filter(({ type }) => type === 'template.link_ended').map(({ data }) => data)).toEqual([
    { template_id: template.id, link_id: id, uses: 0, test_mode: false },
  ])
})

it('an erasure ends the link of a person while a visitor begins, without a deadlock', async () => {
  const tenant = await makeTenant()
  const { ctx } = tenant
  const template = await addTemplate(tenant, { roles: [{ name: 'Visitor' }, { name: 'Client' }] })
  const signers = [{ role: 'Client', name: 'Ada', email }]
  const link = await createLink(ctx, template.id, CreateTemplateLink.parse({ signers }))
  const erasure = await write(ctx, async (tx) => {
    await lockTemplate(tx, ctx, template.id)
    await record(tx, ctx, {
      type: 'template.used',
      subject: { template: template.id },
      data: { template_id: template.id, version: 1, process_id: 1, test_mode: false },
    })
    const promise = erase(tenant, email)
    promise.catch(() => {})
    await untilOtherWaits(tx)
    await tx.update(templateLinks).set({ uses: 1 }).where(eq(templateLinks.id, link.id))
    return { promise }
  })
  expect((await erasure.promise).counts).toEqual({ template_links: 1 })
})

it.each([
  ['a deleted user', true, false],
  ['the key of a deleted user', true, true],
  ['a user who has another email now, without their name', false, false],
  ['the key of a user who has another email now, without their name', false, true],
])('an erasure takes %s out of a list and a link', async (_what, isDeleted, withKey) => {
  const tenant = await makeTenant()
  const maker = await tenant.addMember('user')
  const { ctx: makerCtx } = withKey ? await tenant.addKey({ creator: maker }) : maker
  const ctx = { ...makerCtx, address: '192.0.2.1' }
  const template = await addTemplate(tenant)
  await createBulkSend(ctx, { template_id: template.id, rows: [{ name: 'Bob', email: 'bob@example.com' }] })
  await createLink(ctx, template.id, CreateTemplateLink.parse({}))
  if (isDeleted) await deleteUser(tenant.ctx, maker.user.id)
  else
    await write(tenant.ctx, (tx) =>
      tx.update(users).set({ email: 'new@example.com' }).where(eq(users.id, maker.user.id)),
    )
  const { counts } = await erase(tenant, maker.user.email)
  expect(counts).toMatchObject({ bulk_sends: 1, made_links: 1 })
  for (const table of [bulkSends, templateLinks]) {
    const { address, createdByName, actor } = table
    const [row] = await read(tenant.ctx, (reader) =>
      reader.select({ address, createdByName, actor }).from(table),
    )
    const name = isDeleted ? 'Erased person' : maker.user.name
    const erased = { id: maker.user.id, name, email: '' }
    expect(row).toMatchObject({
      address: isDeleted ? null : '192.0.2.1',
      createdByName: name,
      actor: withKey ? { creator: erased } : erased,
    })
  }
})

it('an export has links and rows of lists without the other people', async () => {
  const tenant = await makeTenant()
  const roles = [{ name: 'Visitor' }, { name: 'Client' }, { name: 'Witness' }]
  const template = await addTemplate(tenant, { roles })
  const carol = { name: 'Carol', email: 'carol@example.com', phone: '+431234567' }
  const signers = [
    { role: 'Client', name: 'Ada', email: 'Ada@example.com' },
    { role: 'Witness', ...carol },
  ]
  await createLink(tenant.ctx, template.id, CreateTemplateLink.parse({ signers }))
  const ownCells = { 'Client.name': 'Ada', 'Client.email': ' ADA@example.com' }
  const row = {
    ...ownCells,
    ...{ 'Visitor.name': 'Bob', 'Visitor.email': 'bob@example.com' },
    ...{ 'Witness.name': 'Carol', 'Witness.email': carol.email },
  }
  await createBulkSend(tenant.ctx, { template_id: template.id, rows: [row] })
  const { template_links, bulk_send_rows } = await exportData(tenant, email)
  expect(template_links![0]!.people).toEqual([expect.objectContaining({ email: 'Ada@example.com' })])
  expect(bulk_send_rows![0]!.cells).toEqual(ownCells)
})

it.each([
  ['a value called “email”', ['Landlord', 'Tenant'], 'email'],
  ['a role whose name begins with theirs', ['Landlord', 'Landlord.A'], 'Landlord.A.subject'],
])('an export has no cells of others in a list with %s', async (_what, [landlord, other], column) => {
  const tenant = await makeTenant()
  const { id: documentId } = await addDocument(tenant)
  const place = { page: 1, x: 20, y: 20, width: 50, height: 10 }
  const template = await addTemplate(tenant, {
    documents: [{ id: documentId }],
    roles: [{ name: landlord! }, { name: other! }],
    fields: [{ type: 'text', role: landlord!, document_id: documentId, label: 'email', ...place }],
  })
  const ownCells = { [`${landlord}.name`]: 'Ada', [`${landlord}.email`]: email }
  const others = { [`${other}.name`]: 'Bob', [`${other}.email`]: 'bob@example.com' }
  const row = { ...ownCells, ...others, [column]: email }
  await createBulkSend(tenant.ctx, { template_id: template.id, rows: [row] })
  const { bulk_send_rows } = await exportData(tenant, email)
  expect(bulk_send_rows!.map(({ cells }) => cells)).toEqual([ownCells])
})

describe('an export has nothing of other people:', () => {
  const bob = { name: 'Bob', email: 'bob@example.com' }
  const ada = { name: 'Ada Lovelace', email }
  const from = (ctx: Ctx) => ({ ...ctx, now: now(), address: '192.0.2.7', userAgent: 'A browser' })
  const options = { allow_delegation: true }

  it('who handed over to the person, and to whom', async () => {
    const tenant = await makeTenant()
    const process = await addSentProcess(tenant, { signers: [bob], options })
    await runRevisions(tenant, process)
    const token = await openLink(tenant, process.signers[0]!.id)
    const signer = await enterSigning(token, from(tenant.ctx))
    await delegateSigning(signer, { ...ada, reason: 'I am ill.' })
    const ofAda = await exportData(tenant, email)
    expect(ofAda.delegations).toMatchObject([{ to_name: ada.name, to_email: email }])
    const handedOver = {
      ...{ type: 'signature.delegated', actor: { type: 'signer' }, address: null, user_agent: null },
      data: { signer_id: process.signers[0]!.id, new_name: ada.name, new_email: email },
    }
    expect(ofAda.events).toContainEqual(
      expect.objectContaining({ ...handedOver, data: expect.objectContaining(handedOver.data) }),
    )
    expect(JSON.stringify(ofAda)).not.toMatch(/bob|192\.0\.2\.7|A browser|I am ill/i)
    const ofBob = await exportData(tenant, bob.email)
    expect(ofBob.delegations).toMatchObject([{ from_email: bob.email, reason: 'I am ill.' }])
    const { actor, data, address } = ofBob.events.find(({ type }) => type === 'signature.delegated')!
    expect([actor, data, address]).toMatchObject([bob, { ...bob, reason: 'I am ill.' }, '192.0.2.7'])
    expect(JSON.stringify(ofBob)).not.toMatch(/ada/i)
  })

  it('who was in their place, and from where a user acted', async () => {
    const tenant = await makeTenant()
    const { id, signers: people } = await addSentProcess({ ctx: from(tenant.ctx) }, { signers: [bob] })
    await changeSigner(from(tenant.ctx), id, people[0]!.id, ada)
    const ofAda = await exportData(tenant, email)
    expect(ofAda.events.map(({ type }) => type)).toContain('process.corrected')
    expect(JSON.stringify(ofAda)).not.toMatch(
      new RegExp(`bob|192\\.0\\.2\\.7|A browser|${tenant.user.email}`, 'i'),
    )
    expect(JSON.stringify(await exportData(tenant, bob.email))).not.toMatch(/ada|192\.0\.2\.7|A browser/i)
    const { events } = await exportData(tenant, tenant.user.email)
    expect(events.find(({ type }) => type === 'process.corrected')).toMatchObject({ address: '192.0.2.7' })
    expect(JSON.stringify(events)).not.toMatch(/bob|lovelace|ada@/i)
  })

  it('a user to whom somebody has given their address', async () => {
    const tenant = await makeTenant()
    const { user } = await tenant.addMember('user')
    await updateUser(from(tenant.ctx), user.id, { email })
    const data = await exportData(tenant, email)
    expect([data.users, data.address_changes]).toEqual([[], [{ id: user.id, pending_email: email }]])
    expect(data.events).toMatchObject([{ type: 'user.address_change_requested', data: { to: email } }])
    expect(JSON.stringify(data)).not.toMatch(new RegExp(`${user.name}|${user.email}|192\\.0\\.2\\.7`))
    await updateUser(from(tenant.ctx), user.id, { email: user.email })
    const { events } = await exportData(tenant, email)
    expect(events.at(-1)).toMatchObject({ data: { changes: { pending_email: { from: email } } } })
    expect(JSON.stringify(events)).not.toMatch(new RegExp(`${user.name}|${user.email}|192\\.0\\.2\\.7`))
  })

  it('users whom an administrator has changed', async () => {
    const tenant = await makeTenant()
    const { user } = await tenant.addMember('user')
    await updateUser(tenant.ctx, user.id, { name: 'Bob Other', role: 'viewer' })
    await updateUser(tenant.ctx, user.id, { email: bob.email })
    await updateUser(tenant.ctx, user.id, { email: user.email })
    await updateUser(tenant.ctx, tenant.user.id, { name: 'Ada Lovelace' })
    const { events } = await exportData(tenant, tenant.user.email)
    const updates = events.filter(({ type }) => type === 'user.updated').map(({ data }) => data)
    expect(updates).toEqual([
      { user_id: user.id, changes: {} },
      { user_id: user.id, changes: {} },
      {
        ...{ user_id: tenant.user.id, name: 'Ada Lovelace' },
        changes: { name: { from: tenant.user.name, to: 'Ada Lovelace' } },
      },
    ])
    expect(JSON.stringify(events)).not.toMatch(new RegExp(`bob|${user.name}|${user.email}`, 'i'))
  })
})

it.each([
  ['', false],
  [' who was deleted, with what is still there', true],
])('an export has what belongs to a user%s', async (_, isDeleted) => {
  const tenant = await makeTenant()
  const user = await tenant.addMember('tenant_admin')
  const { id: userId, name } = user.user
  const ctx = { ...user.ctx, address: '192.0.2.1' }
  const key = await tenant.addKey({ creator: user, allowedIps: ['192.0.2.0/24'] })
  await write(ctx, (tx) =>
    tx.insert(passkeys).values({
      ...{ tenantId: tenant.tenantId, userId, name: 'Laptop', credentialId: 'c', counter: 0 },
      ...{ publicKey: Buffer.from('k'), transports: [], createdAt: now() },
    }),
  )
  const template = await addTemplate(tenant)
  const link = await createLink(ctx, template.id, CreateTemplateLink.parse({}))
  const rows = [{ name: 'Bob', email: 'bob@example.com' }]
  const list = await createBulkSend(ctx, { template_id: template.id, rows })
  const { id: requestId } = await requestErasure(ctx, { email: 'bob@example.com' })
  if (isDeleted) await deleteUser(tenant.ctx, userId)
  const data = await exportData(tenant, user.user.email)
  expect(data).toMatchObject({
    bulk_sends: [{ id: list.id, created_by_name: name, address: '192.0.2.1' }],
    made_links: [{ id: link.id, created_by_name: name, address: '192.0.2.1' }],
    made_requests: [{ id: requestId, requested_by_name: name, address: '192.0.2.1' }],
    passkeys: isDeleted ? [] : [{ name: 'Laptop' }],
    api_keys: isDeleted ? [] : [{ id: key.id, allowed_ips: ['192.0.2.0/24'] }],
  })
  expect(JSON.stringify(data)).not.toMatch(/bob/i)
})

it('an export has the event of a change of the id in the directory', async () => {
  const tenant = await makeTenant()
  const { user } = await tenant.addMember('user')
  await patchUser(tenant.ctx, String(user.id), {
    Operations: [{ op: 'replace', value: { externalId: 'Ada@example.com' } }],
  })
  const { events } = await exportData(tenant, email)
  expect(events.map(({ type }) => type)).toEqual(['user.updated'])
})

it('an export has the picture of initials without a signature', async () => {
  const tenant = await makeTenant()
  const process = await addSentProcess(tenant, {
    signers: [{ email, role: 'approver' }, {}],
    zones: [{ type: 'initials' }],
  })
  await runRevisions(tenant, process)
  const token = await openLink(tenant, process.signers[0]!.id)
  const canvas = createCanvas(60, 20)
  canvas.getContext('2d').fillRect(5, 8, 30, 3)
  const { signature: _, ...submission } = typedSignature()
  const initials = { method: 'drawn' as const, image: canvas.toDataURL('image/png') }
  const signer = await enterSigning(token, { ...tenant.ctx, now: now() })
  await signProcess(signer, SignInput.parse({ ...submission, initials }))
  const files = await exportFiles(tenant, email)
  expect([...files.keys()]).toContain(`signatures/${process.signers[0]!.id}-initials.png`)
})

describe('an erasure of a person in a list', () => {
  const others = { 'Tenant.name': 'Bob', 'Tenant.email': 'bob@example.com' }
  const own = { 'Landlord.name': 'Ada', 'Landlord.email': email }

  async function addList(cells: Record<string, string>) {
    const tenant = await makeTenant()
    const { id: documentId } = await addDocument(tenant)
    const place = { page: 1, x: 20, y: 20, width: 50, height: 10 }
    const template = await addTemplate(tenant, {
      documents: [{ id: documentId }],
      roles: [{ name: 'Landlord' }, { name: 'Tenant' }],
      fields: [{ type: 'text', role: 'Tenant', document_id: documentId, label: 'HR contact', ...place }],
    })
    const { id } = await createBulkSend(tenant.ctx, { template_id: template.id, rows: [cells] })
    const readRow = async () => {
      const [row] = await read(tenant.ctx, (reader) => reader.select().from(bulkSendRows))
      return row!
    }
    return { tenant, id, readRow }
  }

  it('leaves the rows that have the address as a value', async () => {
    const { tenant, readRow } = await addList({
      ...others,
      ...{ 'Landlord.name': 'Carol', 'Landlord.email': 'carol@example.com', 'HR contact': email },
    })
    const before = await readRow()
    expect((await exportData(tenant, email)).bulk_send_rows).toEqual([])
    expect((await erase(tenant, email)).counts).not.toHaveProperty('bulk_send_rows')
    expect(await readRow()).toEqual(before)
  })

  it.each<['pending' | 'sent' | 'failed', string | null, string, string | null]>([
    ['pending', null, 'failed', 'The data of the person was erased.'],
    ['sent', null, 'sent', null],
    ['failed', 'values.HR contact: Too long.', 'failed', 'values.HR contact: Too long.'],
  ])('removes only the person from a row that is %s', async (status, error, statusAfter, errorAfter) => {
    const { tenant, readRow } = await addList({ ...own, ...others })
    await write(tenant.ctx, (tx) => tx.update(bulkSendRows).set({ status, error }))
    expect((await erase(tenant, email)).counts).toMatchObject({ bulk_send_rows: 1 })
    expect(await readRow()).toMatchObject({ cells: others, status: statusAfter, error: errorAfter })
    expect(JSON.stringify(await readRow())).not.toMatch(/Ada/i)
    expect((await erase(tenant, email)).counts).not.toHaveProperty('bulk_send_rows')
    expect((await exportData(tenant, 'bob@example.com')).bulk_send_rows).toMatchObject([{ cells: others }])
  })

  it('leaves the rows of a cancelled list unsent', async () => {
    const { tenant, id, readRow } = await addList({ ...own, ...others })
    await cancelBulkSend(tenant.ctx, id)
    await erase(tenant, email)
    expect(await readRow()).toMatchObject({ cells: others, status: 'pending', error: null })
  })
})

it('a signature that waits in an ended process is not embedded after the erasure of its signer', async () => {
  const tenant = await makeTenant()
  const process = await addSentProcess(tenant, { signers: [{ email }, {}] })
  await runRevisions(tenant, process)
  const signer = await enterSigning(await openLink(tenant, process.signers[0]!.id), {
    ...tenant.ctx,
    now: now(),
  })
  await signProcess(signer, SignInput.parse(typedSignature()))
  await cancelProcess(tenant.ctx, process.id, {})
  expect((await erase(tenant, email)).counts).toMatchObject({ signers: 1 })
  await runRevisions(tenant, process)
  const types = (await loadEvents(tenant, process.id)).map(({ type }) => type)
  expect(types).toContain('signature.completed')
  expect(types).not.toContain('signature.sealed')
})

it('a process of test mode is no evidence: its files may be deleted at any time, except under legal hold', async () => {
  const tenant = await makeTenant({ testMode: true })
  const { id } = await addCompleted(tenant, { signers: [{ email }] })
  expect((await erase(tenant, email)).kept!.processes).toMatchObject([{ reason: 'test_mode', law: null }])
  const [row] = await loadVaultRows(tenant, id)
  await setLegalHold(tenant.ctx, row!.id, { on: true })
  await expect(deleteVaultDocument(tenant.ctx, row!.id, documentReferences)).rejects.toMatchObject({
    code: 'invalid_state',
  })
  await setLegalHold(tenant.ctx, row!.id, { on: false })
  await deleteVaultDocument(tenant.ctx, row!.id, documentReferences)
  const { counts, kept } = await erase(tenant, email)
  expect([counts.signers, kept!.processes]).toEqual([1, []])
})
