import { mkdtempSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSecureContext, type SecureContext, TLSSocket } from 'node:tls'
import { PgBoss } from 'pg-boss'
import { afterAll, expect, test } from 'vitest'
import { bossAddress } from '#lib/jobs/boss'
import {
  type CertificateFiles,
  makeCertificateFiles,
  toPem,
  toPrivatePem,
} from '#lib/testing/values/certificate-files'
import { connect } from './client.ts'

/** PostgreSQL’s request for TLS, after its length. */
const SSL_REQUEST = 80877103

/** A server that ends each connection once a login begins; null: it has no TLS. */
let context: SecureContext | null = null
let login: 'encrypted' | 'plain' | 'refused' = 'refused'

const server = createServer((socket) => {
  socket.on('error', () => {})
  socket.once('data', (data) => {
    if (data.readInt32BE(4) !== SSL_REQUEST) return end(socket, 'plain')
    socket.write(context ? 'S' : 'N')
    if (!context) return socket.once('data', (next) => end(socket, next[0] === 0 ? 'plain' : 'refused'))
    const encrypted = new TLSSocket(socket, { isServer: true, secureContext: context })
    encrypted.on('error', () => {})
    encrypted.once('data', () => end(encrypted, 'encrypted'))
  })
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const { port } = server.address() as AddressInfo
afterAll(() => server.close())

function end(socket: Socket, outcome: typeof login): void {
  login = outcome
  socket.destroy()
}

const secureContext = async (files: CertificateFiles) =>
  createSecureContext({ cert: toPem([files.certificate]), key: await toPrivatePem(files) })

const root = await makeCertificateFiles('Root', { isAuthority: true })
const contexts = [
  await secureContext(await makeCertificateFiles('localhost', { issuer: root })),
  await secureContext(await makeCertificateFiles('other.example', { issuer: root })),
  await secureContext(await makeCertificateFiles('localhost')),
]
const rootFile = join(mkdtempSync(join(tmpdir(), 'tls-')), 'root.pem')
writeFileSync(rootFile, toPem([root.certificate]))

/** How each of the two drivers logs in. */
const drivers = [
  async (url: string) => {
    const client = connect(url)
    await client`select 1`.catch(() => {})
    await client.end({ timeout: 0 })
  },
  async (url: string) => {
    const boss = new PgBoss({ ...bossAddress(url), max: 1, supervise: false, schedule: false })
    boss.on('error', () => {})
    await boss.start().catch(() => {})
  },
]

async function tryLogins(parameters: string): Promise<string[]> {
  const outcomes: string[] = []
  for (const driver of drivers) {
    login = 'refused'
    await driver(`postgres://u:p@localhost:${port}/paraph?${parameters}`)
    outcomes.push(login)
  }
  return outcomes
}

test.each([
  ['', 'plain', 'plain', 'plain'],
  ['sslmode=disable', 'plain', 'plain', 'plain'],
  ['sslmode=require', 'encrypted', 'encrypted', 'encrypted'],
  [`sslmode=require&sslrootcert=${rootFile}`, 'encrypted', 'encrypted', 'refused'],
  [`sslmode=verify-ca&sslrootcert=${rootFile}`, 'encrypted', 'encrypted', 'refused'],
  [`sslmode=verify-full&sslrootcert=${rootFile}`, 'encrypted', 'refused', 'refused'],
  [`sslrootcert=${rootFile}`, 'encrypted', 'refused', 'refused'],
  ['sslmode=verify-full', 'refused', 'refused', 'refused'],
])(
  'with “%s” both drivers take the right certificate: %s, one of another name: %s, one of another root: %s',
  async (parameters, ...expected) => {
    for (const [index, outcome] of expected.entries()) {
      context = contexts[index]!
      expect(await tryLogins(parameters)).toEqual([outcome, outcome])
    }
  },
)

test('sslmode=require never logs in without TLS', async () => {
  context = null
  expect(await tryLogins('sslmode=require')).toEqual(['refused', 'refused'])
})
