import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays, now } from '#lib/core/clock'
import { verifyPdf } from '#lib/pades/verify'
import { getProcess } from '#lib/processes/get'
import { expireDue } from '#lib/processes/scheduled'
import type { ProcessRecord } from '#lib/processes/schema'
import { changeSigner, removeSigner } from '#lib/processes/signers/correct'
import { remindProcess } from '#lib/processes/signers/remind'
import { resendInvitation } from '#lib/processes/signers/resend'
import { updateProcess } from '#lib/processes/update'
import type { SigningRecord } from '#lib/signing/schema'
import { watchEmails } from '#lib/testing/records/mailbox'
import {
  addLink,
  addOpenedLink,
  findCode,
  findToken,
  loadEvents,
  loadFiles,
  loadRows,
  runRevisions,
  typedSignature,
} from '#lib/testing/records/signing-session'
import { browser, callFromNewIp as call } from '#lib/testing/service/call'
import { makeAdvanceClock } from '#lib/testing/service/clock'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import * as delegateRoute from './[token]/delegate/route.ts'
import * as draftRoute from './[token]/draft/route.ts'
import * as openRoute from './[token]/open/route.ts'
import * as otpRoute from './[token]/otp/route.ts'
import * as verifyRoute from './[token]/otp/verify/route.ts'
import * as refuseRoute from './[token]/refuse/route.ts'
import * as signingRoute from './[token]/route.ts'
import * as signRoute from './[token]/sign/route.ts'

let tenant: TestTenant
let newEmails: ReturnType<typeof watchEmails>
beforeAll(async () => {
  tenant = await makeTenant()
  newEmails = watchEmails(tenant)
})
beforeEach(() => newEmails())
const advanceClock = makeAdvanceClock()
/** The sender's context at the present time. */
const getCtx = () => ({ ...tenant.ctx, now: now() })

const email = 'ada@example.com'
/** Ada signs for herself, approves for her company and gets to read; Bob is somebody else. All have the same turn. */
const people = [
  { name: 'Ada Lovelace', email, order: 1 },
  { name: 'Analytical Engines', email: 'Ada@Example.com', order: 1, role: 'approver' as const },
  { name: 'Ada for the file', email, order: 1, role: 'viewer' as const },
  { name: 'Bob', email: 'bob@example.com', order: 1 },
]
const zones = [
  { type: 'name' as const, label: 'Name', signer: 0 },
  { type: 'name' as const, label: 'Name', signer: 1 },
]
type Link = Awaited<ReturnType<typeof addLink>>
const post = (handler: typeof openRoute.POST, params: { token: string }, body: unknown = {}) =>
  call(handler, { params, body })
const getSigning = async (params: { token: string }) =>
  (await call<{ data: SigningRecord }>(signingRoute.GET, { params })).body.data
const loadStates = async ({ process }: Pick<Link, 'process'>) =>
  (await getProcess(tenant.ctx, process.id)).signers.map(({ status }) => status)
const tokens = (process: ProcessRecord, indexes: number[]) =>
  Promise.all(indexes.map((index) => findToken(tenant, process.signers[index]!.id)))

