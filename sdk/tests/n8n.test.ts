import { afterAll, beforeAll, expect, it } from 'vitest'
import { routes } from '../../app/api/v1/routes.ts'
import { dispatcher } from '../../lib/http/dispatch.ts'
import { buildPdf } from '../../lib/pdf/fixtures/build.ts'
import { addTemplate } from '../../lib/testing/records/records.ts'
import { runRevisions } from '../../lib/testing/records/signing-session.ts'
import { deliver, dispatchToWebhooks, openReceiver } from '../../lib/testing/servers/receiver.ts'
import { serve } from '../../lib/testing/service/serve.ts'
import { makeTenant, type TestTenant } from '../../lib/testing/users/tenant.ts'
import { NewWebhookInput } from '../../lib/webhooks/schema.ts'
import { Paraph } from '../src/index.ts'
import { sign } from './signer.ts'

/** What n8n gives an item, and takes of a node; its own types are in a package that is not installed here. */
interface Item {
  json: Record<string, unknown>
  binary?: Record<string, { bytes: Buffer; mimeType: string }>
}
interface ActionNode {
  description: { properties: { name: string; options?: { value: string }[] }[] }
  execute(this: object): Promise<Item[][]>
}
interface TriggerNode {
  description: { properties: { options: { value: string }[] }[] }
  webhookMethods: { default: Record<'checkExists' | 'create' | 'delete', (this: object) => Promise<boolean>> }
  webhook(this: object): Promise<{ workflowData?: Item[][] }>
}
interface HttpOptions {
  method: string
  url: string
  headers?: Record<string, string>
  qs?: Record<string, string>
  body?: FormData | object
  encoding?: string
}

// Named by variables, so that the types of n8n are not needed to compile this file.
const nodes = '../n8n/nodes'
const { Paraph: ParaphNode } = await import(`${nodes}/Paraph/Paraph.node.ts`)
const { ParaphTrigger } = await import(`${nodes}/ParaphTrigger/ParaphTrigger.node.ts`)
const node: ActionNode = new ParaphNode()
const trigger: TriggerNode = new ParaphTrigger()

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

const common = {
  getInstanceId: () => 'instance',
  getNode: () => ({ id: '5f1c' }),
  getCredentials: async () => ({ baseUrl: service.url, apiKey }),
  helpers: {
    async httpRequestWithAuthentication(
      _credential: string,
      { method, url, headers, qs, body, encoding }: HttpOptions,
    ) {
      const isJson = body !== undefined && !(body instanceof FormData)
      const response = await fetch(`${url}?${new URLSearchParams(qs)}`, {
        method,
        headers: {
          ...headers,
          authorization: `Bearer ${apiKey}`,
          ...(isJson ? { 'content-type': 'application/json' } : {}),
        },
        body: isJson ? JSON.stringify(body) : (body as FormData | undefined),
      })
      if (!response.ok) {
        // As the NodeApiError of n8n: its message is that of the status.
        const data = encoding ? Buffer.from(await response.arrayBuffer()) : await response.json()
        const error = new Error('Your request is invalid or could not be processed by the service')
        throw Object.assign(error, { httpCode: String(response.status), context: { data } })
      }
      if (encoding) return { body: await response.arrayBuffer() }
      return response.status === 204 ? undefined : response.json()
    },
    assertBinaryData: () => ({ fileName: 'lease.pdf', mimeType: 'application/pdf' }),
    getBinaryDataBuffer: async () => Buffer.from(buildPdf()),
    prepareBinaryData: async (bytes: Buffer, _name: string, mimeType: string) => ({ bytes, mimeType }),
    returnJsonArray: (json: Record<string, unknown>) => [{ json }],
  },
}

const used = new Set<string>()

