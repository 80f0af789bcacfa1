import { beforeAll, expect, it } from 'vitest'
import { mails } from '#db/schema/mail'
import { write } from '#db/tenancy/tenant'
import { addDays, addSeconds, now } from '#lib/core/clock'
import { makeSystemCtx } from '#lib/core/ctx'
import { documentReferences } from '#lib/document-references'
import { deleteDocument } from '#lib/documents/delete'
import { getDocument } from '#lib/documents/get'
import { updateDocument } from '#lib/documents/update'
import { createFolder } from '#lib/folders/create'
import { getFolder } from '#lib/folders/get'
import { updateFolder } from '#lib/folders/update'
import { deleteUser } from '#lib/identity/users/delete-user'
import { asErrorText } from '#lib/messages/errors'
import { requestErasure } from '#lib/privacy/request'
import { runRequest } from '#lib/privacy/run'
import { cancelProcess } from '#lib/processes/cancel'
import { getProcess, getProcessVersion } from '#lib/processes/get'
import { ChangeSigner } from '#lib/processes/input'
import type { ProcessRecord } from '#lib/processes/schema'
import { DELIVERY_FAILED_QUEUE, recordDeliveryFailure } from '#lib/processes/signers/delivery-failed'
import { remindProcess } from '#lib/processes/signers/remind'
import { resendInvitation } from '#lib/processes/signers/resend'
import { enterSigning } from '#lib/signing/enter'
import { sendCode } from '#lib/signing/one-time-code/send-code'
import { deleteTemplate } from '#lib/templates/delete'
import { duplicateTemplate } from '#lib/templates/duplicate'
import { getTemplate } from '#lib/templates/get'
import { UpdateTemplate, UseTemplate } from '#lib/templates/input'
import { updateTemplate } from '#lib/templates/update'
import { createFromTemplate } from '#lib/templates/use'
import { restoreVersion } from '#lib/templates/versions/restore'
import { addCompleted, signAs } from '#lib/testing/records/completed'
import { addSent, addTemplate } from '#lib/testing/records/records'
import {
  addSentProcess,
  findToken,
  loadVaultRows,
  openLink,
  runRevisions,
} from '#lib/testing/records/signing-session'
import { call } from '#lib/testing/service/call'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { deleteVaultDocument } from '#lib/vault/delete'
import * as processRoute from './[id]/route.ts'

let tenant: TestTenant
beforeAll(async () => {
  tenant = await makeTenant()
})

/** What a process shows, besides what has no version or one of its own. */
const shown = ({ updated_at: _, fields: __, ...process }: ProcessRecord) => ({
  ...process,
  signers: process.signers.map((signer) => ({ ...signer, delivery: null })),
})

async function failDelivery({ id: processId, signers }: ProcessRecord): Promise<void> {
  const { tenantId } = tenant
  const { id: signerId, email: recipient } = signers[0]!
  const data = { processId, signerId }
  const error = asErrorText('smtp', '550 No such user')
  const [mail] = await write(tenant.ctx, (tx) =>
    tx
      .insert(mails)
      .values({
        ...{ tenantId, recipient, status: 'failed', error, createdAt: now() },
        failureJob: { queue: DELIVERY_FAILED_QUEUE, data },
      })
      .returning(),
  )
  await recordDeliveryFailure({ tenantId, ...data, mailId: mail!.id })
}

async function deleteFiles(processId: number): Promise<void> {
  const [row] = await loadVaultRows(tenant, processId)
  const later = makeSystemCtx(tenant.tenantId, 'vault.delete-ended', addDays(now(), 20_000))
  await deleteVaultDocument(later, row!.id, documentReferences)
}

it('updated_at changes whenever a process shows something else', async () => {
  const sent = await addSentProcess(tenant, { signers: [{}, {}] })
  const { id } = sent
  const [first, second] = sent.signers as [ProcessRecord['signers'][0], ProcessRecord['signers'][0]]
  const inMinutes = (minutes: number) => ({ ...tenant.ctx, now: addSeconds(new Date(), 60 * minutes) })
  const steps: Record<string, () => Promise<unknown>> = {
    prepared: () => runRevisions(tenant, sent),
    undelivered: () => failDelivery(sent),
    resent: () => resendInvitation(inMinutes(2), id, first.id),
    reminded: () => remindProcess(inMinutes(4), id, {}),
    opened: () => openLink(tenant, first.id),
    signed: () => signAs(tenant, first),
    'embedded, and the next invited': () => runRevisions(tenant, sent),
    'signed by the second': () => signAs(tenant, second),
    completed: () => runRevisions(tenant, sent),
    'deleted from the vault': () => deleteFiles(id),
  }
  let before = await getProcess(tenant.ctx, id)
  for (const [name, step] of Object.entries(steps)) {
    await step()
    const after = await getProcess(tenant.ctx, id)
    const isSame = JSON.stringify(shown(after)) === JSON.stringify(shown(before))
    expect([name, isSame]).toEqual([name, name === 'prepared'])
    expect([name, after.updated_at > before.updated_at]).toEqual([name, !isSame])
    before = after
  }
})

