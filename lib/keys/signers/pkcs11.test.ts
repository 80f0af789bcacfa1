import { execFileSync } from 'node:child_process'
import { verify, X509Certificate } from 'node:crypto'
import { renameSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { env } from '#lib/core/env'
import { initToken, isSofthsmInstalled, softhsmModule } from '#lib/testing/servers/softhsm'
import {
  type CertificateFiles,
  type KeyType,
  makeCertificateChain,
} from '#lib/testing/values/certificate-files'
import { loadOperatorKey } from '../operator-keys.ts'

const types: KeyType[] = ['RSA 2048', 'RSA 4096', 'P-256', 'P-384']
const data = new TextEncoder().encode('to be signed')
const pin = '567890'
/** Two keys with one label. */
const twins: Partial<Record<KeyType, CertificateFiles>> = {}

describe.skipIf(!isSofthsmInstalled())('a key in an HSM (SoftHSM)', () => {
  beforeAll(async () => {
    const { importKey } = initToken('paraph', pin)
    for (const type of types) await importKey(type, (await makeCertificateChain(type)).seal)
    for (const [type, id] of [
      ['P-256', '0a'],
      ['P-384', '0b'],
    ] as const) {
      const { seal } = await makeCertificateChain(type)
      const certificates = await importKey('twin', seal, id)
      renameSync(certificates, join(tmpdir(), `twin ${type}.pem`))
      twins[type] = seal
    }
  })
  afterAll(() => {
    env().keys = { seal: null, authority: null }
  })

  /** CKF_USER_PIN_COUNT_LOW: the last login failed. */
  function countsWrongPin(): boolean {
    const script = `const { PKCS11 } = require('pkcs11js'); const hsm = new PKCS11(); hsm.load('${softhsmModule}');
      hsm.C_Initialize(); const tokens = hsm.C_GetSlotList(true).map((slot) => hsm.C_GetTokenInfo(slot));
      console.log(tokens.find(({ label }) => label.trim() === 'paraph').flags & 0x10000)`
    return execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' }).trim() !== '0'
  }

  interface Options {
    certificates?: string
    id?: string
    pin?: string
    token?: string
    module?: string
  }

  function useKey(object: string, { certificates = object, ...options }: Options = {}) {
    const source = {
      type: 'pkcs11',
      module: softhsmModule!,
      token: 'paraph',
      object,
      pin,
      ...options,
    } as const
    env().keys = { seal: { ...source, certificates: join(tmpdir(), `${certificates}.pem`) }, authority: null }
    return loadOperatorKey('seal')
  }

  it.each(types)('of the type %s signs', async (type) => {
    const signer = await useKey(type)
    const hash = type === 'P-384' ? 'sha384' : 'sha256'
    const { publicKey } = new X509Certificate(signer!.certificate)
    // At the same time: a session signs one thing after the other.
    const signatures = await Promise.all([1, 2, 3].map(() => signer!.sign(data)))
    for (const signature of signatures) expect(verify(hash, data, publicKey, signature)).toBe(true)
  })

  it.each(['P-256', 'P-384'] as const)('of two with one label is chosen by its id: %s', async (type) => {
    const id = { 'P-256': '0a', 'P-384': '0b' }[type]
    const { publicKey } = new X509Certificate(twins[type]!.certificate)
    const signer = await useKey('twin', { certificates: `twin ${type}`, id })
    const hash = type === 'P-384' ? 'sha384' : 'sha256'
    expect(verify(hash, data, publicKey, await signer!.sign(data))).toBe(true)
  })

  it.each([
    ['a wrong PIN', { pin: '000000' }],
    ['a token that is not there', { token: 'other' }],
    ['a library that is not there', { module: '/nowhere/libhsm.so' }],
    ['the certificate of another key', { certificates: 'P-256' }],
  ])('with %s is one to try again later, and the HSM signs on', async (_, options) => {
    const signer = await useKey('RSA 2048', options)
    await expect(signer!.sign(data)).rejects.toMatchObject({ code: 'no_signing_key' })
    await expect((await useKey('RSA 2048'))!.sign(data)).resolves.toHaveLength(256)
  })

  it('does not try a wrong PIN again, which would lock the token', async () => {
    const refused = { pin: '111111' }
    await expect((await useKey('P-256', refused))!.sign(data)).rejects.toThrow()
    expect(countsWrongPin()).toBe(true)
    await (await useKey('P-256'))!.sign(data)
    expect(countsWrongPin()).toBe(false)
    await expect((await useKey('P-256', refused))!.sign(data)).rejects.toThrow()
    expect(countsWrongPin()).toBe(false)
  })

  it('whose library does not return stops nothing else, and is given up', async () => {
    const library = join(tmpdir(), 'waits.so')
    // To open it waits for a writer.
    execFileSync('mkfifo', [library])
    const signer = await useKey('P-256', { module: library })
    const signature = expect(signer!.sign(data)).rejects.toMatchObject({ code: 'no_signing_key' })
    const before = Date.now()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(Date.now() - before).toBeLessThan(5000)
    await expect((await useKey('P-256'))!.sign(data)).resolves.toBeDefined()
    await signature
  }, 30_000)

  it('that is not there is one to try again later', async () => {
    const signer = await useKey('gone', { certificates: 'P-256' })
    await expect(signer!.sign(data)).rejects.toMatchObject({ code: 'no_signing_key' })
  })
})
