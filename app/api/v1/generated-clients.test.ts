import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Call, clientSample, firstSignature } from '#components/developers/first-calls.ts'
import { guides } from '#components/developers/guides.ts'
import { dispatcher } from '#lib/http/dispatch'
import { buildPdf } from '#lib/pdf/fixtures/build'
import { runRevisions, typedSignature } from '#lib/testing/records/signing-session'
import { serve } from '#lib/testing/service/serve'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { reference } from './reference.ts'
import { routes } from './routes.ts'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '../../..')
const modules = join(root, 'node_modules')

let tenant: TestTenant
let service: Awaited<ReturnType<typeof serve>>
let folder: string
let env: NodeJS.ProcessEnv
beforeAll(async () => {
  tenant = await makeTenant()
  const key = await tenant.addKey()
  const dispatch = dispatcher(routes)
  // Runs the pending jobs immediately.
  service = await serve(async (request) => {
    const response = await dispatch(request)
    const [, id] = /^\/api\/v1\/signature-processes\/(\d+)$/.exec(new URL(request.url).pathname) ?? []
    if (id) await runRevisions(tenant, { id: Number(id) })
    return id ? dispatch(request) : response
  })
  folder = await mkdtemp(join(root, '.data-clients-'))
  await writeFile(join(folder, 'lease.pdf'), buildPdf())
  // curl's configuration file sets the address, so that the commands run unchanged.
  await writeFile(join(folder, '.curlrc'), 'silent\nshow-error\nwrite-out = "\\n%{http_code}"\n')
  env = { ...process.env, CURL_HOME: folder, PARAPH_URL: service.url, PARAPH_KEY: key.token }
})
afterAll(async () => {
  await service.close()
  await rm(folder, { recursive: true, force: true })
})

async function runCall(call: Call): Promise<void> {
  const { stdout } = await run('bash', ['-euc', call.curl], { env, cwd: folder })
  const statusStart = stdout.lastIndexOf('\n')
  const [body, status] = [stdout.slice(0, statusStart), Number(stdout.slice(statusStart + 1))]
  expect([call.title, status, body.slice(0, 400)]).toEqual([call.title, call.status, expect.any(String)])
  for (const { name, from } of call.keep ?? []) {
    const value = from.split('.').reduce<unknown>((member, step) => (member as never)[step], JSON.parse(body))
    expect([name, value]).toEqual([name, expect.anything()])
    env[name] = String(value)
  }
}