describe('signers with the same address and turn', () => {
  it('get one email with one link, which shows all their fields and names them', async () => {
    const { process, params } = await addLink(tenant, { signers: people, zones })
    const emails = await newEmails()
    expect(emails.map(({ to, subject }) => [to, subject])).toEqual([
      [email, 'Please sign: Agreement'],
      ['bob@example.com', 'Please sign: Agreement'],
    ])
    expect(emails[0]!.text).toContain(`/sign/${params.token}`)
    const [ada, company, reader, bob] = await tokens(process, [0, 1, 2, 3])
    expect([company, reader, bob === ada]).toEqual([ada, ada, false])
    const signing = await getSigning(params)
    expect(signing.signer).toMatchObject({ name: 'Ada Lovelace', role: 'signer' })
    expect(signing.signers.map(({ name, role }) => [name, role])).toEqual([
      ['Ada Lovelace', 'signer'],
      ['Analytical Engines', 'approver'],
      ['Ada for the file', 'viewer'],
    ])
    const ids = process.signers.map(({ id }) => id)
    expect(signing.fields.map(({ signer_id }) => signer_id)).toEqual([ids[0], ids[0], ids[1]])
    const { signers } = await getProcess(tenant.ctx, process.id)
    expect(signers.map(({ delivery }) => delivery?.status)).toEqual(Array(4).fill('local'))
  })

  it('read on the page what the sender wrote to them, as in their email', async () => {
    const messages = ['Ada, for you alone.', 'To the company.', undefined, undefined]
    const signers = people.map((person, index) => ({ ...person, message: messages[index] }))
    const { process, params } = await addLink(tenant, { signers, options: { message: 'To everyone.' } })
    const emails = await newEmails()
    const [, , , bob] = await tokens(process, [0, 1, 2, 3])
    const shown = [await getSigning(params), await getSigning({ token: bob! })].map(
      (signing) => signing.process.message,
    )
    expect(shown).toEqual(['Ada, for you alone.\n\nTo the company.\n\nTo everyone.', 'To everyone.'])
    for (const [index, { text }] of emails.entries())
      for (const message of ['Ada, for you alone.', 'To the company.', 'To everyone.'])
        expect([message, text.includes(message)]).toEqual([message, shown[index]!.includes(message)])
  })

  it('sign once: each has a signature, a certificate, consent and events of their own', async () => {
    const link = await addLink(tenant, { signers: people, zones })
    const { process, params } = link
    await post(openRoute.POST, params)
    expect(await loadStates(link)).toEqual(['viewed', 'viewed', 'viewed', 'notified'])
    expect((await post(signRoute.POST, params, typedSignature())).status).toBe(200)
    expect(await loadStates(link)).toEqual(['signed', 'signed', 'viewed', 'notified'])
    expect((await getProcess(tenant.ctx, process.id)).progress).toEqual({ signed: 2, total: 3 })
    expect((await post(signRoute.POST, params, typedSignature())).body.error.current_status).toBe('signed')
    await runRevisions(tenant, process)
    const events = await loadEvents(tenant, process.id)
    for (const type of ['signature.consented', 'signature.completed', 'signature.sealed'])
      expect(events.filter((event) => event.type === type).map(({ data }) => data.name)).toEqual([
        'Ada Lovelace',
        'Analytical Engines',
      ])
    const completed = events.filter(({ type }) => type === 'signature.completed')
    expect(completed.map(({ actor, data }) => [actor.name, data.method])).toEqual([
      ['Ada Lovelace', 'typed'],
      ['Analytical Engines', 'approval'],
    ])
    const sealed = events.filter(({ type }) => type === 'signature.sealed')
    expect(new Set(sealed.map(({ data }) => data.certificate_serial)).size).toBe(2)
    const { fields } = await getProcess(tenant.ctx, process.id)
    expect(fields.filter(({ type }) => type === 'name').map(({ value }) => value)).toEqual([
      'Ada Lovelace',
      'Analytical Engines',
    ])
    const [file] = await loadFiles(tenant, process.id)
    const { signatures } = await verifyPdf(file!)
    expect(signatures.map(({ signerName }) => signerName)).toEqual(
      expect.arrayContaining(['Ada Lovelace', 'Analytical Engines']),
    )
    const bob = { token: (await tokens(process, [3]))[0]! }
    await newEmails()
    await post(openRoute.POST, bob)
    await post(signRoute.POST, bob, typedSignature())
    await runRevisions(tenant, process)
    const outcomes = (await newEmails()).map(({ to }) => to)
    expect(outcomes.filter((to) => to.toLowerCase() === email)).toHaveLength(1)
  })

  it('all sign or none: a missing value of one keeps the others from signing', async () => {
    const link = await addOpenedLink(tenant, {
      signers: people.slice(0, 2),
      zones: [{ type: 'text', signer: 1, label: 'Number of the company' }],
    })
    const refused = await post(signRoute.POST, link.params, typedSignature())
    expect([refused.status, Object.keys(refused.body.error.errors)]).toEqual([400, ['fields.1']])
    expect(await loadStates(link)).toEqual(['viewed', 'viewed'])
    const { id } = link.process.fields.at(-1)!
    const accepted = await post(signRoute.POST, link.params, typedSignature([{ field_id: id, value: '7' }]))
    expect(accepted.status).toBe(200)
    expect(await loadStates(link)).toEqual(['signed', 'signed'])
  })

  it('sign with conditions that refer to fields of the same signer only', async () => {
    const conditional = (signer: number) => [
      { type: 'checkbox' as const, label: 'Married', required: false, signer, y: 200 + 60 * signer },
      {
        ...{ type: 'text' as const, label: 'Spouse', signer, y: 230 + 60 * signer },
        condition: { field: 'Married', equals: 'true' },
      },
    ]
    const { process, params } = await addOpenedLink(tenant, {
      signers: people.slice(0, 2),
      zones: [...conditional(0), ...conditional(1)],
    })
    const [mine, spouse, , other] = process.fields.filter(({ type }) => type !== 'signature')
    const married = { field_id: mine!.id, value: true }
    expect((await post(signRoute.POST, params, typedSignature([married]))).body.error.errors).toEqual({
      [`fields.${process.fields.indexOf(spouse!)}`]: [expect.any(String)],
    })
    const values = [married, { field_id: spouse!.id, value: 'William' }]
    expect((await post(signRoute.POST, params, typedSignature(values))).status).toBe(200)
    const { fields } = await getProcess(tenant.ctx, process.id)
    expect(fields.find(({ id }) => id === other!.id)!.value).toBeNull()
  })

  it('refuse once, each with an event, and the process has ended', async () => {
    const link = await addLink(tenant, { signers: people })
    expect((await post(refuseRoute.POST, link.params, { reason: 'No' })).status).toBe(200)
    expect(await loadStates(link)).toEqual(['refused', 'refused', 'notified', 'notified'])
    const types = (await loadEvents(tenant, link.process.id)).map(({ type }) => type)
    expect(types.filter((type) => type === 'signature.refused')).toHaveLength(2)
    expect(types.filter((type) => type === 'process.refused')).toHaveLength(1)
    const told = (await newEmails()).filter(({ subject }) => !subject.startsWith('Please sign'))
    expect(told.map(({ to }) => to).filter((to) => to === email)).toEqual([])
  })

  it('are handed over together, to one person with one link', async () => {
    const { process, params } = await addLink(tenant, {
      signers: people.slice(0, 2),
      zones,
      options: { allow_delegation: true },
    })
    await newEmails()
    const successor = { name: 'Carl', email: 'carl@example.com', reason: 'He knows more.' }
    expect((await post(delegateRoute.POST, params, successor)).status).toBe(200)
    expect((await newEmails()).map(({ to }) => to).filter((to) => to === successor.email)).toHaveLength(1)
    expect((await call(signingRoute.GET, { params })).body.error.reason).toBe('link_delegated')
    const carl = { token: (await tokens(process, [0]))[0]! }
    expect((await getSigning(carl)).signers.map(({ name, role }) => [name, role])).toEqual([
      ['Carl', 'signer'],
      ['Carl', 'approver'],
    ])
  })

  it('confirm one code, and share one draft', async () => {
    const { process, params } = await addLink(tenant, {
      signers: people,
      zones,
      options: { enable_otp: true },
    })
    const phone = browser()
    await phone(otpRoute.POST, { method: 'POST', params })
    const { code } = await findCode(tenant, process)
    expect((await phone(verifyRoute.POST, { params, body: { code } })).status).toBe(200)
    const values = process.fields
      .filter(({ type }) => type === 'name')
      .map(({ id }, index) => ({ field_id: id, value: ['Ada', 'Engines'][index]! }))
    const draft = { method: 'PUT' as const, params, body: { values } }
    expect((await phone(draftRoute.PUT, draft)).status).toBe(200)
    await phone(openRoute.POST, { method: 'POST', params })
    expect((await phone(signRoute.POST, { params, body: typedSignature(values) })).status).toBe(200)
    const completed = (await loadEvents(tenant, process.id)).filter(
      ({ type }) => type === 'signature.completed',
    )
    expect(completed.map(({ data, actor }) => [data.otp, typeof actor.session_id])).toEqual([
      [true, 'number'],
      [true, 'number'],
    ])
  })

  it('are reminded and invited again by one email', async () => {
    const { process } = await addLink(tenant, { signers: people })
    await newEmails()
    advanceClock(61)
    await remindProcess(getCtx(), process.id, { signer_id: process.signers[1]!.id })
    expect((await newEmails()).map(({ to }) => to)).toEqual([email])
    const reminded = (await getProcess(tenant.ctx, process.id)).signers
    expect(reminded.map(({ reminders_sent }) => reminders_sent)).toEqual([1, 1, 0, 0])
    advanceClock(61)
    await resendInvitation(getCtx(), process.id, process.signers[1]!.id)
    expect((await newEmails()).map(({ to }) => to)).toEqual([email])
    await expect(resendInvitation(getCtx(), process.id, process.signers[0]!.id)).rejects.toMatchObject({
      code: 'rate_limited',
    })
  })

  it('are not asked to sign again by the link of a reader after they have signed', async () => {
    const { process, params } = await addOpenedLink(tenant, { signers: people, zones })
    await post(signRoute.POST, params, typedSignature())
    await newEmails()
    advanceClock(61)
    await resendInvitation(getCtx(), process.id, process.signers[2]!.id)
    expect((await newEmails()).map(({ to, subject }) => [to, subject])).toEqual([
      [email, 'For your information: Agreement'],
    ])
    await expireDue(addDays(now(), 100))
    await newEmails()
    advanceClock(61)
    await updateProcess(getCtx(), process.id, { options: { expires_in_days: 200 } })
    const asked = (await newEmails()).filter(({ subject }) => !subject.startsWith('Expired'))
    expect(asked.map(({ to, subject }) => [to, subject]).toSorted()).toEqual([
      [email, 'For your information: Agreement'],
      ['bob@example.com', 'Please sign: Agreement'],
    ])
  })

  it('keep the link as readers when they hand over, and are told so', async () => {
    const { params } = await addLink(tenant, {
      signers: people.slice(0, 3),
      options: { allow_delegation: true },
    })
    await newEmails()
    const successor = { name: 'Carl', email: 'carl@example.com', reason: 'He knows more.' }
    expect((await post(delegateRoute.POST, params, successor)).status).toBe(200)
    const told = (await newEmails()).find(({ to }) => to === email)!
    expect(told.subject).toBe('Handed over: Agreement')
    expect(told.text).toContain('You can still read it with your link')
    expect(told.text).not.toContain('stopped working')
    expect((await getSigning(params)).signers.map(({ role }) => role)).toEqual(['viewer'])
  })

  it('have links of their own with different turns, or another way to confirm who they are', async () => {
    const { process } = await addLink(tenant, {
      signers: [
        { name: 'First', email, order: 1 },
        { name: 'Second', email, order: 2 },
        { name: 'With code', email, order: 1, otp: 'email' },
      ],
    })
    expect((await newEmails()).map(({ to }) => to)).toEqual([email, email])
    const [first, withCode] = await tokens(process, [0, 1])
    expect(first).not.toBe(withCode)
    for (const token of [first!, withCode!]) expect((await getSigning({ token })).signers).toHaveLength(1)
  })

  it('get the completed file by both links when two people of one mailbox confirm in different ways', async () => {
    const { process } = await addOpenedLink(tenant, {
      signers: [
        { name: 'Ada', email },
        { name: 'Office', email, role: 'viewer', otp: 'access_code', access_code: 'Analytical 1843' },
      ],
    })
    await newEmails()
    const params = { token: (await tokens(process, [0]))[0]! }
    expect((await post(signRoute.POST, params, typedSignature())).status).toBe(200)
    await runRevisions(tenant, process)
    const completed = (await newEmails()).filter(({ to }) => to === email).map(({ text }) => text)
    for (const token of await tokens(process, [0, 1]))
      expect(completed.filter((text) => text.includes(`/sign/${token}`))).toHaveLength(1)
  })
})