async function run(
  resource: string,
  operation: string,
  input: object = {},
  {
    helpers = common.helpers as object,
    executionId = crypto.randomUUID() as string,
    runIndex = 0,
    continues = false,
  } = {},
): Promise<Item[]> {
  used.add(`${resource} ${operation}`)
  const parameters = new Map<string, unknown>(
    Object.entries({
      resource,
      operation,
      binaryField: 'data',
      search: '',
      reason: '',
      more: '{}',
      returnAll: false,
      limit: 50,
      ...input,
    }),
  )
  const context = {
    ...common,
    helpers,
    getExecutionId: () => executionId,
    getWorkflowDataProxy: () => ({ $runIndex: runIndex }),
    getInputData: () => [{ json: {} }],
    getNodeParameter: (name: string) => parameters.get(name),
    continueOnFail: () => continues,
  }
  const [items] = await node.execute.call(context)
  return items!
}

const ada = { name: 'Ada Lovelace', email: 'ada@example.com' }

it('the n8n node lists as many records as its limit says, or all pages of them', async () => {
  const asked: unknown[] = []
  const httpRequestWithAuthentication = async (_credential: string, { qs }: { qs: { page: number } }) => {
    asked.push(qs)
    const data = Array.from({ length: qs.page < 3 ? 100 : 5 }, (_, index) => ({ id: qs.page * 100 + index }))
    return { data }
  }
  const list = async (input: object) => {
    asked.length = 0
    const items = await run('document', 'list', input, {
      helpers: { ...common.helpers, httpRequestWithAuthentication },
    })
    return [new Set(items.map(({ json }) => json.id)).size, asked.length]
  }
  expect(await list({ returnAll: true })).toEqual([205, 3])
  expect(await list({ limit: 50 })).toEqual([50, 1])
  expect(await list({ limit: 150 })).toEqual([150, 2])
  expect(asked).toEqual([1, 2].map((page) => ({ page, per_page: 100 })))
})

it('the n8n node carries out every operation', async () => {
  const [uploaded] = await run('document', 'upload')
  const documentId = uploaded!.json.id as number
  expect((await run('document', 'get', { id: documentId }))[0]!.json.name).toBe('lease')
  const [sent] = await run('process', 'send', {
    name: 'Lease',
    documents: String(documentId),
    signers: { signer: [{ ...ada, role: '' }] },
    more: JSON.stringify({ fields: [{ type: 'signature', page: 1, x: 72, y: 640, width: 160, height: 40 }] }),
  })
  expect(sent!.json.status).toBe('sent')
  const id = sent!.json.id as number
  await runRevisions(tenant, { id })
  await run('process', 'remind', { id })
  await sign(tenant, paraph, { id })
  expect((await run('process', 'get', { id }))[0]!.json.status).toBe('completed')
  expect((await run('process', 'list', { search: 'Ada' })).map(({ json }) => json.id)).toEqual([id])
  expect((await run('process', 'trail', { id }))[0]!.json.chain_valid).toBe(true)
  const [signed] = await run('process', 'download', { id })
  expect(signed!.binary!.data).toMatchObject({ mimeType: 'application/pdf' })
  const [stored] = await run('vault', 'search')
  const vaultId = stored!.json.id as number
  expect((await run('vault', 'verify', { id: vaultId }))[0]!.json.verdict).toBe('unchanged')
  expect((await run('vault', 'download', { id: vaultId }))[0]!.binary!.data!.bytes).toEqual(
    signed!.binary!.data!.bytes,
  )

  const template = await addTemplate(tenant)
  expect((await run('template', 'list')).map(({ json }) => json.id)).toEqual([template.id])
  const signers = { signer: [{ ...ada, role: 'Client' }] }
  const [other] = await run('template', 'use', { id: template.id, signers })
  expect(other!.json.status).toBe('sent')
  const [cancelled] = await run('process', 'cancel', { id: other!.json.id, reason: 'Wrong' })
  expect(cancelled!.json).toMatchObject({ status: 'cancelled', cancel_reason: 'Wrong' })
  const [unused] = await run('document', 'upload')
  expect(await run('document', 'list')).not.toHaveLength(0)
  expect(await run('document', 'delete', { id: unused!.json.id })).toMatchObject([
    { json: { deleted: true } },
  ])
  await expect(run('document', 'get', { id: unused!.json.id })).rejects.toThrow(
    'The resource does not exist.',
  )

  const choices = node.description.properties.filter(({ name }) => name === 'operation')
  expect(used.size).toBe(choices.flatMap(({ options }) => options).length)
})

