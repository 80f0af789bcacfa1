import 'reflect-metadata'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BasicConstraintsExtension, Extension } from '@peculiar/x509'
import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { events } from '#db/schema/audit'
import { tenantSeals } from '#db/schema/keys'
import { read, write } from '#db/tenancy/tenant'
import { addSeconds, moveClock, now } from '#lib/core/clock'
import { env } from '#lib/core/env'
import { getVerifyTexts } from '#lib/messages/verify'
import { testAuthority } from '#lib/pades/fixtures/authority'
import { makeList, signList } from '#lib/pades/fixtures/trusted-list'
import { verifyPdf } from '#lib/pades/verify'
import { enterSigning } from '#lib/signing/enter'
import { SignInput } from '#lib/signing/schema'
import { signProcess } from '#lib/signing/sign'
import { describeVerdict } from '#lib/signing/verify/plain-words'
import { verifyStoredFile } from '#lib/signing/verify/verify'
import { addCompleted } from '#lib/testing/records/completed'
import {
  addLink,
  loadEvents,
  loadFiles,
  loadVaultRows,
  openLink,
  runRevisions,
  typedSignature,
} from '#lib/testing/records/signing-session'
import { call } from '#lib/testing/service/call'
import { itIsGuarded } from '#lib/testing/service/guards'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import {
  makeCertificateChain,
  makeCertificateFiles,
  toPem,
  writePkcs12,
} from '#lib/testing/values/certificate-files'
import * as sealRoute from './route.ts'

type Chain = Awaited<ReturnType<typeof makeCertificateChain>>
const password = 'open sesame'
let tenant: TestTenant
let chain: Chain
let path: string

beforeAll(async () => {
  chain = await makeCertificateChain('RSA 2048')
  path = await writePkcs12(chain.seal, password)
})
beforeEach(async () => {
  tenant = await makeTenant()
})
afterEach(() => {
  env().trustedRoots = null
  env().trustedLists = null
})
function makeForm(file: Uint8Array | null, secret: string | null = password) {
  const form = new FormData()
  if (file) form.set('file', new File([new Uint8Array(file)], 'seal.p12'))
  if (secret !== null) form.set('password', secret)
  return form
}
const put = (form: FormData, caller: { token: string } = tenant) =>
  call(sealRoute.PUT, { method: 'PUT', as: caller, body: form })
const get = (caller: { token: string } = tenant) => call(sealRoute.GET, { as: caller })
const remove = () => call(sealRoute.DELETE, { method: 'DELETE', as: tenant })
const setSeal = (file = path) => put(makeForm(readFileSync(file)))

const findRows = () => read(tenant.ctx, (reader) => reader.select().from(tenantSeals).orderBy(tenantSeals.id))
const breakKey = () =>
  write(tenant.ctx, (tx) => tx.update(tenantSeals).set({ wrappedKey: new Uint8Array(60) }))
const findEvents = async (type: 'tenant.seal_changed' | 'tenant.seal_removed') =>
  read(tenant.ctx, (reader) => reader.select().from(events).where(eq(events.type, type)))

itIsGuarded('/account/seal', sealRoute, { bodyByMethod: { PUT: makeForm(new Uint8Array(1)) } })