it('updated_at changes with the deletion of a document of a process that ended unsigned', async () => {
  const sent = await addSentProcess(tenant)
  const cancelled = await cancelProcess({ ...tenant.ctx, now: now() }, sent.id, {})
  await deleteDocument(tenant.ctx, sent.documents[0]!.id, documentReferences)
  const after = await getProcess(tenant.ctx, sent.id)
  expect(after.documents[0]!.deleted_at).not.toBeNull()
  expect(after.updated_at > cancelled.updated_at).toBe(true)
})

it('updated_at changes with the code that takes the place of an undelivered message', async () => {
  const sent = await addSentProcess(tenant, { options: { enable_otp: true } })
  await failDelivery(sent)
  const before = await getProcess(tenant.ctx, sent.id)
  const token = await findToken(tenant, sent.signers[0]!.id)
  await sendCode(await enterSigning(token, { ...tenant.ctx, now: now() }))
  const after = await getProcess(tenant.ctx, sent.id)
  expect([before, after].map(({ signers }) => signers[0]!.delivery_error)).toEqual(['550 No such user', null])
  expect(after.updated_at > before.updated_at).toBe(true)
})

it('updated_at changes with the deletion of the template of a process', async () => {
  const template = await addTemplate(tenant)
  const input = { signers: [{ role: 'Client', name: 'Ada', email: 'ada@example.com' }] }
  const before = await createFromTemplate(tenant.ctx, template.id, UseTemplate.parse(input))
  await deleteTemplate({ ...tenant.ctx, now: now() }, template.id)
  const after = await getProcess(tenant.ctx, before.id)
  expect([before, after].map((process) => process.template?.id)).toEqual([template.id, undefined])
  expect(after.updated_at > before.updated_at).toBe(true)
})

it.each(['cancelled', 'completed'])(
  'updated_at changes with the erasure of the sender of a process that is %s',
  async (status) => {
    const sender = await tenant.addMember('user')
    const { id } = await (status === 'completed' ? addCompleted : addSent)(sender)
    if (status === 'cancelled') await cancelProcess(tenant.ctx, id, {})
    else await deleteFiles(id)
    await deleteUser(tenant.ctx, sender.user.id)
    const before = await getProcess(tenant.ctx, id)
    const { id: requestId } = await requestErasure(tenant.ctx, { email: sender.user.email })
    await runRequest({ tenantId: tenant.tenantId, requestId })
    const after = await getProcess(tenant.ctx, id)
    expect([after.created_by!.name, after.sent_by!.name]).toEqual(['Erased person', 'Erased person'])
    expect(after.updated_at > before.updated_at).toBe(true)
  },
)

it('updated_at of a template, document and folder changes with the erasure of who created it', async () => {
  const creator = await tenant.addMember('tenant_admin')
  const template = await addTemplate(creator)
  const folder = await createFolder(creator.ctx, { name: 'Contracts', access: 'everyone' })
  const documentId = template.documents[0]!.id
  const load = () =>
    Promise.all([
      getTemplate(tenant.ctx, template.id),
      getDocument(tenant.ctx, documentId),
      getFolder(tenant.ctx, folder.id),
    ])
  await deleteUser(tenant.ctx, creator.user.id)
  const before = await load()
  const { id: requestId } = await requestErasure(tenant.ctx, { email: creator.user.email })
  await runRequest({ tenantId: tenant.tenantId, requestId })
  for (const [index, after] of (await load()).entries()) {
    expect(after.created_by!.name).toBe('Erased person')
    expect(after.updated_at > before[index]!.updated_at).toBe(true)
  }
})

