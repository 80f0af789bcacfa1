import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { AUDIT_GROUP } from '#lib/audit/events'
import { httpMethods } from '#lib/http/request/methods'
import { statusByCode } from '#lib/http/response/error-response'
import { policy } from '#lib/policy'
import { call } from '#lib/testing/service/call'
import { getSchemas } from '#lib/testing/service/fixtures'
import { makeSchemaValidator } from '#lib/testing/service/json-schema'
import { TEST_EVENT, webhookEvents } from '#lib/webhooks/rules'
import { reference } from '../reference.ts'
import { allEndpoints } from '../routes.ts'
import * as route from './route.ts'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '../../../..')
const document = await reference()
const endpoints = await allEndpoints()
const operations = endpoints.map((endpoint) => ({
  endpoint,
  name: `${endpoint.method} ${endpoint.path}`,
  operation: document.paths![endpoint.path]![endpoint.method.toLowerCase() as 'get']!,
}))

const getExample = (described: unknown) =>
  (described as { content: Record<string, { example: unknown }> }).content['application/json']!.example

describe('GET /api/v1/openapi.json', () => {
  it('is public, cacheable, and revalidated with its ETag', async () => {
    const firstResponse = await call(route.GET)
    expect(firstResponse.status).toBe(200)
    expect(firstResponse.body).toMatchObject({ openapi: '3.1.0', info: { version: '1.1' } })
    expect(firstResponse.headers.get('cache-control')).toBe('public, max-age=300')
    expect(firstResponse.headers.get('x-request-id')).toMatch(/^req_/)
    const etag = firstResponse.headers.get('etag')!
    const revalidated = await call(route.GET, { headers: { 'if-none-match': etag } })
    expect([revalidated.status, revalidated.bytes.length, revalidated.headers.get('etag')]).toEqual([
      304,
      0,
      etag,
    ])
  })

  it('405 for other methods', async () => {
    const errorResponse = await call(route.POST as typeof route.GET, { method: 'POST' })
    expect([errorResponse.status, errorResponse.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
  })
})

describe('the document', () => {
  it('says of each webhook what happens after which response', () => {
    const received = Object.values(document.webhooks ?? {}).map((item) => item.post?.responses?.['2XX'])
    expect(Object.keys(document.webhooks ?? {})).toEqual([...webhookEvents, AUDIT_GROUP, TEST_EVENT])
    const description = expect.stringMatching(/10 attempts.* 410 .* 5 days/)
    expect(received).toEqual(received.map(() => ({ description })))
  })

  it('is valid OpenAPI 3.1', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'paraph-openapi-'))
    const file = join(folder, 'openapi.json')
    await writeFile(file, JSON.stringify(document))
    const validator = join(root, 'node_modules/@seriousme/openapi-schema-validator/bin/validate-api-cli.js')
    try {
      expect(JSON.parse((await run(process.execPath, [validator, file])).stdout)).toEqual({ valid: true })
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it('has exactly the paths of the route files', () => {
    const folder = join(root, 'app/api/v1')
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('/route.ts') && !file.startsWith('[...'))
      .map((file) => `/api/v1/${dirname(file).replaceAll(/\[(?:\.{3})?(\w+)\]/g, '{$1}')}`)
    expect(Object.keys(document.paths!).sort()).toEqual(files.sort())
  })

  it('has the declared methods, each with a unique operationId', () => {
    const described = Object.values(document.paths!).flatMap((item) =>
      httpMethods.filter((method) => item[method.toLowerCase() as 'get']),
    )
    expect(described).toHaveLength(endpoints.length)
    expect(new Set(endpoints.map(({ id }) => id)).size).toBe(endpoints.length)
  })

  it.each(operations)('$name documents permissions, input and responses', ({ endpoint, operation }) => {
    const { declaration } = endpoint
    expect(operation).toMatchObject({ operationId: endpoint.id, summary: declaration.summary })
    const pathNames = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    const parameters = (operation.parameters ?? []).filter((one) => 'in' in one)
    const inPath = parameters.filter((one) => one.in === 'path')
    expect(inPath.map(({ name, required }) => [name, required])).toEqual(
      pathNames.map((name) => [name, true]),
    )
    expect(Boolean(operation.requestBody)).toBe(Boolean(declaration.body))
    const rule = policy[declaration.permission as keyof typeof policy]
    expect(operation['x-scope' as never]).toEqual(rule?.scope)
    expect(operation.security).toEqual(rule || declaration.bearer ? undefined : [])
    const responses = Object.keys(operation.responses!)
    expect(responses).toContain(String(declaration.response.status))
    expect(responses).toEqual(
      expect.arrayContaining(['405', '429', '500', '503', ...(rule ? ['401', '403'] : [])]),
    )
    if (endpoint.method !== 'GET') expect(responses).toContain('507')
    expect(operation.responses!['405'].headers).toHaveProperty('Allow')
    for (const code of declaration.refusals ?? []) expect(responses).toContain(String(statusByCode[code]))
    for (const response of Object.values(operation.responses!)) {
      expect(response.headers).toHaveProperty('X-Request-Id')
    }
    const replayed = responses.filter((status) => operation.responses![status].headers['Idempotent-Replayed'])
    const errorStatuses = replayed.filter((status) => status >= '400')
    if (endpoint.method !== 'POST') expect(replayed).toEqual([])
    else expect(replayed).toContain(String(declaration.response.status))
    const isStored = endpoint.method === 'POST' && declaration.permission !== 'public'
    expect(errorStatuses).toEqual(isStored ? expect.arrayContaining(['400', '409']) : [])
  })

  it('describes every chapter and names every schema', () => {
    for (const { name, description } of document.tags!)
      expect([name, description]).toEqual([name, expect.any(String)])
    expect(Object.keys(document.components!.schemas!).filter((name) => name.startsWith('_'))).toEqual([])
  })

  it('describes every schema, member and parameter', () => {
    const described: [where: string, description: unknown][] = []
    const visit = (node: unknown, where: string): void => {
      if (typeof node !== 'object' || node === null) return
      const { properties, parameters } = node as Record<string, Record<string, { description?: string }>>
      for (const [name, member] of Object.entries(properties ?? {}))
        if (where.endsWith('properties') === false) described.push([`${where}.${name}`, member.description])
      for (const parameter of Array.isArray(parameters) ? parameters : [])
        if (!('$ref' in parameter))
          described.push([
            `${where} ${parameter.name}`,
            parameter.description ?? parameter.schema.description,
          ])
      for (const [name, child] of Object.entries(node))
        if (!['example', 'examples', 'enum'].includes(name)) visit(child, `${where}/${name}`)
    }
    visit(document, '')
    for (const [name, schema] of Object.entries(getSchemas(document)))
      described.push([name, schema.description])
    expect(described.length).toBeGreaterThan(1700)
    expect(described.filter(([, text]) => !text)).toEqual([])
  })

  it('has links to the same path in the example of every list in numbered pages', () => {
    const lists = operations.flatMap(({ endpoint, operation }) => {
      const { bodySchema, status } = endpoint.declaration.response
      if (
        bodySchema === null ||
        bodySchema === 'file' ||
        !('total' in ((bodySchema as z.ZodObject<{ meta: z.ZodObject }>).shape?.meta?.shape ?? {}))
      )
        return []
      const example = getExample(operation.responses![`${status}`]) as {
        links: Record<string, string>
        meta: { path: string }
      }
      return [{ path: endpoint.path.replaceAll(/\{\w+\}/g, '7'), ...example }]
    })
    expect(lists.length).toBeGreaterThan(5)
    for (const { path, links, meta } of lists)
      expect([links.first, links.next, meta.path].map((link) => new URL(link!).pathname)).toEqual([
        path,
        path,
        path,
      ])
  })

  it.each(operations)('$name has valid examples of request and response', ({ endpoint, operation }) => {
    const { body, response } = endpoint.declaration
    if (body instanceof z.ZodType) {
      const example = getExample(operation.requestBody)
      expect(body.safeParse(example)).toMatchObject({ success: true })
    }
    if (!response.bodySchema || response.bodySchema === 'file' || endpoint.id === 'getOpenapiJson') return
    const example = getExample(operation.responses![`${response.status}`])
    expect(response.bodySchema.safeParse(example)).toMatchObject({ success: true })
  })

  it('has only examples that are valid by its own schemas', () => {
    const findErrors = makeSchemaValidator(document)
    const examples: [path: string[], example: unknown][] = []
    const visit = (node: unknown, path: string[]): void => {
      if (typeof node !== 'object' || node === null) return
      if ('example' in node) examples.push(['schema' in node ? [...path, 'schema'] : path, node.example])
      for (const [name, child] of Object.entries(node))
        if (!['example', 'examples', 'enum', 'default'].includes(name)) visit(child, [...path, name])
    }
    visit(document, [])
    expect(examples.length).toBeGreaterThan(1000)
    // The other examples of the document are of errors.
    for (const { value } of Object.values(
      document.components!.examples as Record<string, { value: unknown }>,
    ))
      examples.push([['components', 'schemas', 'Error'], value])
    const checked = examples.map(([path, example]) => [path.join(' '), findErrors(path, example)])
    expect(checked).toEqual(checked.map(([path]) => [path, []]))
  })

  it('has examples of records whose members agree', () => {
    const getRecord = (path: string, status = '200') => {
      const { data } = getExample(document.paths![path]!.get!.responses![status]) as { data: unknown }
      return (Array.isArray(data) ? data[0] : data) as Record<string, unknown>
    }
    expect(getRecord('/api/v1/bulk-sends')).toMatchObject({
      status: 'running',
      template_id: 7,
      ended_at: null,
    })
    expect(getRecord('/api/v1/privacy/requests')).toMatchObject({
      type: 'export',
      status: 'completed',
      blocked_by: [],
      stop_reason: null,
      stop_reason_detail: null,
      kept: null,
      completed_at: expect.any(String),
    })
    expect(getRecord('/api/v1/user/totp')).toMatchObject({
      status: 'active',
      confirmed_at: expect.any(String),
    })
    expect(getRecord('/api/v1/account/usage').period).toEqual({
      start: '2026-11-01T00:00:00Z',
      end: '2026-12-01T00:00:00Z',
    })
    expect(getRecord('/api/v1/signing/{token}')).toMatchObject({
      process: { status: 'in_progress' },
      signer: { status: 'viewed' },
    })
  })

  it('has realistic names in its examples', () => {
    const getName = (shape: string, member = 'name') =>
      getSchemas(document)[shape]!.properties![member]!.example as string
    expect(['User', 'SignUp', 'Person', 'Signer'].map((shape) => getName(shape))).toEqual(
      Array(4).fill('Ada Lovelace'),
    )
    expect([getName('SignUp', 'tenant_name'), getName('Tenant')]).toEqual(Array(2).fill('Analytical Engines'))
    expect(['Document', 'SignatureProcess', 'Template'].map((shape) => getName(shape))).toEqual(
      Array(3).fill('Lease'),
    )
  })

  it('has no dangling references', () => {
    const references = JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)
    for (const [, path] of references) {
      const referenced = path!
        .split('/')
        .reduce<unknown>((node, name) => (node as Record<string, unknown>)?.[name], document)
      expect([path, referenced]).toEqual([path, expect.anything()])
    }
  })
})