describe('200', () => {
  it('the installation seals before there is one', async () => {
    const { status, body } = await get()
    expect(status).toBe(200)
    expect(body.data).toEqual({
      source: 'installation',
      ...{ subject: null, issuer: null, key: null, sha256: null, not_before: null, not_after: null },
      ...{ certificates: [], trusted: true, expired: false, set_at: null },
    })
  })

  it('sets the certificate, with its key encrypted and in no response or event', async () => {
    const { status, body } = await setSeal()
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      source: 'organisation',
      subject: 'CN=City Seal',
      issuer: 'CN=City Authority',
      key: 'RSA 2048',
      not_after: '2044-01-01T00:00:00.000Z',
      trusted: false,
      expired: false,
    })
    expect(body.data.certificates).toHaveLength(3)
    expect((await get()).body.data).toEqual(body.data)
    const [row] = await findRows()
    const pkcs8 = Buffer.from(await crypto.subtle.exportKey('pkcs8', chain.seal.keys.privateKey))
    expect(Buffer.from(row!.wrappedKey).includes(pkcs8.subarray(100, 140))).toBe(false)
    const [event] = await findEvents('tenant.seal_changed')
    expect(event!.data).toEqual({
      subject: 'CN=City Seal',
      issuer: 'CN=City Authority',
      certificate_sha256: body.data.sha256,
      not_after: body.data.not_after,
    })
  })

  it('says that it is trusted by one of its authorities, or by a trusted list', async () => {
    await setSeal()
    const trusts = async () => (await get()).body.data.trusted
    const folder = mkdtempSync(join(tmpdir(), 'trusted-'))
    env().trustedRoots = join(folder, 'authority.crt')
    writeFileSync(env().trustedRoots!, toPem([chain.authority.certificate]))
    expect(await trusts()).toBe(true)
    env().trustedRoots = null
    const operator = await (await testAuthority()).identity('Operator of XX')
    const service = {
      certificate: chain.authority.certificate,
      periods: [{ status: 'granted', from: '2025-01-01' }],
    }
    writeFileSync(join(folder, 'xx.xml'), await signList(makeList({ services: [service] }), operator))
    writeFileSync(join(folder, 'xx.pem'), toPem([operator.certificate]))
    env().trustedLists = folder
    expect(await trusts()).toBe(true)
    env().trustedLists = null
    expect(await trusts()).toBe(false)
  })

  it('it ends with the first certificate of its path, also when that is the issuer’s', async () => {
    const notAfter = new Date('2030-01-01')
    const issuer = await makeCertificateFiles('Short Authority', {
      issuer: chain.root,
      ...{ isAuthority: true, notAfter },
    })
    const seal = await makeCertificateFiles('Long Seal', { issuer })
    const { body } = await setSeal(await writePkcs12(seal, password))
    expect(body.data).toMatchObject({ subject: 'CN=Long Seal', not_after: notAfter.toISOString() })
    expect((await findRows())[0]!.notAfter).toEqual(notAfter)
  })

  it('the same file again changes nothing; another one replaces it, and its key is deleted', async () => {
    const first = await setSeal()
    expect((await setSeal()).body.data).toEqual(first.body.data)
    expect(await findRows()).toHaveLength(1)
    const next = await makeCertificateFiles('Next Seal', { type: 'P-384', issuer: chain.authority })
    const { body } = await setSeal(await writePkcs12(next, password))
    expect(body.data).toMatchObject({ subject: 'CN=Next Seal', key: 'ECDSA P-384' })
    const [before, after] = await findRows()
    expect([before!.removedAt === null, before!.wrappedKey.length]).toEqual([false, 0])
    expect(after!.removedAt).toBeNull()
    expect(await findEvents('tenant.seal_changed')).toHaveLength(2)
  })

  it('the same file again mends a key that cannot be read', async () => {
    await setSeal()
    await breakKey()
    await setSeal()
    expect(await findRows()).toHaveLength(1)
    const [file] = await loadFiles(tenant, (await addCompleted(tenant)).id)
    expect((await verifyPdf(file!)).signatures.at(-1)!.issuerName).toBe('City Authority')
  })

  it('it seals in live mode; what it has sealed stays valid and ours after its removal', async () => {
    await setSeal()
    const process = await addCompleted(tenant)
    const [file] = await loadFiles(tenant, process.id)
    const issuers = (await verifyPdf(file!)).signatures.map(({ signerName, issuerName }) => [
      signerName,
      issuerName,
    ])
    expect([issuers.at(0), issuers.at(-1)]).toEqual(Array(2).fill(['City Seal', 'City Authority']))
    const testMode = { ctx: { ...tenant.ctx, testMode: true } }
    const [testFile] = await loadFiles(testMode, (await addCompleted(testMode)).id)
    expect((await verifyPdf(testFile!)).signatures.at(-1)!.issuerName).toMatch(/^TEST Paraph authority/)
    expect((await remove()).status).toBe(204)
    const [row] = await loadVaultRows(tenant, process.id)
    const verify = () => verifyStoredFile(tenant.ctx, { filename: 'a.pdf', size: 1, sha256: row!.sha256 })
    const { signatures, ...verification } = await verify()
    expect(verification).toMatchObject({ valid: true, issued_here: true })
    // Anyone can bring a certificate: only the operator says which authorities are trusted.
    expect(signatures.at(-1)).toMatchObject({ kind: 'seal', trusted: false })
    for (const sha256 of [row!.certificateSha256, row!.trailSha256]) {
      const evidence = await verifyStoredFile(tenant.ctx, { filename: 'a.pdf', size: 1, sha256 })
      expect(evidence).toMatchObject({ valid: true, issued_here: true })
      expect(evidence.evidence).toMatchObject({ chain: `process:${process.id}` })
      expect(describeVerdict(evidence, getVerifyTexts('en')).title).not.toBe('Not signed by us')
    }
    const roots = `${path}.roots`
    writeFileSync(roots, toPem([chain.root.certificate]))
    env().trustedRoots = roots
    expect((await verify()).signatures.at(-1)).toMatchObject({ trusted: true, indication: 'TOTAL_PASSED' })
  })
})

