import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { processes } from '#db/schema/processes'
import { findSealed } from '#db/tenancy/cross-tenant-signed'
import { write } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import { addSeconds, moveClock, now } from '#lib/core/clock'
import { sha256Hex } from '#lib/core/ids'
import { duplicateDocument } from '#lib/documents/copies/duplicate'
import { getAccount } from '#lib/identity/account/get-account'
import { updateAccount } from '#lib/identity/account/update-account'
import { verifyPdf } from '#lib/pades/verify'
import { pngImage } from '#lib/pdf/fixtures/images'
import { seenFields } from '#lib/pdf/fixtures/render'
import { getProcess } from '#lib/processes/get'
import { recordDisclosure } from '#lib/processes/links/disclosure'
import { sendProcess } from '#lib/processes/send'
import { changeSigner, removeSigner } from '#lib/processes/signers/correct'
import { getBytes } from '#lib/storage/files'
import { addDocument, addDraft, addField } from '#lib/testing/records/records'
import {
  addLink,
  extractText,
  loadFiles,
  loadRows,
  loadVaultRows,
  openLink,
  runRevisions,
  typedSignature,
} from '#lib/testing/records/signing-session'
import { type Member, makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { inThread } from '#lib/workers/pdf-pool'
import { enterSigning } from '../enter.ts'
import { getPlace, readFrameSession, writeFrameSession } from '../frame/frame-session.ts'
import { createPhoneLink, redeemPhoneLink } from '../phone/phone-link.ts'
import { SignInput } from '../schema.ts'
import { signProcess } from '../sign.ts'

let tenant: TestTenant
beforeAll(async () => {
  tenant = await makeTenant()
})
// The first one waits for the threads.
vi.setConfig({ testTimeout: 90_000 })

type Entry = Parameters<typeof enterSigning>[2]

const enter = async (signerId: number, entry?: Entry, userAgent = tenant.ctx.userAgent) =>
  enterSigning(await openLink(tenant, signerId), { ...tenant.ctx, now: now(), userAgent }, entry)

const signAs = async (signerId: number, entry?: Entry, userAgent?: string) =>
  signProcess(await enter(signerId, entry, userAgent), SignInput.parse(typedSignature()))

/** Signs as the last signer of a process. @returns the text of the certificate of completion */
async function complete(
  process: { id: number },
  entry?: Entry,
  index = 0,
  userAgent?: string,
): Promise<string> {
  const { signers } = await getProcess(tenant.ctx, process.id)
  await signAs(signers[index]!.id, entry, userAgent)
  await runRevisions(tenant, process)
  const [row] = await loadVaultRows(tenant, process.id)
  const bytes = await getBytes(tenant.ctx.tenantId, row!.certificateSha256)
  return (await extractText(bytes)).replace(/[\u2066-\u2069]/g, '').replace(/\s+/g, ' ')
}

/** A signer on the device of a host goes on by phone. @returns the place of the phone's session */
async function goOnByPhone(signerId: number) {
  const device = writeFrameSession({ token: '', origins: [], inPerson: '' }, addSeconds(now(), 60))
  const link = await createPhoneLink(await enter(signerId, { place: 'in_person' }), device)
  const token = await redeemPhoneLink(link.url.split('/').at(-1)!, { ...tenant.ctx, now: now() })
  return getPlace(readFrameSession(token!, now())!)
}

describe('the certificate says how a signer was reached', () => {
  it('by a link in an email', async () => {
    const { process } = await addLink(tenant)
    expect(await complete(process)).toContain('a personal link sent by email')
  })

  it('by a link in an email that the sender saw before the signature', async () => {
    const { process } = await addLink(tenant)
    const { signers } = await loadRows(tenant, process.id)
    await write(tenant.ctx, (tx) => recordDisclosure(tx, tenant.ctx, process.id, signers))
    expect(await complete(process)).toContain('a personal link sent by email and also shown to the sender')
  })

  it('by a link that the sender saw for one of those who share it', async () => {
    const both = { name: 'Ada Lovelace', email: 'ada@example.com', type: 'parallel' as const }
    const { process } = await addLink(tenant, { signers: [both, { ...both, role: 'approver' }] })
    const { signers } = await loadRows(tenant, process.id)
    await write(tenant.ctx, (tx) => recordDisclosure(tx, tenant.ctx, process.id, signers.slice(1)))
    const text = await complete(process)
    expect(text.split('a personal link sent by email and also shown to the sender')).toHaveLength(3)
  })

  it('by a link that the sender saw for another of its people, who was removed since', async () => {
    const ada = { name: 'Ada Lovelace', email: 'ada@example.com', type: 'parallel' as const }
    const { process } = await addLink(tenant, { signers: [ada, { ...ada, role: 'viewer' }] })
    const viewer = (await loadRows(tenant, process.id)).signers[1]!
    await write(tenant.ctx, (tx) => recordDisclosure(tx, tenant.ctx, process.id, [viewer]))
    await removeSigner({ ...tenant.ctx, now: now() }, process.id, viewer.id)
    expect(await complete(process)).toContain('a personal link sent by email and also shown to the sender')
  })

  it('by the device of the host who handed it to them, also when they went on by phone', async () => {
    const people = ['Ada Lovelace', 'Bob Babbage'].map((name) => ({ name, type: 'parallel' as const }))
    const { process } = await addLink(tenant, { signers: people })
    const hosts = [await tenant.addMember('user'), await tenant.addMember('user')]
    for (const [index, { ctx }] of hosts.entries()) {
      const { id, name, email } = process.signers[index]!
      const data = { process_id: process.id, signer_id: id, name, email, test_mode: false }
      await write(ctx, (tx) =>
        record(tx, ctx, { type: 'signature.in_person', subject: { process: process.id }, data }),
      )
    }
    await signAs(process.signers[0]!.id, { place: await goOnByPhone(process.signers[0]!.id) })
    await runRevisions(tenant, process)
    const text = await complete(process, { place: 'in_person' }, 1)
    for (const { user } of hosts) expect(text).toContain(`a device that ${user.name} handed over in person`)
  })

  it.each([
    ['another person took over', true, undefined],
    ['another browser signed', false, 'Mozilla/5.0 (Windows NT 10.0)'],
  ])(
    'by a link in an email where %s after the phone was used in person',
    async (_what, isReplaced, agent) => {
      const { process } = await addLink(tenant)
      const { id } = process.signers[0]!
      expect(await goOnByPhone(id)).toBe('in_person')
      const bob = { name: 'Bob Babbage', email: 'bob@example.com' }
      if (isReplaced) await changeSigner({ ...tenant.ctx, now: now() }, process.id, id, bob)
      await runRevisions(tenant, process)
      expect(await complete(process, {}, 0, agent)).toContain('a personal link sent by email')
    },
  )

  it('by a link that the sender handed out: in a frame, and where the service sends no emails', async () => {
    const framed = await addLink(tenant)
    const silent = await addLink(tenant, { options: { enable_notifications: false } })
    for (const text of [await complete(framed.process, { place: 'frame' }), await complete(silent.process)])
      expect(text).toContain('a personal link handed out by the sender')
  })
})

it('the page shows when a person signed, also where the signature is made later', async () => {
  // A second place, whose text pdf.js reads, is high enough for a caption.
  const zones = [{ type: 'signature', width: 200, height: 60 }] as const
  const { process } = await addLink(tenant, { zones: [...zones] })
  await signAs(process.signers[0]!.id)
  const hours = 2 * 3_600_000
  moveClock(hours)
  await runRevisions(tenant, process)
  moveClock(-hours)
  const { signedAt } = (await loadRows(tenant, process.id)).signers[0]!
  const [file] = await loadFiles(tenant, process.id)
  const [, person] = (await verifyPdf(file!)).signatures
  expect(Date.parse(person!.signedAt!) - signedAt!.getTime()).toBeGreaterThanOrEqual(hours - 1000)
  const minute = signedAt!.toISOString().slice(0, 16).replace('T', ' ')
  const texts = (await seenFields(file!, 1)).flatMap(({ text }) => text)
  expect(texts.join(' ')).toContain(`${minute} UTC`)
})

it('the certificate names what was uploaded, and apart from it the PDF that was made of it', async () => {
  const photo = pngImage()
  const { id, sha256 } = await addDocument(tenant, { bytes: photo, filename: 'photo.png' })
  const copy = await duplicateDocument(tenant.ctx, (await duplicateDocument(tenant.ctx, id)).id)
  const pdf = await addDocument(tenant, { filename: 'lease.pdf' })
  const { process } = await addLink(tenant, {
    documents: [id, copy.id, pdf.id].map((each) => ({ id: each })),
  })
  const text = (await complete(process)).replaceAll(' ', '')
  expect(sha256).not.toBe(sha256Hex(photo))
  expect(text.split('Filephoto.png')).toHaveLength(3)
  // The label is broken into two lines.
  const hashes = `SHA-256asuploaded${sha256Hex(photo)}SHA-256asconvertedto${sha256}PDFSHA-256assigned`
  expect(text.split(hashes)).toHaveLength(3)
  expect(text).toContain('Filelease.pdf')
  expect(text).toContain(`SHA-256asuploaded${pdf.sha256}SHA-256assigned`)
})

/** Created by one user, and sent by another or with a key of theirs. */
async function addSentBy(sender: Pick<Member, 'ctx'>) {
  const draft = await addDraft(tenant)
  await addField(tenant, draft, { signer_id: draft.signers[0]!.id })
  await sendProcess(sender.ctx, draft.id)
  await runRevisions(tenant, draft)
  return draft
}

it('the certificate names who sent a process, not who created it', async () => {
  const sender = await tenant.addMember('tenant_admin')
  const key = await tenant.addKey({ creator: sender })
  expect(await complete(await addSentBy(sender))).toContain(`sent by ${sender.user.name}`)
  expect(await complete(await addSentBy(key))).toContain(`sent by ${sender.user.name}`)
})

it('the certificate names the user who sent a process with an earlier version', async () => {
  const sender = await tenant.addMember('tenant_admin')
  const draft = await addSentBy(sender)
  await write(tenant.ctx, (tx) =>
    tx.update(processes).set({ sentById: null, sentByName: null }).where(eq(processes.id, draft.id)),
  )
  expect(await complete(draft)).toContain(`sent by ${sender.user.name}`)
})

it('the certificate and `/verify` name the organisation as it was called when the process was sent', async () => {
  const other = await makeTenant()
  const { name } = (await getAccount(other.ctx)).tenant
  const { process } = await addLink(other)
  await updateAccount(other.ctx, { name: 'Globex' })
  const usual = tenant
  tenant = other
  const text = await complete(process).finally(() => {
    tenant = usual
  })
  expect(text).toContain(name)
  expect(text).not.toContain('Globex')
  const [sha256] = (await loadFiles(other, process.id)).map(sha256Hex)
  expect(await findSealed(sha256!)).toMatchObject({ organisation: name })
})

it('the certificate has the sizes of files in the language of the process', async () => {
  const { process } = await addLink(tenant, { options: { locale: 'fr' } })
  expect(await complete(process)).toMatch(/ \d+,\d [kM]o/)
})

it('the certificate and the record name one time of completion', async () => {
  const { process } = await addLink(tenant)
  const { sealedReport } = inThread
  const slow = vi.spyOn(inThread, 'sealedReport').mockImplementation(async (...args) => {
    await sleep(600)
    return sealedReport.apply(inThread, args)
  })
  const text = await complete(process)
  slow.mockRestore()
  const { completed_at: completedAt } = await getProcess(tenant.ctx, process.id)
  expect(text).toContain(`${completedAt!.slice(0, 19).replace('T', ' ')} UTCDocuments`)
})
