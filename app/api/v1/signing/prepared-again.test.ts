import { beforeAll, describe, expect, it } from 'vitest'
import { buildPdf } from '#lib/pdf/fixtures/build'
import { getProcess } from '#lib/processes/get'
import type { ProcessRecord } from '#lib/processes/schema'
import { addSigner, changeSigner, removeSigner } from '#lib/processes/signers/correct'
import type { SigningRecord } from '#lib/signing/schema'
import { addDocument } from '#lib/testing/records/records'
import {
  addOpenedLink,
  findToken,
  loadEvents,
  loadFiles,
  loadRows,
  openLink,
  runRevisions,
  typedSignature,
} from '#lib/testing/records/signing-session'
import { callFromNewIp as call } from '#lib/testing/service/call'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import * as delegateRoute from './[token]/delegate/route.ts'
import * as fileRoute from './[token]/documents/[id]/file/route.ts'
import * as draftRoute from './[token]/draft/route.ts'
import * as openRoute from './[token]/open/route.ts'
import * as signingRoute from './[token]/route.ts'
import * as signRoute from './[token]/sign/route.ts'

let tenant: TestTenant
beforeAll(async () => {
  tenant = await makeTenant()
})

const ada = { name: 'Ada Lovelace', email: 'ada@example.com', type: 'parallel' as const }
const bob = { name: 'Bob Meyer', email: 'bob@example.com', type: 'parallel' as const }
const cy = { name: 'Cy Young', email: 'cy@example.com', type: 'parallel' as const }

/** Ada has opened a file with the name of Bob in it. */
const addShared = () =>
  addOpenedLink(tenant, {
    signers: [ada, bob],
    zones: [
      { type: 'text', label: 'City' },
      { type: 'name', value: bob.name, signer: 1 },
    ],
    options: { allow_delegation: true },
  })

async function view(params: { token: string }): Promise<SigningRecord> {
  return (await call<{ data: SigningRecord }>(signingRoute.GET, { params })).body.data
}

const open = (params: { token: string }, preparation?: number) =>
  call(openRoute.POST, { params, body: { preparation } })

function signWith(params: { token: string }, process: ProcessRecord, preparation?: number) {
  const city = process.fields.find(({ type }) => type === 'text')!.id
  const body = { ...typedSignature([{ field_id: city, value: 'Lyon' }]), preparation }
  return call(signRoute.POST, { params, body })
}

const rename = ({ id, signers }: ProcessRecord) =>
  changeSigner(tenant.ctx, id, signers[1]!.id, { name: 'Roberta Maier' })

const corrections: [string, (process: ProcessRecord) => Promise<unknown>][] = [
  ['another signer is renamed', rename],
  ['another signer is added', ({ id }) => addSigner(tenant.ctx, id, { ...cy, role: 'signer', fields: [] })],
  ['another signer is removed', ({ id, signers }) => removeSigner(tenant.ctx, id, signers[1]!.id)],
  [
    'another signer hands over',
    async ({ signers }) => {
      const params = { token: await openLink(tenant, signers[1]!.id) }
      const body = { name: cy.name, email: cy.email, reason: 'She signs.' }
      expect((await call(delegateRoute.POST, { params, body })).status).toBe(200)
    },
  ],
]

