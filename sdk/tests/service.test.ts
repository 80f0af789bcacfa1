import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { routes } from '../../app/api/v1/routes.ts'
import { dispatcher } from '../../lib/http/dispatch.ts'
import { buildPdf } from '../../lib/pdf/fixtures/build.ts'
import { runRevisions } from '../../lib/testing/records/signing-session.ts'
import { addWebhook, deliver, dispatchToWebhooks, openReceiver } from '../../lib/testing/servers/receiver.ts'
import { serve } from '../../lib/testing/service/serve.ts'
import { makeTenant, type TestTenant } from '../../lib/testing/users/tenant.ts'
import { Paraph, ParaphError, type SignatureProcess, verifyWebhook } from '../src/index.ts'
import { sign } from './signer.ts'

let tenant: TestTenant
let service: Awaited<ReturnType<typeof serve>>
let apiKey: string
let paraph: Paraph
beforeAll(async () => {
  tenant = await makeTenant()
  apiKey = (await tenant.addKey()).token
  service = await serve(dispatcher(routes))
  paraph = new Paraph({ baseUrl: service.url, apiKey })
})
afterAll(() => service.close())

const box = { page: 1, x: 72, y: 640, width: 160, height: 40 }

/** A process that was sent to one signer, with as many documents. */
async function addSent(documents = 1): Promise<SignatureProcess> {
  const ids: { id: number }[] = []
  for (let count = 0; count < documents; count++) ids.push(await paraph.uploadDocument(buildPdf(), 'Lease'))
  const sentProcess = await paraph.createProcess({
    name: 'Lease',
    documents: ids.map(({ id }) => ({ id })),
    signers: [{ name: 'Ada Lovelace', email: 'ada@example.com' }],
    fields: ids.map((_, document_index) => ({ type: 'signature', document_index, ...box })),
    options: { enable_notifications: false },
    send: true,
  })
  await runRevisions(tenant, sentProcess)
  return sentProcess
}

const getStart = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, 5)).toString('latin1')

describe('a document', () => {
  it('is uploaded as bytes, a Blob, a File or the path of a file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'paraph-sdk-'))
    const [bytes, path] = [buildPdf(), join(folder, 'rent.pdf')]
    await writeFile(path, bytes)
    const sources = [bytes, bytes.buffer, new Blob([bytes]), new File([bytes], 'rent.pdf'), path]
    const names: string[] = []
    for (const source of sources) names.push((await paraph.uploadDocument(source)).name)
    expect(names).toEqual(['document', 'document', 'document', 'rent', 'rent'])
    expect((await paraph.uploadDocument(path, 'Lease')).name).toBe('Lease')
    await rm(folder, { recursive: true })
  })

  it('that is none is refused with the reason', async () => {
    const error = await paraph.uploadDocument(new Blob(['Hello'])).catch((error: unknown) => error)
    expect(error).toBeInstanceOf(ParaphError)
    expect(error).toMatchObject({ code: 'validation_error', status: 400, details: { reason: 'not_pdf' } })
    expect(Object.keys((error as ParaphError).fields)).toEqual(['file'])
  })
})

describe('a process', () => {
  it('is sent, awaited and downloaded', async () => {
    const sentProcess = await addSent()
    const completion = paraph.waitForCompletion(sentProcess.id, { interval: 100 })
    await sign(tenant, paraph, sentProcess)
    expect(await completion).toMatchObject({ id: sentProcess.id, status: 'completed' })
    const signedFile = await paraph.downloadSigned(sentProcess.id)
    expect(getStart(signedFile)).toBe('%PDF-')
    const { data } = await paraph.request('POST /verify', { body: { file: new Blob([signedFile]) } })
    expect(data.signatures.length).toBeGreaterThan(1)
  })

  it('of several documents is a ZIP, or the one that is chosen', async () => {
    const sentProcess = await addSent(2)
    await sign(tenant, paraph, sentProcess)
    expect(getStart(await paraph.downloadSigned(sentProcess.id)).slice(0, 2)).toBe('PK')
    const documentId = sentProcess.documents[1]!.id
    expect(getStart(await paraph.downloadSigned(sentProcess.id, { documentId }))).toBe('%PDF-')
  })

  it('has a trail as JSON and as a file', async () => {
    const call = { path: { id: (await addSent()).id } }
    const { data } = await paraph.request('GET /signature-processes/{id}/audit-trail', call)
    expect(data.events.length).toBeGreaterThan(1)
    const file = await paraph.download('GET /signature-processes/{id}/audit-trail', call)
    expect(file.headers.get('content-type')).toBe('application/pdf')
    const asFile = { ...call, query: { format: 'pdf' as const } }
    const wrongRequest = paraph.request('GET /signature-processes/{id}/audit-trail', asFile)
    await expect(wrongRequest).rejects.toMatchObject({ code: 'unexpected_response', status: 200 })
  })

  it('that has ended is not awaited', async () => {
    const { id } = await addSent()
    await paraph.request('POST /signature-processes/{id}/cancel', { path: { id } })
    const ended = { code: 'process_ended', details: { current_status: 'cancelled' } }
    await expect(paraph.waitForCompletion(id)).rejects.toMatchObject(ended)
  })

  it('is awaited as long as the caller wants', async () => {
    const { id } = await addSent()
    const late = { code: 'timeout', message: expect.stringContaining('after 300 ms') }
    await expect(paraph.waitForCompletion(id, { timeout: 300 })).rejects.toMatchObject(late)
    const caller = new AbortController()
    setTimeout(() => caller.abort(new Error('Enough.')), 300)
    await expect(paraph.waitForCompletion(id, { signal: caller.signal })).rejects.toThrow('Enough.')
  })
})