describe('204', () => {
  it('removes it once; the installation seals again', async () => {
    await setSeal()
    expect((await remove()).status).toBe(204)
    expect((await get()).body.data.source).toBe('installation')
    expect(await findEvents('tenant.seal_removed')).toHaveLength(1)
    expect((await remove()).status).toBe(404)
  })
})

describe('400', () => {
  const critical = (id: string) => new Extension(id, true, new Uint8Array([0x30, 0]))
  const notAccepted = {
    file: [expect.stringMatching(/^The verification here would not accept signatures with this certificate/)],
  }
  /** A seal of an authority with these extensions. */
  async function makeFormBelow(extensions: Extension[]) {
    const issuer = await makeCertificateFiles('Odd Authority', {
      issuer: chain.root,
      extensions: [new BasicConstraintsExtension(true, undefined, true), ...extensions],
    })
    const seal = await makeCertificateFiles('Seal', { issuer })
    return makeForm(readFileSync(await writePkcs12(seal, password)))
  }

  it.each<[string, () => Promise<FormData> | FormData, object]>([
    ['no file', () => makeForm(null), { file: ['Choose a PKCS#12 file (.p12, .pfx).'] }],
    [
      'a wrong password',
      () => makeForm(readFileSync(path), 'other'),
      { password: ['The password of the file is wrong.'] },
    ],
    [
      'no password',
      () => makeForm(readFileSync(path), null),
      { password: ['The password of the file is wrong.'] },
    ],
    [
      'a password that is too long',
      () => makeForm(readFileSync(path), 'x'.repeat(1025)),
      { password: [expect.stringContaining('1024')] },
    ],
    [
      'another file',
      () => makeForm(Buffer.from('%PDF-1.7')),
      { file: ['The file is not a PKCS#12 file (.p12, .pfx) that can be read here.'] },
    ],
    [
      'an expired certificate',
      async () => {
        const expired = await makeCertificateFiles('Old', {
          issuer: chain.authority,
          notAfter: new Date('2025-01-01'),
        })
        return makeForm(readFileSync(await writePkcs12(expired, password)))
      },
      { file: ['The certificate “CN=Old” expired on 2025-01-01.'] },
    ],
    [
      'an authority',
      async () => makeForm(readFileSync(await writePkcs12(chain.authority, password))),
      { file: ['The certificate is not meant for signing documents (key usage).'] },
    ],
    [
      'a critical extension that is not supported',
      async () => {
        const seal = await makeCertificateFiles('Odd', {
          issuer: chain.authority,
          extensions: [critical('1.2.3.4.5')],
        })
        return makeForm(readFileSync(await writePkcs12(seal, password)))
      },
      notAccepted,
    ],
    ['an authority with name constraints', () => makeFormBelow([critical('2.5.29.30')]), notAccepted],
  ])('for %s', async (_, makeBody, errors) => {
    const { status, body } = await put(await makeBody())
    expect(status).toBe(400)
    expect(body.error).toMatchObject({ code: 'validation_error', errors })
    expect(await findRows()).toEqual([])
  })
})

