import { execFile } from 'node:child_process'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { routes } from '../../app/api/v1/routes.ts'
import { dispatcher } from '../../lib/http/dispatch.ts'
import { buildPdf } from '../../lib/pdf/fixtures/build.ts'
import { runRevisions } from '../../lib/testing/records/signing-session.ts'
import { serve } from '../../lib/testing/service/serve.ts'
import { makeTenant } from '../../lib/testing/users/tenant.ts'
import { closeThreads } from '../../lib/workers/pdf-pool.ts'
import { Paraph } from '../src/index.ts'
import { compile, installPackage, modules, root } from './install.ts'
import { sign } from './signer.ts'

let folder: string
let examples: string[]
beforeAll(async () => {
  folder = await installPackage()
  const readme = await readFile(join(root, 'sdk/README.md'), 'utf8')
  examples = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, code]) => code!)
  for (const [index, code] of examples.entries()) await writeFile(join(folder, getName(index)), code)
})
afterAll(async () => {
  await closeThreads()
  await rm(folder, { recursive: true })
})

/** Optional members may come from variables that are not set. */
const OPTIONAL_MEMBERS = `
import { Paraph } from '@paraph/sdk'
const { SEARCH: search, MESSAGE: message } = process.env
const paraph = new Paraph({ baseUrl: 'https://sign.example.com', timeout: undefined })
await paraph.request('GET /signature-processes', { query: { search }, ifMatch: undefined })
const { id, options } = await paraph.createProcess({ name: 'Order 2048', options: { message } })
await paraph.request('PATCH /signature-processes/{id}', { path: { id }, body: { options } })
`

const getName = (index: number) => `example-${index}.ts`

it('has examples and a guide that compile with the types of the package', async () => {
  expect(examples.length).toBeGreaterThan(4)
  const compilerOptions = {
    strict: true,
    // Set by `tsc --init`, as are the two below it.
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    verbatimModuleSyntax: true,
    noEmit: true,
    target: 'ES2022',
    // Without those of a browser.
    lib: ['ES2022'],
    module: 'NodeNext',
    skipLibCheck: false,
    types: ['node'],
    typeRoots: [join(modules, '@types')],
  }
  const guide = await readFile(join(root, 'docs/guides/typescript.md'), 'utf8')
  const programs = [...guide.matchAll(/```ts (\S+)\n(.*?)```/gs)].map(
    ([, name, code]) => [name!, code!] as const,
  )
  const others = [...programs, ['optional.ts', OPTIONAL_MEMBERS] as const]
  for (const [name, code] of others) await writeFile(join(folder, name), code)
  const files = [...examples.map((_, index) => getName(index)), ...others.map(([name]) => name)]
  expect(files).toContain('send.ts')
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
  expect(await compile('-p', folder)).toBe('')
})

it('begins with one that sends a document and gets it back signed', async () => {
  const tenant = await makeTenant()
  const { token: apiKey } = await tenant.addKey()
  const service = await serve(dispatcher(routes))
  const paraph = new Paraph({ baseUrl: service.url, apiKey })
  await writeFile(join(folder, 'lease.pdf'), buildPdf())
  // The service loads its routes and starts its threads, which is not what is waited for below.
  await paraph.uploadDocument(buildPdf(), 'first')
  const env = { ...process.env, PARAPH_URL: service.url, PARAPH_KEY: apiKey }
  const program = promisify(execFile)(process.execPath, [getName(0)], { cwd: folder, env })
  const processId = await vi.waitFor(
    async () => {
      const { data } = await paraph.request('GET /signature-processes')
      return data.find(({ status }) => status === 'sent')!.id
    },
    { timeout: 10_000, interval: 100 },
  )
  await runRevisions(tenant, { id: processId })
  await sign(tenant, paraph, { id: processId })
  await program
  expect(await readFile(join(folder, 'lease-signed.pdf'), 'latin1')).toMatch(/^%PDF-/)
  await service.close()
})