it('the n8n node gives the reasons of the service for a refusal, also to the workflow', async () => {
  const wrong = {
    name: 'Lease',
    documents: '1',
    signers: {
      signer: [
        { name: 'Ada', email: 'ada' },
        { name: '', email: 'bob@example.com' },
      ],
    },
  }
  const fields = {
    'signers.0.email': ['Must be an email address.'],
    'signers.1.name': ['Must not be empty.'],
  }
  await expect(run('process', 'send', wrong)).rejects.toMatchObject({
    message: 'Must be an email address.',
    description: 'signers.0.email: Must be an email address.\nsigners.1.name: Must not be empty.',
    httpCode: '400',
    context: { itemIndex: 0 },
  })
  const message = 'Must be an email address.'
  expect((await run('process', 'send', wrong, { continues: true }))[0]!.json).toEqual({
    error: { message, code: 'validation_error', status: 400, fields },
  })

  const template = await addTemplate(tenant)
  const signers = { signer: [{ ...ada, role: 'Client' }] }
  const [sent] = await run('template', 'use', { id: template.id, signers })
  const early = 'The signed document is available once everyone has signed.'
  await expect(run('process', 'download', { id: sent!.json.id })).rejects.toThrow(early)
  expect(await run('process', 'download', { id: sent!.json.id }, { continues: true })).toMatchObject([
    { json: { error: { message: early, status: 409, fields: {} } } },
  ])
  await expect(run('vault', 'download', { id: 999 })).rejects.toThrow('The resource does not exist.')

  const httpRequestWithAuthentication = async () => {
    const html = { httpCode: '502', context: { data: Buffer.from('<h1>Bad gateway</h1>') } }
    throw Object.assign(new Error('Bad gateway'), html)
  }
  const helpers = { ...common.helpers, httpRequestWithAuthentication }
  expect((await run('vault', 'download', { id: 1 }, { helpers, continues: true }))[0]!.json).toEqual({
    error: { message: 'Bad gateway' },
  })
})

it('the n8n node sends numbers of expressions as texts', async () => {
  const [uploaded] = await run('document', 'upload')
  const signers = { signer: [{ name: 4711, email: 'ada@example.com', role: 7 }] }
  const draft = { name: 2048, documents: uploaded!.json.id, signers, more: { send: false } }
  const [process] = await run('process', 'send', draft)
  expect(process!.json).toMatchObject({ name: '2048', signers: [{ name: '4711' }] })
  const template = await addTemplate(tenant)
  const client = { signer: [{ ...ada, role: 'Client' }] }
  const [sent] = await run('template', 'use', { id: template.id, signers: client })
  const [cancelled] = await run('process', 'cancel', { id: sent!.json.id, reason: 17 })
  expect(cancelled!.json.cancel_reason).toBe('17')
  // A member that the item does not have is missed, not called “undefined”.
  await expect(run('process', 'send', { ...draft, name: undefined })).rejects.toMatchObject({
    description: expect.stringContaining('name: '),
  })
})

it('the n8n trigger offers every event that webhooks can subscribe to', () => {
  const [{ options }] = trigger.description.properties as [{ options: { value: string }[] }]
  const { element } = NewWebhookInput.shape.events.in as unknown as { element: { options: string[] } }
  expect(options.map(({ value }) => value)).toEqual(element.options)
})