describe('a correction', () => {
  it('takes a signer out of a shared link, which goes on for the others', async () => {
    const link = await addLink(tenant, { signers: people, zones })
    const { process, params } = link
    await newEmails()
    await changeSigner(getCtx(), process.id, process.signers[1]!.id, { email: 'carl@example.com' })
    await runRevisions(tenant, process)
    expect((await newEmails()).map(({ to }) => to)).toEqual(['carl@example.com'])
    const carl = { token: (await tokens(process, [1]))[0]! }
    expect(carl.token).not.toBe(params.token)
    expect((await getSigning(params)).signers.map(({ name }) => name)).toEqual([
      'Ada Lovelace',
      'Ada for the file',
    ])
    expect((await getSigning(carl)).signers.map(({ name }) => name)).toEqual(['Analytical Engines'])
  })

  it('of a phone number that no code goes to leaves a shared link as it is', async () => {
    const { process, params } = await addLink(tenant, { signers: people, zones })
    await newEmails()
    await changeSigner(getCtx(), process.id, process.signers[1]!.id, { phone: '+4915112345678' })
    expect(await tokens(process, [1])).toEqual([params.token])
    await changeSigner(getCtx(), process.id, process.signers[1]!.id, { otp: 'email' })
    expect(await tokens(process, [1])).not.toEqual([params.token])
  })

  it('brings a signer onto the open link of the same address, whose documents must be opened again', async () => {
    const link = await addOpenedLink(tenant, { signers: people, zones })
    const { process, params } = link
    await newEmails()
    const bob = { token: (await tokens(process, [3]))[0]! }
    await changeSigner(getCtx(), process.id, process.signers[3]!.id, { email: 'ADA@example.com' })
    await runRevisions(tenant, process)
    expect((await newEmails()).map(({ to }) => to)).toEqual(['bob@example.com', email])
    expect((await call(signingRoute.GET, { params: bob })).body.error.reason).toBe('link_replaced')
    expect((await getSigning(params)).signers.map(({ name }) => name)).toContain('Bob')
    expect((await post(signRoute.POST, params, typedSignature())).status).toBe(409)
    await post(openRoute.POST, params)
    expect((await post(signRoute.POST, params, typedSignature())).status).toBe(200)
    expect(await loadStates(link)).toEqual(['signed', 'signed', 'viewed', 'signed'])
  })

  it('removes the signer under whose name the person acted; nobody is told that they need not sign', async () => {
    const link = await addOpenedLink(tenant, { signers: people, zones })
    const { process, params } = link
    await newEmails()
    await removeSigner(getCtx(), process.id, process.signers[0]!.id)
    await runRevisions(tenant, process)
    expect((await newEmails()).map(({ to }) => to)).toEqual([])
    expect((await getSigning(params)).signer.name).toBe('Analytical Engines')
    // The documents no longer have the fields of the signer who was removed.
    expect((await post(signRoute.POST, params, typedSignature())).status).toBe(409)
    await post(openRoute.POST, params)
    expect((await post(signRoute.POST, params, typedSignature())).status).toBe(200)
  })
})

