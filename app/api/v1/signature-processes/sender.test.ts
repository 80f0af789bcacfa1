import { eq } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { processes } from '#db/schema/processes'
import { read, write } from '#db/tenancy/tenant'
import { now } from '#lib/core/clock'
import { deleteUser } from '#lib/identity/users/delete-user'
import { cancelProcess } from '#lib/processes/cancel'
import { getProcess } from '#lib/processes/get'
import { findWholeProcess } from '#lib/processes/load'
import type { ProcessRecord } from '#lib/processes/schema'
import { sendProcess } from '#lib/processes/send'
import { changeSigner } from '#lib/processes/signers/correct'
import { makeTrailReport } from '#lib/processes/trail/trail-report'
import { enterSigning } from '#lib/signing/enter'
import { refuseSigning } from '#lib/signing/refuse'
import { viewSigning } from '#lib/signing/view'
import { createLink } from '#lib/templates/links/create'
import { CreateTemplateLink } from '#lib/templates/links/schema'
import { viewLink } from '#lib/templates/visits/view'
import { watchEmails } from '#lib/testing/records/mailbox'
import { addDraft, addSent, addTemplate } from '#lib/testing/records/records'
import { findToken, loadEvents } from '#lib/testing/records/signing-session'
import { type Member, makeTenant, type TestTenant } from '#lib/testing/users/tenant'

let tenant: TestTenant
let preparer: Member
let sender: Member

beforeEach(async () => {
  tenant = await makeTenant()
  preparer = await tenant.addMember('user')
  sender = await tenant.addMember('user')
})

const nameOf = ({ user: { id, name } }: Member) => ({ id, name })
const contactOf = ({ user: { name, email } }: Member) => ({ name, email })

/** Prepared by one user, and sent with an API key that another has made. */
async function addPrepared() {
  const draft = await addDraft(preparer)
  const key = await tenant.addKey({ creator: sender })
  return { draft, process: await sendProcess(key.ctx, draft.id) }
}

/** As a version has sent it that did not store who sent. */
async function addFromEarlierVersion() {
  const { process } = await addPrepared()
  await write(tenant.ctx, (tx) =>
    tx.update(processes).set({ sentById: null, sentByName: null }).where(eq(processes.id, process.id)),
  )
  return process
}

const enter = async ({ signers }: ProcessRecord) =>
  enterSigning(await findToken(tenant, signers[0]!.id), { ...tenant.ctx, now: now() })
const refuse = async (process: ProcessRecord) => refuseSigning(await enter(process), { reason: 'No' })
const seenSender = async (process: ProcessRecord) => (await viewSigning(await enter(process))).process.sender

/** What the page of a link says that a correction has ended. */
async function senderOfEndedLink(process: ProcessRecord) {
  const token = await findToken(tenant, process.signers[0]!.id)
  await changeSigner(tenant.ctx, process.id, process.signers[0]!.id, { email: 'grace@example.com' })
  const error = await enterSigning(token, tenant.ctx).catch((error: unknown) => error)
  return (error as { details: { sender: unknown } }).details.sender
}

async function printTrail({ id }: ProcessRecord) {
  const whole = await read(tenant.ctx, (reader) => findWholeProcess(reader, tenant.ctx, id))
  const { subtitle, facts } = makeTrailReport(whole, await loadEvents(tenant, id), 'Nordwind', now())
  const findValue = (wanted: string) => facts.find(({ label }) => label === wanted)?.value
  return { subtitle, createdBy: findValue('Created by'), sentBy: findValue('Sent by') }
}

it('is who sends a process, also with an API key; a draft has none', async () => {
  const { draft, process } = await addPrepared()
  expect(draft.sent_by).toBeNull()
  expect(process).toMatchObject({ created_by: nameOf(preparer), sent_by: nameOf(sender) })
  const other = await addDraft(preparer)
  expect((await cancelProcess(sender.ctx, other.id, {})).sent_by).toBeNull()
})

it('is named to signers, and gets the emails for the sender', async () => {
  const newEmails = watchEmails(tenant)
  const { process } = await addPrepared()
  const [invitation] = await newEmails()
  expect(invitation!.text).toContain(sender.user.name)
  expect(invitation!.text).not.toContain(preparer.user.name)
  expect(await seenSender(process)).toEqual(contactOf(sender))
  await refuse(process)
  const toUsers = (await newEmails()).filter(({ to }) => to !== process.signers[0]!.email)
  expect(toUsers.map(({ to }) => to)).toEqual([sender.user.email])
  expect(toUsers[0]!.text).not.toContain('who sent')
})

it('is named by the page of a link that ended', async () => {
  const { process } = await addPrepared()
  expect(await senderOfEndedLink(process)).toEqual(contactOf(sender))
})

it('is named in the printed trail beside who created the process', async () => {
  const { process } = await addPrepared()
  const names = { createdBy: preparer.user.name, sentBy: sender.user.name }
  expect(await printTrail(process)).toMatchObject(names)
  expect((await printTrail(process)).subtitle).toMatch(new RegExp(`sent by \\W?${sender.user.name}`))
  const other = await addDraft(preparer)
  expect(await printTrail(other)).toMatchObject({ createdBy: preparer.user.name, sentBy: '' })
})

it('is who created a process that an earlier version has sent', async () => {
  const process = await addFromEarlierVersion()
  const newEmails = watchEmails(tenant)
  await newEmails()
  expect((await getProcess(tenant.ctx, process.id)).sent_by).toEqual(nameOf(preparer))
  expect(await seenSender(process)).toEqual(contactOf(preparer))
  await refuse(process)
  expect((await newEmails()).map(({ to }) => to)).toContain(preparer.user.email)
})

it('is reached at the address of the successor once deleted, and else of an administrator', async () => {
  const [first, last] = [await tenant.addMember('user'), await tenant.addMember('user')]
  const process = await addSent(sender)
  const template = await addTemplate(sender, { roles: [{ name: 'Visitor' }] })
  const link = await createLink(sender.ctx, template.id, CreateTemplateLink.parse({}))
  const token = link.url.split('/').at(-1)!
  const seenByVisitor = async () => (await viewLink(tenant.ctx, token)).sender
  await deleteUser(tenant.ctx, sender.user.id, first.user.id)
  await deleteUser(tenant.ctx, first.user.id, last.user.id)
  const reached = { name: sender.user.name, email: last.user.email }
  expect(await seenSender(process)).toEqual(reached)
  expect(await seenByVisitor()).toEqual(reached)
  expect(await senderOfEndedLink(process)).toEqual(reached)
  await deleteUser(tenant.ctx, last.user.id)
  expect(await seenByVisitor()).toEqual({ ...reached, email: tenant.user.email })
})