describe('while a process is in progress', () => {
  let process: Awaited<ReturnType<typeof addLink>>['process']
  beforeEach(async () => {
    await setSeal()
    process = (await addLink(tenant)).process
  })

  async function sign() {
    const link = await openLink(tenant, process.signers[0]!.id)
    const signer = await enterSigning(link, { ...tenant.ctx, now: now() })
    await signProcess(signer, SignInput.parse(typedSignature()))
    await runRevisions(tenant, process)
  }

  it.each([
    [
      'another one seals from then on',
      async () => {
        const next = await makeCertificateFiles('Next Seal', { type: 'P-384', issuer: chain.authority })
        await setSeal(await writePkcs12(next, password))
      },
      /^Next Seal$/,
    ],
    ['the installation seals once it is removed', remove, /^Paraph seal for /],
    ['the installation seals where its key cannot be read', breakKey, /^Paraph seal for /],
  ] as const)('%s, and the trail says which one', async (_, change, name) => {
    await change()
    await sign()
    const [file] = await loadFiles(tenant, process.id)
    const { valid, signatures } = await verifyPdf(file!)
    expect([valid, signatures[0]!.signerName]).toEqual([true, 'City Seal'])
    expect(signatures.at(-1)!.signerName).toMatch(name)
    const [row] = await loadVaultRows(tenant, process.id)
    expect(row!.seal.serial).toBe(signatures.at(-1)!.serialNumber.toLowerCase())
    const trail = await loadEvents(tenant, process.id)
    const findSealer = (type: string) => trail.find((event) => event.type === type)!.data
    expect(findSealer('process.prepared')).toMatchObject({ seal: 'City Seal' })
    expect(findSealer('process.completed')).toMatchObject({
      seal: expect.stringMatching(name),
      seal_serial: row!.seal.serial,
    })
    const checked = await verifyStoredFile(tenant.ctx, { filename: 'a.pdf', size: 1, sha256: row!.sha256 })
    expect(checked).toMatchObject({ valid: true, issued_here: true, changed_after_signing: false })
    expect(checked.signatures.filter(({ kind }) => kind === 'seal')).toHaveLength(2)
  })
})

it('another tenant neither sees nor uses it', async () => {
  await setSeal()
  const other = await makeTenant()
  expect((await get(other)).body.data.source).toBe('installation')
  const [file] = await loadFiles(other, (await addCompleted(other)).id)
  expect((await verifyPdf(file!)).signatures.at(-1)!.issuerName).toMatch(/^Paraph authority for/)
})

it('an expired one seals nothing: the installation seals, and the record says so', async () => {
  const notAfter = addSeconds(now(), 600)
  await setSeal(
    await writePkcs12(await makeCertificateFiles('Soon', { issuer: chain.authority, notAfter }), password),
  )
  moveClock(1_200_000)
  try {
    expect((await get()).body.data.expired).toBe(true)
    // Its key is not needed any more.
    await breakKey()
    const [file] = await loadFiles(tenant, (await addCompleted(tenant)).id)
    expect((await verifyPdf(file!)).signatures.at(-1)!.issuerName).toMatch(/^Paraph authority for/)
  } finally {
    moveClock(-1_200_000)
  }
})