describe('documents that a signer has opened are made again before the first signature', () => {
  it.each(corrections)('when %s: what was not shown is not signed', async (_, correct) => {
    const { process, params } = await addShared()
    const before = await view(params)
    expect([before.process.preparation, before.signer.status]).toEqual([0, 'viewed'])
    await correct(process)
    await runRevisions(tenant, process)
    const after = await view(params)
    expect([after.process.preparation, after.signer.status]).toEqual([1, 'notified'])
    const stale = await signWith(params, process, 0)
    expect([stale.status, stale.body.error]).toMatchObject([
      409,
      { code: 'invalid_state', reason: 'documents_changed', current_status: 'notified' },
    ])
    const unopened = await signWith(params, process, 1)
    expect([unopened.status, unopened.body.error.reason]).toEqual([409, undefined])
    expect((await signWith(params, process)).status).toBe(409)
    // A page that was drawn before.
    const late = await open(params, 0)
    expect([late.status, late.body.error]).toMatchObject([
      409,
      { code: 'invalid_state', reason: 'documents_changed', current_status: 'notified' },
    ])
    expect((await view(params)).signer.status).toBe('notified')
    expect((await open(params, 1)).status).toBe(200)
    // Another page of theirs shows the earlier ones.
    expect((await signWith(params, process, 0)).body.error.reason).toBe('documents_changed')
    const [file] = await loadFiles(tenant, process.id)
    expect((await signWith(params, process, 1)).status).toBe(200)
    const events = await loadEvents(tenant, process.id)
    const types = events.map(({ type }) => type)
    expect(types.lastIndexOf('signature.viewed')).toBeGreaterThan(types.lastIndexOf('process.prepared'))
    const { documents } = await loadRows(tenant, process.id)
    expect(events.find(({ type }) => type === 'signature.completed')!.data).toMatchObject({
      documents: [{ sha256: documents[0]!.currentSha256 }],
    })
    expect(documents[0]!.currentSize).toBe(file!.length)
  })

  it('and again: each time counts, what they filled in stays, and a signature ends it', async () => {
    const { process, params } = await addShared()
    const city = process.fields.find(({ type }) => type === 'text')!.id
    const values = [{ field_id: city, value: 'Lyon' }]
    expect((await call(draftRoute.PUT, { method: 'PUT', params, body: { values } })).status).toBe(200)
    await rename(process)
    // Nothing was prepared meanwhile, nor shown.
    await changeSigner(tenant.ctx, process.id, process.signers[1]!.id, { name: 'Rob Maier' })
    expect((await view(params)).process.preparation).toBe(1)
    await runRevisions(tenant, process)
    await open(params)
    await changeSigner(tenant.ctx, process.id, process.signers[1]!.id, { name: 'Robin Maier' })
    await runRevisions(tenant, process)
    const { draft, process: shown, signer } = await view(params)
    expect([draft?.values, shown.preparation, signer.status]).toEqual([values, 2, 'notified'])
    await open(params)
    expect((await signWith(params, process, 2)).status).toBe(200)
    await runRevisions(tenant, process)
    const other = { token: await openLink(tenant, process.signers[1]!.id) }
    expect((await view(other)).process.preparation).toBe(2)
    const body = { ...typedSignature(), preparation: 2 }
    expect((await call(signRoute.POST, { params: other, body })).status).toBe(200)
    await runRevisions(tenant, process)
    expect((await getProcess(tenant.ctx, process.id)).status).toBe('completed')
  })

  it('not by a correction that changes no file, nor for who has not opened them', async () => {
    const { process, params } = await addShared()
    await addSigner(tenant.ctx, process.id, { ...cy, role: 'cc', fields: [] })
    await changeSigner(tenant.ctx, process.id, process.signers[1]!.id, { order: 5 })
    expect(await view(params)).toMatchObject({ process: { preparation: 0 }, signer: { status: 'viewed' } })
    await rename(process)
    const people = (await getProcess(tenant.ctx, process.id)).signers
    expect(people.map(({ status, viewed_at }) => [status, viewed_at])).toEqual([
      ['notified', null],
      ['pending', null],
      ['notified', null],
    ])
  })

  it('in one of two requests at the same time, the other one knows it', async () => {
    const { process, params } = await addShared()
    const [signed, renamed] = await Promise.allSettled([signWith(params, process, 0), rename(process)])
    expect(signed.status).toBe('fulfilled')
    const response = signed.status === 'fulfilled' ? signed.value : null
    // The signature was first: the file has the name of Bob, which only a new one could change.
    if (response?.status === 200) expect((await view(params)).process.preparation).toBe(0)
    else expect([response?.status, renamed.status]).toEqual([409, 'fulfilled'])
  })

  it('ranges of a file say which documents they are of', async () => {
    const objects = { 20: `<< /Length 100000 >>\nstream\n${'x'.repeat(100_000)}\nendstream` }
    const document = await addDocument(tenant, { bytes: buildPdf({ objects }) })
    const { process, params } = await addOpenedLink(tenant, {
      documents: [{ id: document.id }],
      signers: [ada, bob],
    })
    const getRange = async () => {
      const response = await call(fileRoute.GET, {
        params: { ...params, id: document.id },
        headers: { range: 'bytes=0-9' },
      })
      return [response.status, response.headers.get('document-preparation')]
    }
    expect(await getRange()).toEqual([206, '0'])
    await rename(process)
    await runRevisions(tenant, process)
    expect(await getRange()).toEqual([206, '1'])
    const other = { token: await findToken(tenant, process.signers[1]!.id) }
    await open(other)
    expect((await call(signRoute.POST, { params: other, body: typedSignature() })).status).toBe(200)
    await runRevisions(tenant, process)
    expect(await getRange()).toEqual([206, '1'])
  })
})
