import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { routes } from '../../app/api/v1/routes.ts'
import { processStatuses } from '../../lib/core/enumerations.ts'
import { env } from '../../lib/core/env.ts'
import { dispatcher } from '../../lib/http/dispatch.ts'
import { mcpEndpoint } from '../../lib/http/mcp.ts'
import { buildPdf } from '../../lib/pdf/fixtures/build.ts'
import { addTemplate } from '../../lib/testing/records/records.ts'
import { runRevisions } from '../../lib/testing/records/signing-session.ts'
import { serve } from '../../lib/testing/service/serve.ts'
import { makeTenant, type TestTenant } from '../../lib/testing/users/tenant.ts'
import { processStatuses as shownStatuses } from '../mcp/shapes.ts'
import { Paraph } from '../src/index.ts'
import { root } from './install.ts'
import { sign } from './signer.ts'

/** Every tool, with its hints: whether it only reads, and whether it destroys. */
const hints = {
  list_processes: [true, undefined],
  get_process: [true, undefined],
  get_trail: [true, undefined],
  send_process: [false, false],
  remind: [false, false],
  correct_process: [false, true],
  correct_signer: [false, true],
  cancel_process: [false, true],
  void_process: [false, true],
  list_templates: [true, undefined],
  create_from_template: [false, false],
  upload_document: [false, false],
  send_document: [false, false],
  search_vault: [true, undefined],
  verify: [true, undefined],
  download_signed: [true, undefined],
}
const ada = { name: 'Ada Lovelace', email: 'ada@example.com' }
const pdf = buildPdf({ pages: [{ text: 'Rent {{Rent;type=number}}' }] })

let tenant: TestTenant
let service: Awaited<ReturnType<typeof serve>>
let paraph: Paraph
let folder: string
let client: Client
beforeAll(async () => {
  tenant = await makeTenant()
  const dispatch = dispatcher(routes)
  const dispatchMcp = mcpEndpoint(dispatch)
  service = await serve((request) => (request.url.endsWith('/mcp') ? dispatchMcp : dispatch)(request))
  folder = await mkdtemp(join(tmpdir(), 'paraph-mcp-'))
  await writeFile(join(folder, 'lease.pdf'), pdf)
})
afterAll(async () => {
  await service.close()
  await rm(folder, { recursive: true })
})

async function use(name: string, input: object = {}) {
  const result = await client.callTool({ name, arguments: { ...input } })
  const [text] = result.content as { text: string }[]
  const value = JSON.parse(text!.text)
  // The client has checked the structured result against the schema of the tool.
  if (!result.isError) expect(result.structuredContent).toEqual(value)
  return { isError: result.isError === true, value, content: result.content as { type: string }[] }
}