it('a viewer who has signed by the same link gets another one for the next signature', async () => {
  const ada = { name: 'Ada', email: 'ada@example.com', type: 'sequential' as const }
  const { process } = await addLink(tenant, {
    signers: [
      { ...ada, order: 1, role: 'viewer' },
      { ...ada, order: 1, role: 'signer' },
      { ...ada, order: 2, role: 'signer' },
    ],
  })
  for (const { id } of process.signers.filter(({ role }) => role === 'signer')) {
    const params = { token: await findToken(tenant, id) }
    await post(openRoute.POST, params)
    expect((await post(signRoute.POST, params, typedSignature())).status).toBe(200)
    await runRevisions(tenant, process)
  }
  expect((await getProcess(tenant.ctx, process.id)).status).toBe('completed')
})

describe('any grouping of signers', () => {
  const person = fc.record({
    email: fc.constantFrom('a@example.com', 'A@example.com', 'b@example.com'),
    order: fc.integer({ min: 1, max: 2 }),
    type: fc.constantFrom('sequential' as const, 'parallel' as const),
    role: fc.constantFrom('signer' as const, 'signer' as const, 'approver' as const, 'viewer' as const),
  })

  it('loses no signature: each open link is one address, and signing by all links completes the process', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc
          .array(person, { minLength: 2, maxLength: 5 })
          .filter((list) => list.some(({ role }) => role === 'signer')),
        async (list) => {
          await newEmails()
          const signers = list.map((signer, index) => ({ ...signer, name: `Person ${index}` }))
          const { process } = await addLink(tenant, { signers })
          for (let turn = 0; turn <= list.length; turn++) {
            const rows = (await loadRows(tenant, process.id)).signers
            const open = rows.filter(
              ({ status, role }) => ['notified', 'viewed'].includes(status) && role !== 'viewer',
            )
            if (open.length === 0) break
            const addresses = Map.groupBy(open, ({ email }) => email.toLowerCase())
            expect(new Set(open.map(({ tokenHash }) => tokenHash)).size).toBe(addresses.size)
            const chosen = open.find(({ id }) => id % (turn + 2) === 0) ?? open[0]!
            const params = { token: await findToken(tenant, chosen.id) }
            await post(openRoute.POST, params)
            expect((await post(signRoute.POST, params, typedSignature())).status).toBe(200)
            await runRevisions(tenant, process)
          }
          const { status, progress } = await getProcess(tenant.ctx, process.id)
          expect([status, progress.signed]).toEqual(['completed', progress.total])
          const [file] = await loadFiles(tenant, process.id)
          const names = (await verifyPdf(file!)).signatures.map(({ signerName }) => signerName)
          const awaited = signers.filter(({ role }) => role !== 'viewer').map(({ name }) => name)
          expect(names.filter((name) => awaited.includes(name!)).sort()).toEqual(awaited.sort())
        },
      ),
      { numRuns: 8 },
    )
  }, 120_000)
})
