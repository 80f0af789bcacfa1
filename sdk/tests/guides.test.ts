import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { routes } from '../../app/api/v1/routes.ts'
import { dispatcher } from '../../lib/http/dispatch.ts'
import { buildPdf } from '../../lib/pdf/fixtures/build.ts'
import { runRevisions } from '../../lib/testing/records/signing-session.ts'
import { serve } from '../../lib/testing/service/serve.ts'
import { makeTenant, type TestTenant } from '../../lib/testing/users/tenant.ts'
import { Paraph } from '../src/index.ts'
import { compile, installPackage, modules, root } from './install.ts'
import { sign } from './signer.ts'

const PROGRAM_TIMEOUT_MILLISECONDS = 20_000
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const body = JSON.stringify({ type: 'process.completed', data: { process_id: 7, name: 'Größe' } })

let tenant: TestTenant
let service: Awaited<ReturnType<typeof serve>>
let env: NodeJS.ProcessEnv
let folder: string
let paraph: Paraph
beforeAll(async () => {
  tenant = await makeTenant()
  service = await serve(dispatcher(routes))
  const apiKey = (await tenant.addKey()).token
  paraph = new Paraph({ baseUrl: service.url, apiKey })
  env = { ...process.env, PARAPH_URL: service.url, PARAPH_KEY: apiKey, WEBHOOK_SECRET: secret }
  folder = await installPackage()
  await writeFile(join(folder, 'lease.pdf'), buildPdf())
})
afterAll(async () => {
  await service.close()
  await rm(folder, { recursive: true })
})

/** The headers of a delivery that was signed as ours are. */
function makeDelivery(time = new Date()) {
  const id = 'msg_1'
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(time.getTime() / 1000)),
    // An older secret is still in use.
    'webhook-signature': `v1,AAAA ${new Webhook(secret).sign(id, time, body)}`,
  }
}

/** The headers of deliveries that anyone can make: without a signature, and signed with an empty key. */
function makeForgeries() {
  const delivery = makeDelivery()
  const signed = `${delivery['webhook-id']}.${delivery['webhook-timestamp']}.${body}`
  const ofEmptyKey = createHmac('sha256', '').update(signed).digest('base64')
  return ['v1,', `v1,${ofEmptyKey}`].map((signature) => ({ ...delivery, 'webhook-signature': signature }))
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null
}

/** Why the guide cannot be run on this machine; null if it can. */
function findMissing(...command: [string, ...string[]]): string | null {
  try {
    execFileSync(command[0], command.slice(1), { stdio: 'ignore' })
    return null
  } catch {
    return `\`${command.join(' ')}\` fails on this machine.`
  }
}