async function connectByHttp(token: string, headers: Record<string, string> = {}): Promise<Client> {
  const connected = new Client({ name: 'test', version: '1' })
  const requestInit = { headers: { authorization: `Bearer ${token}`, ...headers } }
  await connected.connect(new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`), { requestInit }))
  return connected
}

async function connectByStdio(token: string): Promise<Client> {
  const connected = new Client({ name: 'test', version: '1' })
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [join(root, 'sdk/mcp/main.ts'), folder],
    env: { PARAPH_URL: service.url, PARAPH_KEY: token },
  })
  await connected.connect(transport)
  return connected
}

describe.each([
  {
    name: 'over HTTP',
    connect: connectByHttp,
    file: { name: 'lease.pdf', content: Buffer.from(pdf).toString('base64') },
    target: {},
    downloadHints: [true, undefined],
  },
  {
    name: 'over standard input and output',
    connect: connectByStdio,
    file: 'lease.pdf',
    target: { path: 'signed.pdf' },
    downloadHints: [false, false],
  },
])('every tool, $name', ({ connect, file, target, downloadHints }) => {
  let used: Set<string>
  let sent: { id: number; signers: { id: number }[]; documents: { id: number }[] }
  beforeAll(async () => {
    const { token } = await tenant.addKey()
    paraph = new Paraph({ baseUrl: service.url, apiKey: token })
    client = await connect(token)
    used = new Set()
    const callTool = client.callTool.bind(client)
    client.callTool = (params, ...rest) => {
      used.add(params.name)
      return callTool(params, ...rest)
    }
  })
  afterAll(() => client.close())

  it('says whether it only reads, and what cannot be undone', async () => {
    const { tools } = await client.listTools()
    expect(
      Object.fromEntries(
        tools.map(({ name, annotations }) => [
          name,
          [annotations?.readOnlyHint, annotations?.destructiveHint],
        ]),
      ),
    ).toEqual({ ...hints, download_signed: downloadHints })
    for (const { name, outputSchema, description } of tools)
      expect([name, outputSchema?.type, description]).toEqual([name, 'object', expect.any(String)])
  })

  it('says from when the days of an extension count, and which corrections end a link', async () => {
    const { tools } = await client.listTools()
    const [process, signer] = ['correct_process', 'correct_signer'].map((name) =>
      tools.find((tool) => tool.name === name),
    )
    expect(process?.inputSchema.properties?.expires_in_days).toMatchObject({
      description: expect.stringMatching(/last opened again.* expired process from now/),
    })
    expect(signer?.description).toMatch(/after another phone or message the link stays/)
  })

  it('sends a file in one call, corrects, reminds and cancels', async () => {
    const { value } = await use('send_document', { file, signers: [ada], values: { Rent: '950' } })
    sent = value
    expect(value).toMatchObject({
      name: 'lease',
      status: 'sent',
      signers: [ada],
      fields: [{ label: 'Rent', value: '950' }],
    })
    await runRevisions(tenant, sent)
    const id = sent.id
    const [signer] = sent.signers
    const changed = { name: 'Ada King', email: 'ada.king@example.com' }
    expect((await use('correct_signer', { id, signer_id: signer!.id, ...changed })).value).toMatchObject(
      changed,
    )
    expect((await use('correct_process', { id, reminder_days: 3 })).isError).toBe(false)
    expect((await paraph.getProcess(id)).options.reminder_days).toBe(3)
    expect((await use('remind', { id })).value.signers).toMatchObject([changed])
    const { value: list } = await use('list_processes', { search: 'Ada King', status: 'sent' })
    expect(list).toMatchObject({ items: [{ id, signers: [changed] }], page: 1, has_more: false })
    expect(Object.keys(list.items[0])).not.toContain('fields')
    expect((await use('cancel_process', { id, reason: 'Wrong' })).value.status).toBe('cancelled')
    const { value: trail } = await use('get_trail', { id })
    expect(trail.chain_valid).toBe(true)
    expect(trail.events.map(({ type }: { type: string }) => type)).toContain('process.corrected')
  })

  it('follows a process from a template to its file, verifies it and declares it void', async () => {
    const template = await addTemplate(tenant)
    expect((await use('list_templates', { search: 'Lease' })).value.items).toContainEqual(
      expect.objectContaining({ id: template.id }),
    )
    const signers = [{ role: 'Client', ...ada }]
    const { value: draft } = await use('create_from_template', { template_id: template.id, signers })
    const { id } = draft
    expect((await use('send_process', { id })).value.status).toBe('sent')
    await runRevisions(tenant, draft)
    await sign(tenant, paraph, draft)
    expect((await use('get_process', { id })).value.status).toBe('completed')
    const download = await use('download_signed', { id, ...target })
    const uri = `paraph://signature-processes/${id}/signed`
    expect(download.value).toMatchObject({ uri, mime_type: 'application/pdf' })
    expect(download.content[1]).toMatchObject({ type: 'resource_link', uri })
    const { contents } = await client.readResource({ uri })
    expect(Buffer.from((contents[0] as { blob: string }).blob, 'base64').toString('latin1', 0, 5)).toBe(
      '%PDF-',
    )
    const { value: found } = await use('search_vault', { signer: 'Ada', tags: [] })
    const item = found.items.find(({ process_id }: { process_id: number }) => process_id === id)
    const { value: verification } = await use('verify', { vault_document_id: item.id })
    expect(verification).toMatchObject({ verdict: 'unchanged', signed: true, valid: true })
    expect((await use('void_process', { id, reason: 'Sold' })).value).toMatchObject({
      status: 'voided',
      void_reason: 'Sold',
    })
  })

  it('verifies a file, uploads it, and sends it as a draft', async () => {
    expect((await use('verify', { file })).value).toMatchObject({ verdict: 'not_signed', signatures: [] })
    const { value: document } = await use('upload_document', { file, name: 'Rent' })
    expect(document).toMatchObject({ name: 'Rent', page_count: 1 })
    const anchor = { text: 'Rent', dx: 200, dy: -40 }
    const input = { document_id: document.id, signers: [ada], fields: [{ anchor }], send: false }
    expect((await use('send_document', input)).value).toMatchObject({ name: 'Rent', status: 'draft' })
    expect((await use('verify', {})).value.message).toContain('either `file` or')
  })

  it('leaves no document of a call that failed', async () => {
    const count = async () => (await paraph.request('GET /documents')).meta.total
    const before = await count()
    const refusal = await use('send_document', { file, signers: [{ name: 'Ada', email: 'ada' }] })
    expect(refusal).toMatchObject({ isError: true, value: { code: 'validation_error' } })
    expect(Object.keys(refusal.value.fields)).toEqual(['signers.0.email'])
    expect(await count()).toBe(before)
    expect((await use('get_process', { id: 999_999 })).value.code).toBe('not_found')
  })

  it('was used', () => {
    expect([...used].sort()).toEqual(Object.keys(hints).sort())
  })
})