async function request<T>(path: string, body?: object): Promise<T> {
  const init = body
    ? { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
    : {}
  const headers = {
    ...init.headers,
    ...(path.startsWith('/signing') ? {} : { authorization: `Bearer ${env.PARAPH_KEY}` }),
  }
  const response = await fetch(`${service.url}/api/v1${path}`, { ...init, headers })
  expect(response.status).toBe(200)
  return ((await response.json()) as { data: T }).data
}

describe('the commands of the guides', () => {
  it('complete a first signature unchanged', async () => {
    for (const call of firstSignature.slice(0, -1)) await runCall(call)
    const signing = `/signing/${env.SIGNING_URL!.split('/').at(-1)}`
    await request(`${signing}/open`, {})
    await request(`${signing}/sign`, typedSignature())
    const { status } = await request<{ status: string }>(`/signature-processes/${env.PROCESS_ID}`)
    expect(status).toBe('completed')
    await runCall(firstSignature.at(-1)!)
    const signedFile = await readFile(join(folder, 'lease-signed.pdf'), 'latin1')
    expect(signedFile.startsWith('%PDF-')).toBe(true)
    expect(signedFile.match(/\/ByteRange/g)?.length).toBeGreaterThan(1)
  })

  const otherCalls = guides.filter(({ id }) => id !== 'first-signature').flatMap(({ calls = [] }) => calls)
  it.each(otherCalls)('work as described: $title', runCall)
})

describe('the client generated from the OpenAPI document', () => {
  /** Signs as the signer, with the same client. */
  const signingProgram = `const token = link!.split('/').at(-1)!
const visitor = createClient<paths>({ baseUrl: process.env.PARAPH_URL })
const params = { path: { token } }
const asked = await visitor.GET('/api/v1/signing/{token}', { params })
if (asked.error) throw new Error(asked.error.error.message)
const opened = await visitor.POST('/api/v1/signing/{token}/open', { params })
if (opened.error) throw new Error(opened.error.error.message)
const given = await visitor.POST('/api/v1/signing/{token}/sign', {
  params,
  body: {
    consent: { version: asked.data.data.consent.version, accepted: true },
    signature: { method: 'typed', text: 'Ada Lovelace' },
    values: [],
  },
})
if (given.error) throw new Error(given.error.error.message)
const after = await paraph.GET('/api/v1/signature-processes/{id}', { params: { path: { id: process_.id } } })
console.log(after.data?.data.status)`

  it('compiles with the code of the guides, and completes a process', async () => {
    const openapi = join(folder, 'openapi.json')
    await writeFile(openapi, JSON.stringify(await reference()))
    await makeTypes(openapi, join(folder, 'paraph.d.ts'))
    const lines = firstSignature.map(({ typescript }) => typescript)
    const program = [clientSample, ...lines.slice(0, -1), signingProgram, lines.at(-1)].join('\n\n')
    await writeFile(join(folder, 'main.ts'), program)
    await writeFile(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: strictOptions, files: ['main.ts'] }),
    )
    await compile()
    const { stdout } = await run(process.execPath, ['main.ts'], { env, cwd: folder })
    expect(stdout.trim()).toBe('completed')
    expect((await readFile(join(folder, 'lease-signed.pdf'), 'latin1')).startsWith('%PDF-')).toBe(true)
  })

  it('compiles with every example of the reference', async () => {
    const examples = await allExamples()
    const blocks = examples.map(({ typescript }) => `async () => {\n${typescript}\nreturn [data, error]\n}`)
    const program = `${clientSample}\nexport default [${blocks.join(',\n')}, writeFile]`
    await writeFile(join(folder, 'main.ts'), program)
    await compile()
  })

  it('sends credentials and saves files in its examples, like curl', async () => {
    const examples = await allExamples()
    const getExample = (id: string) => examples.find((example) => example.id === id)!
    expect(getExample('postDocuments').typescript).toContain("form.set('name', 'Lease')")
    expect(getExample('getDocumentsByIdDownload').curl).toContain('-o response.pdf')
    expect(getExample('getSignatureProcessesByIdAuditTrail').curl).not.toContain('-o ')
    expect(getExample('getDocuments').curl).toContain('$PARAPH_KEY')
    expect(getExample('putUserPassword').curl).toContain('$PARAPH_TOKEN')
  })

  async function allExamples() {
    const { makeChapters } = await import('#lib/reference/chapters')
    return makeChapters(await reference()).flatMap(({ operations }) => operations)
  }

  const strictOptions = {
    strict: true,
    noEmit: true,
    noUncheckedIndexedAccess: true,
    target: 'ES2024',
    module: 'ESNext',
    moduleResolution: 'bundler',
    lib: ['ES2024', 'DOM', 'DOM.Iterable'],
    types: ['node'],
  }

  async function compile(): Promise<void> {
    const tsc = [join(modules, 'typescript/bin/tsc'), '-p', folder]
    const { stdout } = await run(process.execPath, tsc, { cwd: folder }).catch((error) => error)
    expect(stdout).toBe('')
  }

  // openapi-typescript needs the API of TypeScript 5, which is installed under another name.
  async function makeTypes(from: string, to: string): Promise<void> {
    const script = `
      import { registerHooks } from 'node:module'
      registerHooks({ resolve: (name, context, next) => next(name === 'typescript' ? 'typescript-5' : name, context) })
      const { default: openapiTS, astToString } = await import('openapi-typescript')
      const { readFileSync, writeFileSync } = await import('node:fs')
      const document = JSON.parse(readFileSync(process.argv[1], 'utf8'))
      writeFileSync(process.argv[2], astToString(await openapiTS(document, { defaultNonNullable: false })))`
    await run(process.execPath, ['--input-type=module', '-e', script, from, to], { cwd: root })
  }
}, 120_000)