describe.each([
  {
    guide: 'curl',
    extension: 'sh',
    command: ['sh'],
    server: null,
    needs: ['sh', '-c', 'curl -V && jq -V && openssl version'],
  },
  {
    guide: 'typescript',
    extension: 'ts',
    command: [process.execPath],
    server: [],
    needs: [process.execPath, '-v'],
  },
  {
    guide: 'python',
    extension: 'py',
    command: ['python3'],
    server: [],
    needs: ['python3', '-c', 'import requests'],
  },
  { guide: 'php', extension: 'php', command: ['php'], server: ['-S'], needs: ['php', '-v'] },
])('the guide in $guide', ({ guide, extension, command: [program], server, needs }) => {
  const missing = findMissing(...(needs as [string, ...string[]]))
  if (missing) {
    it.skip(`is not run: ${missing}`, () => {})
    return
  }
  const text = readFileSync(join(root, `docs/guides/${guide}.md`), 'utf8')
  beforeAll(async () => {
    for (const [, name, code] of text.matchAll(/```\w+ (\S+)\n(.*?)```/gs))
      await writeFile(join(folder, name!), code!)
  })

  // Of the test before.
  beforeEach(() => Promise.all(listSigned().map((name) => rm(join(folder, name)))))

  const listSigned = () => readdirSync(folder).filter((name) => name.startsWith('signed-'))

  /** How the files begin that the guide has downloaded. */
  const readSigned = () => listSigned().map((name) => readFileSync(join(folder, name), 'latin1').slice(0, 5))

  /** Runs a program of the guide. @returns what it prints */
  async function run(name: string, more: Record<string, string> = {}): Promise<string> {
    const options = { cwd: folder, env: { ...env, ...more }, timeout: PROGRAM_TIMEOUT_MILLISECONDS }
    return (await promisify(execFile)(program!, [`${name}.${extension}`], options)).stdout.trim()
  }

  it('sends a document, and gets it back sealed and verified', async () => {
    const id = Number(await run('send'))
    await runRevisions(tenant, { id })
    expect((await paraph.getProcess(id)).status).toBe('sent')
    await sign(tenant, paraph, { id })
    expect(await run('finish', { PROCESS_ID: String(id) })).toBe('unchanged')
    expect(await readSigned()).toEqual(['%PDF-'])
  })

  it('gets each document of a process back sealed and verified', async () => {
    const documents = await Promise.all(
      ['one.pdf', 'two.pdf'].map((name) => paraph.uploadDocument(buildPdf(), name)),
    )
    const place = { page: 1, x: 72, y: 640, width: 160, height: 40 }
    const { id } = await paraph.createProcess({
      name: 'Lease',
      documents: documents.map((document) => ({ id: document.id })),
      signers: [{ name: 'Ada Lovelace', email: 'ada@example.com' }],
      fields: documents.map((document) => ({ document_id: document.id, type: 'signature', ...place })),
      send: true,
    })
    await runRevisions(tenant, { id })
    await sign(tenant, paraph, { id })
    expect(await run('finish', { PROCESS_ID: String(id) })).toBe('unchanged\nunchanged')
    expect(await readSigned()).toEqual(['%PDF-', '%PDF-'])
  })

  it('fails with the reason when the service refuses', async () => {
    const refused = { PARAPH_KEY: 'psk_test_unknown', PROCESS_ID: '1' }
    for (const name of ['send', 'finish']) {
      const { code, stdout, stderr } = await run(name, refused).catch((error) => error)
      expect([name, code, stdout + stderr]).toEqual([
        name,
        expect.any(Number),
        expect.stringMatching(/401|key/),
      ])
    }
  })

  it('takes genuine webhooks only', async () => {
    const genuine = makeDelivery()
    const forged = { ...genuine, 'webhook-signature': `v1,${Buffer.alloc(32).toString('base64')}` }
    const deliver = await getReceiver(secret)
    expect(await deliver(genuine)).toBe(true)
    for (const forgery of [forged, ...makeForgeries()]) expect(await deliver(forgery)).toBe(false)
    expect(await deliver(makeDelivery(new Date(Date.now() - 3_600_000)))).toBe(false)
    expect(await deliver({ ...genuine, 'webhook-timestamp': '' })).toBe(false)
    expect(await deliver({ ...genuine, 'webhook-timestamp': 'now' })).toBe(false)
  })

  it.each([undefined, '', 'whsec_'])('takes no webhook while the secret is %j', async (missingSecret) => {
    const deliver = await getReceiver(missingSecret)
    for (const forgery of makeForgeries()) expect(await deliver(forgery)).toBe(false)
  })

  it.runIf(guide === 'curl')('does not run what the timestamp of a webhook contains', async () => {
    const timestamp = 'PPID[$(touch executed)0]'
    const attack = { ...makeDelivery(), 'webhook-timestamp': timestamp }
    for (const shell of [['sh'], ['bash', '--posix']] as const)
      expect(await deliverToProgram(attack, secret, shell)).toBe(false)
    expect(existsSync(join(folder, 'executed'))).toBe(false)
  })

  type Headers = Record<string, string>

  /** A function that delivers to the webhook of the guide, and says whether it was taken. */
  async function getReceiver(webhookSecret: string | undefined) {
    if (server) return startServer(server, webhookSecret)
    return (headers: Headers) => deliverToProgram(headers, webhookSecret)
  }

  async function deliverToProgram(
    headers: Headers,
    webhookSecret: string | undefined,
    [shell, ...options]: readonly [string, ...string[]] = ['sh'],
  ): Promise<boolean> {
    await writeFile(join(folder, 'body'), body)
    const variables = Object.entries(headers).map(([name, value]) => [
      name.toUpperCase().replace('-', '_'),
      value,
    ])
    const running = promisify(execFile)(shell, [...options, `webhook.${extension}`], {
      cwd: folder,
      env: { ...env, ...Object.fromEntries(variables), WEBHOOK_SECRET: webhookSecret },
      timeout: PROGRAM_TIMEOUT_MILLISECONDS,
    })
    return running.then(
      ({ stdout }) => stdout.trim() === 'process.completed',
      () => false,
    )
  }

  const servers: ChildProcess[] = []
  afterAll(async () => {
    for (const running of servers) {
      if (hasEnded(running)) continue
      running.kill()
      await once(running, 'exit')
    }
  })

  async function startServer(options: string[], webhookSecret: string | undefined) {
    const port = await findFreePort()
    const address = options.length > 0 ? [`127.0.0.1:${port}`] : []
    const running = spawn(program!, [...options, ...address, `webhook.${extension}`], {
      cwd: folder,
      env: { ...env, PORT: String(port), WEBHOOK_SECRET: webhookSecret },
      stdio: 'ignore',
    })
    servers.push(running)
    const post = (headers: Headers) =>
      fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body }).then(
        ({ status }) => status,
        () => null,
      )
    // It may end at once without a secret.
    await vi.waitFor(async () => expect(hasEnded(running) || (await post({}))).toBeTruthy(), {
      timeout: 10_000,
      interval: 50,
    })
    if (webhookSecret === secret && hasEnded(running))
      throw new Error(`The server ended with ${running.exitCode ?? running.signalCode}.`)
    return async (headers: Headers) => (await post(headers)) === 204
  }
})

describe('the README of the package', () => {
  let examples: string[]
  beforeAll(async () => {
    const readme = await readFile(join(root, 'sdk/README.md'), 'utf8')
    examples = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, code]) => code!)
    for (const [index, code] of examples.entries()) await writeFile(join(folder, getName(index)), code)
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

  it('has examples that compile with the types of the package, as the guide does', async () => {
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
    // Its process is the only one of its tenant.
    const owner = await makeTenant()
    const { token: apiKey } = await owner.addKey()
    const client = new Paraph({ baseUrl: service.url, apiKey })
    // The service loads its routes and starts its threads, which is not what is waited for below.
    await client.uploadDocument(buildPdf(), 'first')
    const options = { cwd: folder, env: { ...env, PARAPH_KEY: apiKey } }
    const program = promisify(execFile)(process.execPath, [getName(0)], options)
    const processId = await vi.waitFor(
      async () => {
        const { data } = await client.request('GET /signature-processes')
        return data.find(({ status }) => status === 'sent')!.id
      },
      { timeout: 10_000, interval: 100 },
    )
    await runRevisions(owner, { id: processId })
    await sign(owner, client, { id: processId })
    await program
    expect(await readFile(join(folder, 'lease-signed.pdf'), 'latin1')).toMatch(/^%PDF-/)
  })
})
