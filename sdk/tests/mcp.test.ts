import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { routes } from '../../app/api/v1/routes.ts'
import { dispatcher } from '../../lib/http/dispatch.ts'
import { buildPdf } from '../../lib/pdf/fixtures/build.ts'
import { addTemplate } from '../../lib/testing/records/records.ts'
import { runRevisions } from '../../lib/testing/records/signing-session.ts'
import { serve } from '../../lib/testing/service/serve.ts'
import { makeTenant, type TestTenant } from '../../lib/testing/users/tenant.ts'
import { Paraph } from '../src/index.ts'
import { root } from './install.ts'
import { sign } from './signer.ts'

let tenant: TestTenant
let service: Awaited<ReturnType<typeof serve>>
let paraph: Paraph
let client: Client
let outside: string
let folder: string
beforeAll(async () => {
  tenant = await makeTenant()
  const apiKey = (await tenant.addKey()).token
  service = await serve(dispatcher(routes))
  paraph = new Paraph({ baseUrl: service.url, apiKey })
  outside = await mkdtemp(join(tmpdir(), 'paraph-mcp-'))
  folder = join(outside, 'folder')
  await mkdir(folder)
  client = new Client({ name: 'test', version: '1' })
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [join(root, 'sdk/mcp/main.ts'), folder],
      env: { PARAPH_URL: service.url, PARAPH_KEY: apiKey },
    }),
  )
})
afterAll(async () => {
  await client.close()
  await service.close()
  await rm(outside, { recursive: true })
})

async function use(name: string, input: object) {
  const result = await client.callTool({ name, arguments: { ...input } })
  const [content] = result.content as { text: string }[]
  return { isError: result.isError === true, value: JSON.parse(content!.text) }
}

describe('the MCP server on standard input and output', () => {
  it('creates, sends, follows and downloads', async () => {
    const template = await addTemplate(tenant)
    const listed = await use('list_templates', { search: 'Lease' })
    expect(listed.value.items).toMatchObject([{ id: template.id }])
    const signers = [{ role: 'Client', name: 'Ada Lovelace', email: 'ada@example.com' }]
    const { value: draft } = await use('create_from_template', { template_id: template.id, signers })
    expect(draft.status).toBe('draft')
    expect((await use('send_process', { id: draft.id })).value.status).toBe('sent')
    await runRevisions(tenant, draft)
    expect((await use('list_processes', { status: 'sent' })).value.items).toMatchObject([{ id: draft.id }])
    await sign(tenant, paraph, draft)
    expect((await use('get_process', { id: draft.id })).value.status).toBe('completed')
    const path = join(folder, 'signed.pdf')
    await use('download_signed', { id: draft.id, path })
    expect((await readFile(path)).toString('latin1', 0, 5)).toBe('%PDF-')
    const secondResult = await use('download_signed', { id: draft.id, path })
    expect([secondResult.isError, secondResult.value.message]).toEqual([
      true,
      expect.stringContaining('EEXIST'),
    ])
  })

  it('reads and writes only in its folder', async () => {
    const pdf = buildPdf()
    await writeFile(join(outside, 'secret.pdf'), pdf)
    await symlink(join(outside, 'secret.pdf'), join(folder, 'link.pdf'))
    await symlink(outside, join(folder, 'out'))
    await symlink(join(outside, 'new.pdf'), join(folder, 'dangling.pdf'))
    await mkdir(join(folder, 'sub'))
    await mkdir(`${folder}-twin`)
    await writeFile(join(`${folder}-twin`, 'a.pdf'), pdf)
    for (const path of [
      join(outside, 'secret.pdf'),
      '../secret.pdf',
      'sub/../../secret.pdf',
      'link.pdf',
      'out/secret.pdf',
      `${folder}-twin/a.pdf`,
      '.',
    ])
      expect(await use('upload_document', { file: path }), path).toMatchObject({
        isError: true,
        value: { message: expect.stringMatching(/is not in the folder/) },
      })
    const template = await addTemplate(tenant)
    const signers = [{ role: 'Client', name: 'Ada Lovelace', email: 'ada@example.com' }]
    const { value: draft } = await use('create_from_template', {
      template_id: template.id,
      signers,
      send: true,
    })
    await runRevisions(tenant, draft)
    await sign(tenant, paraph, draft)
    for (const path of [join(outside, 'x.pdf'), '../x.pdf', 'out/x.pdf', 'dangling.pdf', '/dev/stdout'])
      expect((await use('download_signed', { id: draft.id, path })).isError, path).toBe(true)
    const unnamed = await client.callTool({ name: 'download_signed', arguments: { id: draft.id, path: '' } })
    expect(unnamed.isError).toBe(true)
    expect((await readdir(outside)).sort()).toEqual(['folder', 'folder-twin', 'secret.pdf'])
    await writeFile(join(folder, 'sub', 'inside.pdf'), pdf)
    expect((await use('upload_document', { file: 'sub/inside.pdf' })).value.name).toBe('inside')
    expect((await use('download_signed', { id: draft.id, path: 'sub/../signed-here.pdf' })).isError).toBe(
      false,
    )
  })
})