it('the n8n node carries out an item once in an execution, however often n8n tries it', async () => {
  const template = await addTemplate(tenant)
  const use = { id: template.id, signers: { signer: [{ ...ada, role: 'Client' }] } }
  const ids = async (resource: string, operation: string, input: object) => {
    const runs = [
      { executionId: '17' },
      { executionId: '17' },
      { executionId: '17', runIndex: 1 },
      { executionId: '18' },
    ]
    const found: unknown[] = []
    for (const options of runs) found.push((await run(resource, operation, input, options))[0]!.json.id)
    return found
  }
  for (const [first, again, ...others] of [
    await ids('template', 'use', use),
    await ids('document', 'upload', {}),
  ]) {
    expect(again).toBe(first)
    expect(new Set([first, ...others]).size).toBe(3)
  }
})

/** What n8n gives the trigger of a workflow that starts with uploads. */
function makeHook(url: string, stored: { id?: number; secret?: string } = {}) {
  return {
    ...common,
    getWorkflowStaticData: () => stored,
    getNodeWebhookUrl: () => url,
    getNodeParameter: () => ['document.uploaded'],
  }
}

it('the n8n trigger keeps its webhook unless the service says that it is gone', async () => {
  const url = 'https://93.184.215.14/n8n'
  const stored: { id?: number; secret?: string } = {}
  const hook = makeHook(url, stored)
  const { checkExists, create, delete: remove } = trigger.webhookMethods.default
  await create.call(hook)
  const before = { ...stored }
  const busy = async () => {
    throw Object.assign(new Error('Too many requests'), { httpCode: '429' })
  }
  const refused = { ...hook, helpers: { ...common.helpers, httpRequestWithAuthentication: busy } }
  await expect(checkExists.call(refused)).rejects.toThrow('Too many requests')
  await expect(remove.call(refused)).rejects.toThrow('Too many requests')
  expect(stored).toEqual(before)

  const path = { id: stored.id! }
  const body = { active: false, events: ['process.sent' as const] }
  await paraph.request('PATCH /webhooks/{id}', { path, body })
  expect(await checkExists.call(hook)).toBe(true)
  const { data } = await paraph.request('GET /webhooks/{id}', { path })
  expect(data).toMatchObject({ active: true, events: ['document.uploaded'] })
  // The URL of a test is another one.
  expect(await checkExists.call(makeHook('https://93.184.215.14/n8n-test', stored))).toBe(false)

  await paraph.request('DELETE /webhooks/{id}', { path })
  expect(await checkExists.call(hook)).toBe(false)
  await remove.call(hook)
  expect(stored).toEqual({})
})

it('the n8n trigger makes a webhook, takes its genuine deliveries only, and removes it', async () => {
  const receiver = await openReceiver()
  const stored: { id?: number } = {}
  const hook = makeHook(receiver.url, stored)
  const { checkExists, create, delete: remove } = trigger.webhookMethods.default
  expect(await checkExists.call(hook)).toBe(false)
  await create.call(hook)
  expect(await checkExists.call(hook)).toBe(true)
  await paraph.uploadDocument(buildPdf(), 'Rent')
  await dispatchToWebhooks(tenant)
  await deliver(tenant, stored.id!)
  const { headers, body } = receiver.received[0]!

  let status = 0
  const response = {
    status: (code: number) => {
      status = code
      return { send: () => ({ end: () => {} }) }
    },
  }
  const receive = (text: string) =>
    trigger.webhook.call({
      ...hook,
      getRequestObject: () => ({ rawBody: Buffer.from(text) }),
      getHeaderData: () => headers,
      getResponseObject: () => response,
    })
  const { workflowData } = await receive(body)
  expect(workflowData).toMatchObject([[{ json: { type: 'document.uploaded' } }]])
  expect(workflowData![0]![0]!.json.webhook_id).toBe(headers['webhook-id'])
  expect([(await receive(body.replace('Rent', 'Hent'))).workflowData, status]).toEqual([undefined, 400])

  await remove.call(hook)
  expect(stored).toEqual({})
  expect((await paraph.request('GET /webhooks')).data).toEqual([])
  await receiver.close()
})