it('updated_at is the time of a change, not that at which its job began', async () => {
  const ctx = { ...tenant.ctx, now: now() }
  const [late, other] = [await addSentProcess(tenant), await addSentProcess(tenant)]
  await remindProcess(tenant.ctx, other.id, {})
  const { updated_at } = await getProcess(tenant.ctx, other.id)
  expect((await cancelProcess(ctx, late.id, {})).updated_at >= updated_at).toBe(true)
})

it('updated_at of a template, document and folder is the time of a change, not that at which its request began', async () => {
  const ctx = { ...tenant.ctx, now: now() }
  const folder = await createFolder({ ...ctx, now: now() }, { name: 'Leases', access: 'everyone' })
  const { id, documents } = await addTemplate(tenant)
  const documentId = documents[0]!.id
  const input = { signers: [{ role: 'Client', name: 'Ada', email: 'ada@example.com' }] }
  await createFromTemplate(tenant.ctx, id, UseTemplate.parse(input))
  const changeTemplate = (change: object) => updateTemplate(ctx, id, UpdateTemplate.parse(change), null)
  const steps: Record<string, [() => Promise<{ updated_at: string }>, () => Promise<unknown>]> = {
    renamed: [() => getTemplate(ctx, id), () => changeTemplate({ name: 'Rental' })],
    moved: [() => getTemplate(ctx, id), () => changeTemplate({ folder_id: folder.id })],
    restored: [() => getTemplate(ctx, id), () => restoreVersion(ctx, id, 1, null)],
    'document renamed': [
      () => getDocument(ctx, documentId),
      () => updateDocument(ctx, documentId, { name: 'Rental' }, documentReferences),
    ],
    'folder renamed': [
      () => getFolder(ctx, folder.id),
      () => updateFolder(ctx, folder.id, { name: 'Rentals' }),
    ],
  }
  for (const [name, [load, change]] of Object.entries(steps)) {
    const before = await load()
    await change()
    expect([name, (await load()).updated_at > before.updated_at]).toEqual([name, true])
  }
})

it('updated_at of a new template and process is the time at which it is written', async () => {
  const began = now()
  const ctx = { ...tenant.ctx, now: addSeconds(began, -10) }
  const template = await addTemplate({ ctx })
  const input = { signers: [{ role: 'Client', name: 'Ada', email: 'ada@example.com' }] }
  const created = [
    template,
    await duplicateTemplate(ctx, template.id),
    await createFromTemplate(ctx, template.id, UseTemplate.parse(input)),
  ]
  for (const { created_at, updated_at } of created)
    expect([created_at, updated_at >= began.toISOString()]).toEqual([ctx.now.toISOString(), true])
})

it('the response of a change has the updated_at that is stored', async () => {
  const sent = await addSentProcess(tenant)
  const reminded = await remindProcess(tenant.ctx, sent.id, {})
  expect(reminded).toEqual(await getProcess(tenant.ctx, sent.id))
  expect(reminded.updated_at > sent.updated_at).toBe(true)
})

it('a sender’s change is not refused because a signer has opened the documents, but because of another change', async () => {
  const { id, signers } = await addSentProcess(tenant)
  const read = () => call(processRoute.GET, { params: { id }, as: tenant })
  const change = (message: string, etag: string) =>
    call(processRoute.PATCH, {
      method: 'PATCH',
      params: { id },
      headers: { 'If-Match': etag },
      body: { options: { message } },
      as: tenant,
    })
  const etag = (await read()).headers.get('etag')!
  await openLink(tenant, signers[0]!.id)
  const changed = await change('By Friday, please', etag)
  expect(changed.status).toBe(200)
  expect((await change('By Monday, please', etag)).status).toBe(412)
  expect(changed.headers.get('etag')).toBe((await read()).headers.get('etag'))
  const { updated_at } = await getProcess(tenant.ctx, id)
  expect((await change('By Monday, please', `"${updated_at}"`)).status).toBe(200)
})

it('the version of a process that was sent changes with all that its sender can change of a signer', async () => {
  const process = await addSentProcess(tenant)
  const version = getProcessVersion(process)
  const [signer] = process.signers
  const members = Object.keys(ChangeSigner.shape).filter((name) => name in signer!)
  expect(members).toContain('signature_level')
  for (const name of members) {
    const changed = { ...process, signers: [{ ...signer!, [name]: 'changed' }] }
    expect([name, getProcessVersion(changed) === version]).toEqual([name, false])
  }
})
