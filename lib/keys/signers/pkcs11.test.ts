import { execFileSync } from 'node:child_process'
import { verify, X509Certificate } from 'node:crypto'
import { renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { env } from '#lib/core/env'
import { initToken, isSofthsmInstalled, softhsmModule } from '#lib/testing/servers/softhsm'
import {
  type CertificateFiles,
  type KeyType,
  keyTypes,
  makeCertificateChain,
  makeCertificateFiles,
  toPem,
} from '#lib/testing/values/certificate-files'
import { loadOperatorKey } from '../operator-keys.ts'

const types: KeyType[] = ['RSA 2048', 'RSA 4096', 'P-256', 'P-384']
const data = new TextEncoder().encode('to be signed')
const pin = '567890'
/** Two keys with one label. */
const twins: Partial<Record<KeyType, CertificateFiles>> = {}

/** SoftHSM with one more slot, whose token is not recognised. */
const twoSlots = `
  #include "pkcs11.h"
  #include <dlfcn.h>
  static CK_FUNCTION_LIST own, *library;
  static CK_RV listSlots(CK_BBOOL present, CK_SLOT_ID_PTR slots, CK_ULONG_PTR count) {
    CK_RV result = library->C_GetSlotList(present, slots ? slots + 1 : slots, count);
    if (slots) slots[0] = 12345;
    *count += 1;
    return result;
  }
  static CK_RV getToken(CK_SLOT_ID slot, CK_TOKEN_INFO_PTR info) {
    return slot == 12345 ? CKR_TOKEN_NOT_RECOGNIZED : library->C_GetTokenInfo(slot, info);
  }
  CK_RV C_GetFunctionList(CK_FUNCTION_LIST_PTR_PTR list) {
    CK_C_GetFunctionList get = dlsym(dlopen("${softhsmModule}", RTLD_NOW), "C_GetFunctionList");
    get(&library);
    own = *library;
    own.C_GetSlotList = listSlots;
    own.C_GetTokenInfo = getToken;
    *list = &own;
    return CKR_OK;
  }`

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

  /** A key on P-256 with CKA_ALWAYS_AUTHENTICATE, which only the HSM can make. @returns its public key */
  function generateAlwaysAuthenticated(): Promise<CryptoKey> {
    const script = `const { PKCS11 } = require('pkcs11js'); const hsm = new PKCS11(); hsm.load('${softhsmModule}');
      hsm.C_Initialize(); const slot = hsm.C_GetSlotList(true).find((each) => hsm.C_GetTokenInfo(each).label.trim() === 'paraph');
      const session = hsm.C_OpenSession(slot, 4 | 2); hsm.C_Login(session, 1, '${pin}');
      const [CKA_TOKEN, CKA_LABEL, CKA_SIGN, CKA_EC_PARAMS, CKA_EC_POINT, CKA_ALWAYS_AUTHENTICATE] = [1, 3, 0x108, 0x180, 0x181, 0x202];
      const { publicKey } = hsm.C_GenerateKeyPair(session, { mechanism: 0x1040 },
        [{ type: CKA_EC_PARAMS, value: Buffer.from('06082a8648ce3d030107', 'hex') }],
        [CKA_TOKEN, CKA_SIGN, CKA_ALWAYS_AUTHENTICATE].map((type) => ({ type, value: true })).concat({ type: CKA_LABEL, value: 'always' }));
      console.log(hsm.C_GetAttributeValue(session, publicKey, [{ type: CKA_EC_POINT }])[0].value.subarray(2).toString('hex'))`
    const point = execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' }).trim()
    return crypto.subtle.importKey('raw', Buffer.from(point, 'hex'), keyTypes['P-256'], true, ['verify'])
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

  it('that demands the PIN for each signature signs', async () => {
    const { authority } = await makeCertificateChain('P-256')
    const { certificate, chain } = await makeCertificateFiles('Always', {
      keys: { publicKey: await generateAlwaysAuthenticated(), privateKey: authority.keys.privateKey },
      issuer: authority,
    })
    writeFileSync(join(tmpdir(), 'always.pem'), toPem([certificate, ...chain]))
    const signer = await useKey('always')
    const { publicKey } = new X509Certificate(certificate)
    for (const _ of [1, 2]) expect(verify('sha256', data, publicKey, await signer!.sign(data))).toBe(true)
  })

  it('signs where another slot has a token that the library cannot read', async () => {
    const module = join(tmpdir(), 'two-slots.so')
    writeFileSync(`${module}.c`, twoSlots)
    const headers = join(createRequire(import.meta.url).resolve('pkcs11js'), '../includes/pkcs11')
    execFileSync('cc', ['-shared', '-fPIC', '-I', headers, '-o', module, `${module}.c`, '-ldl'], {
      stdio: 'pipe',
    })
    await expect((await useKey('P-256', { module }))!.sign(data)).resolves.toBeDefined()
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