describe('a version', () => {
  it('that was read is changed, another one is not', async () => {
    const { id } = await paraph.createProcess({ name: 'Lease' })
    const path = { id }
    const { body, etag } = await paraph.requestWithEtag('GET /signature-processes/{id}', { path })
    expect(body.data.name).toBe('Lease')
    const change = (name: string) =>
      paraph.request('PATCH /signature-processes/{id}', { path, body: { name }, ifMatch: etag! })
    expect((await change('Rent')).data.name).toBe('Rent')
    await expect(change('Loan')).rejects.toMatchObject({ code: 'precondition_failed', status: 412 })
  })
})

describe('a request whose response is lost', () => {
  /** A client that does not see the first response of the service. */
  function forgetful(): Paraph {
    let isLost = false
    return new Paraph({
      baseUrl: service.url,
      apiKey,
      fetch: async (input, init) => {
        const response = await fetch(input, init)
        if (isLost) return response
        isLost = true
        throw new TypeError('fetch failed')
      },
    })
  }

  it('of a change of one version says that it is lost', async () => {
    const { id } = await paraph.createProcess({ name: 'Lease' })
    const path = { id }
    const { etag } = await paraph.requestWithEtag('GET /signature-processes/{id}', { path })
    const change = { path, body: { name: 'Rent' }, ifMatch: etag! }
    const lost = forgetful().request('PATCH /signature-processes/{id}', change)
    await expect(lost).rejects.toMatchObject({ code: 'network_error' })
    expect((await paraph.getProcess(id)).name).toBe('Rent')
  })

  it('is carried out once, also with a file', async () => {
    const name = `Once ${crypto.randomUUID()}`
    const created = await forgetful().createProcess({ name })
    const response = await paraph.request('GET /signature-processes', { query: { search: name } })
    expect(response.data.map(({ id }) => id)).toEqual([created.id])
    const document = await forgetful().uploadDocument(buildPdf(), name)
    const files = await paraph.request('GET /documents', { query: { search: name } })
    expect(files.data.map(({ id }) => id)).toEqual([document.id])
  })
})

describe('a list', () => {
  it('has the entries of all pages', async () => {
    const tag = crypto.randomUUID()
    const ids: number[] = []
    for (let count = 0; count < 5; count++) ids.push((await paraph.createProcess({ name: `List ${tag}` })).id)
    const foundIds: number[] = []
    const query = { search: tag, per_page: 2 }
    for await (const { id } of paraph.list('GET /signature-processes', { query })) foundIds.push(id)
    expect(foundIds.toSorted((a, b) => a - b)).toEqual(ids)
  })
})

describe('an error', () => {
  it('names each field', async () => {
    const call = paraph.createProcess({ name: 'Lease', signers: [{ name: 'Ada', email: 'ada' }] })
    const error = (await call.catch((error: unknown) => error)) as ParaphError
    expect(error).toMatchObject({ name: 'ParaphError', code: 'validation_error', status: 400 })
    expect(error.fields).toHaveProperty(['signers.0.email'])
    expect(error.requestId).toMatch(/^req_/)
    expect(error.message).not.toBe('')
  })

  it('has the code and the status of the service', async () => {
    await expect(paraph.getProcess(987654321)).rejects.toMatchObject({ code: 'not_found', status: 404 })
    const stranger = new Paraph({ baseUrl: service.url, apiKey: 'psk_live_unknown' })
    const expectedError = { code: 'unauthenticated', status: 401 }
    await expect(stranger.request('GET /account')).rejects.toMatchObject(expectedError)
  })
})

it('verifies what the service delivers', async () => {
  const receiver = await openReceiver()
  const webhook = await addWebhook(tenant, receiver.url, ['document.uploaded'])
  const document = await paraph.uploadDocument(buildPdf(), 'Lease')
  await dispatchToWebhooks(tenant)
  await deliver(tenant, webhook.id)
  const { body, headers } = receiver.received.at(-1)!
  const event = await verifyWebhook(body, headers, webhook.secret)
  expect(event).toMatchObject({ type: 'document.uploaded', data: { document_id: document.id } })
  await receiver.close()
})
