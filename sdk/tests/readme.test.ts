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

const getName = (index: number) => `example-${index}.ts`

it('has examples that compile with the types of the package', async () => {
  expect(examples.length).toBeGreaterThan(4)
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: 'ES2022',
    // Without those of a browser.
    lib: ['ES2022'],
    module: 'NodeNext',
    skipLibCheck: false,
    types: ['node'],
    typeRoots: [join(modules, '@types')],
  }
  const files = examples.map((_, index) => getName(index))
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