it('know the statuses of processes', () => {
  expect(shownStatuses).toEqual(processStatuses)
})

describe('at /mcp', () => {
  const call = (
    headers: Record<string, string>,
    body: unknown = { jsonrpc: '2.0', id: 1, method: 'tools/list' },
  ) =>
    fetch(`${service.url}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })

  it('a key reaches what its scopes and its tenant allow', async () => {
    const other = await makeTenant()
    const { token } = await other.addKey({ scopes: ['templates:read'] })
    client = await connectByHttp(token)
    expect((await use('list_templates')).value).toEqual({ items: [], page: 1, has_more: false })
    expect(await use('list_processes')).toMatchObject({
      isError: true,
      value: { code: 'insufficient_scope' },
    })
    await client.close()
    const foreign = await paraph.request('GET /signature-processes')
    client = await connectByHttp((await other.addKey()).token)
    const { value } = await use('get_process', { id: foreign.data[0]!.id })
    expect(value.code).toBe('not_found')
    await client.close()
  })

  it('discloses no signing link, which no tool gives, to a key that may see them', async () => {
    client = await connectByHttp((await tenant.addKey()).token)
    const file = { name: 'lease.pdf', content: Buffer.from(pdf).toString('base64') }
    const { value } = await use('send_document', { file, signers: [ada] })
    await use('get_process', { id: value.id })
    const { value: trail } = await use('get_trail', { id: value.id })
    const types = trail.events.map(({ type }: { type: string }) => type)
    expect(types).toContain('signature.invited')
    expect(types).not.toContain('signature.link_disclosed')
    await client.close()
  })

  it.each([
    ['no credential', {}, undefined, 401, 'unauthenticated'],
    ['an unknown key', { authorization: 'Bearer psk_live_x' }, undefined, 401, 'unauthenticated'],
    ['a page of another site', { origin: 'http://evil.example' }, undefined, 403, 'forbidden'],
    ['invalid JSON', {}, '{', 400, 'invalid_json'],
    ['a body that is too large', {}, `"${'a'.repeat(16 * 1024 * 1024)}"`, 400, 'invalid_json'],
  ])('%s is refused in the form of the protocol', async (name, headers, body, status, code) => {
    const authorization = `Bearer ${(await tenant.addKey()).token}`
    const isAnonymous = name === 'no credential'
    const response = await call({ ...(isAnonymous ? {} : { authorization }), ...headers }, body)
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({
      jsonrpc: '2.0',
      id: null,
      error: { code: expect.any(Number), message: expect.any(String), data: { code } },
    })
    expect(response.headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer' : null)
  })

  it('takes requests of its own origin, and POST only', async () => {
    const authorization = `Bearer ${(await tenant.addKey()).token}`
    expect((await call({ authorization, origin: new URL(env().appUrl).origin })).status).toBe(200)
    const response = await fetch(`${service.url}/mcp`, { headers: { authorization } })
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
    expect(await response.json()).toMatchObject({ error: { data: { code: 'method_not_allowed' } } })
  })
})
