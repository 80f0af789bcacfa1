import { createPublicKey, X509Certificate as NodeCertificate, randomBytes, verify } from 'node:crypto'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { roots, tenantKeys } from '#db/schema/keys'
import { read, write } from '#db/tenancy/tenant'
import { setInstallationKey, unwrapInstallationKey, wrapInstallationKey } from '#lib/core/secretbox'
import { getSealingKey } from '#lib/testing/records/sealing-key'
import { listTenantKeys, makeTenantScope } from '#lib/testing/records/tenant-scope'
import { ensureAuthority, type TenantScope } from './authorities.ts'
import { makeAuthority, makeRoot } from './certificates.ts'
import { makeIdentity, type StoredKey, unwrapKey, wrapKey } from './custody.ts'
import { createSignerIdentity, loadPlatformIdentity } from './identities.ts'
import type { KeyPair } from './key-pair.ts'

/* A stored key must not sign when it was changed, moved or truncated, or is read with another secret. */

const now = new Date('2026-05-01T12:00:00Z')
const validity = { notBefore: new Date('2026-01-01'), notAfter: new Date('2040-01-01') }
const message = new TextEncoder().encode('to be signed')
const owner = 'tenant 1 seal'

let keyPair: KeyPair
let storedKey: StoredKey

beforeAll(async () => {
  keyPair = await makeRoot('Tampering', validity)
  storedKey = await wrapKey(owner, keyPair)
})
afterEach(() => {
  vi.restoreAllMocks()
})

const withWrappedKey = (wrappedKey: Uint8Array) => unwrapKey(owner, { ...storedKey, wrappedKey })
const canSign = async (pair: KeyPair) => {
  const key = createPublicKey(
    new NodeCertificate(pair.certificate).publicKey.export({ format: 'pem', type: 'spki' }),
  )
  return verify('sha256', message, key, await makeIdentity(pair, []).sign(message))
}

describe('a wrapped key', () => {
  it('is not unwrapped with a changed bit', async () => {
    const bit = fc.nat(storedKey.wrappedKey.length * 8 - 1)
    await fc.assert(
      fc.asyncProperty(bit, async (position) => {
        const changedBytes = new Uint8Array(storedKey.wrappedKey)
        changedBytes[position >> 3]! ^= 1 << (position & 7)
        await expect(withWrappedKey(changedBytes)).rejects.toThrow()
      }),
      { numRuns: 200 },
    )
  })

  it('is not unwrapped when it is truncated at either end, to any length', async () => {
    for (let length = 0; length < storedKey.wrappedKey.length; length++) {
      await expect(withWrappedKey(storedKey.wrappedKey.slice(0, length))).rejects.toThrow()
      await expect(withWrappedKey(storedKey.wrappedKey.slice(-length - 1).slice(1))).rejects.toThrow()
    }
  })

  it('is not unwrapped with bytes appended or prepended, or combined from two wrapped keys', async () => {
    const secondFile = (await wrapKey(owner, keyPair)).wrappedKey
    await expect(withWrappedKey(Buffer.concat([storedKey.wrappedKey, Buffer.of(0)]))).rejects.toThrow()
    await expect(withWrappedKey(Buffer.concat([Buffer.of(0), storedKey.wrappedKey]))).rejects.toThrow()
    // After the nonce, and before the tag.
    for (const cut of [12, storedKey.wrappedKey.length - 16]) {
      const joined = Buffer.concat([storedKey.wrappedKey.subarray(0, cut), secondFile.subarray(cut)])
      await expect(withWrappedKey(joined)).rejects.toThrow()
    }
  })

  it('is not unwrapped with bytes that are not a certificate', async () => {
    for (const certificate of [new Uint8Array(), randomBytes(300), storedKey.wrappedKey])
      await expect(unwrapKey(owner, { ...storedKey, certificate })).rejects.toThrow()
  })

  it('is unwrapped with its certificate, but not with that of another key', async () => {
    const authority = await makeAuthority({ commonName: 'A', organization: 'A' }, validity, keyPair)
    await expect(unwrapKey(owner, { ...storedKey, certificate: authority.certificate })).rejects.toThrow()
    expect(await canSign(await unwrapKey(owner, storedKey))).toBe(true)
  })

  it('leaves no plaintext in the buffers that were passed to WebCrypto', async () => {
    const importKey = vi.spyOn(crypto.subtle, 'importKey')
    const exportKey = vi.spyOn(crypto.subtle, 'exportKey')
    const wrapped = await wrapKey(owner, keyPair)
    const plaintext = new Uint8Array((await exportKey.mock.results[0]!.value) as ArrayBuffer)
    await unwrapKey(owner, wrapped)
    const passed = importKey.mock.calls[0]![1] as Uint8Array
    expect(plaintext.length).toBeGreaterThan(100)
    expect(passed.length).toBe(plaintext.length)
    expect([...plaintext, ...passed].every((byte) => byte === 0)).toBe(true)
  })

  it('has the same length and a different nonce for every key', async () => {
    const pairs = await Promise.all(Array.from({ length: 20 }, (_, index) => makeRoot(`${index}`, validity)))
    const wrapped = await Promise.all(pairs.map((pair) => wrapKey(owner, pair)))
    expect(new Set(wrapped.map(({ wrappedKey }) => wrappedKey.length)).size).toBe(1)
    expect(
      new Set(wrapped.map(({ wrappedKey }) => Buffer.from(wrappedKey.subarray(0, 12)).toString('hex'))).size,
    ).toBe(20)
  })
})

describe('with the installation key of another installation', () => {
  const secret = 'the secret of this test, of more than 32 characters'
  let backup: Buffer
  beforeEach(() => {
    backup = wrapInstallationKey(secret)
  })
  afterEach(() => setInstallationKey(unwrapInstallationKey(secret, backup)!))

  it('no key is unwrapped until the own one is restored', async () => {
    setInstallationKey(randomBytes(32))
    await expect(unwrapKey(owner, storedKey)).rejects.toThrow()
    setInstallationKey(unwrapInstallationKey(secret, backup)!)
    expect(await canSign(await unwrapKey(owner, storedKey))).toBe(true)
  })

  it('a tenant cannot sign, and gets no second authority', async () => {
    const acme = await makeTenantScope('Acme', now)
    await loadPlatformIdentity(acme, false)
    const before = await listTenantKeys(acme)
    setInstallationKey(randomBytes(32))
    const signer = { id: 1, name: 'Ada', email: 'ada@example.com' }
    await expect(loadPlatformIdentity(acme, false)).rejects.toThrow()
    await expect(createSignerIdentity(acme, signer, false)).rejects.toThrow()
    expect(await listTenantKeys(acme)).toEqual(before)
  })

  it('a new tenant gets no authority, as the root cannot be unwrapped', async () => {
    await loadPlatformIdentity(await makeTenantScope('First', now), false)
    const secondScope = await makeTenantScope('Second', now)
    setInstallationKey(randomBytes(32))
    await expect(loadPlatformIdentity(secondScope, false)).rejects.toThrow()
    expect(await listTenantKeys(secondScope)).toEqual([])
  })

  it('a backup of the own one differs each time, and is unwrapped with its secret only', () => {
    expect(wrapInstallationKey(secret)).not.toEqual(backup)
    expect(unwrapInstallationKey(`${secret} `, backup)).toBeNull()
    expect(unwrapInstallationKey('', backup)).toBeNull()
    expect(unwrapInstallationKey(secret, backup.subarray(1))).toBeNull()
    for (let length = 0; length < backup.length; length++)
      expect(unwrapInstallationKey(secret, backup.subarray(0, length))).toBeNull()
  })
})

describe('rows of stored keys', () => {
  let acme: TenantScope
  beforeEach(async () => {
    acme = await makeTenantScope('Acme', now)
    await write(acme, (tx) => tx.delete(roots))
    await getSealingKey(acme, false)
    await getSealingKey(acme, true)
  })

  const updateRow = (purpose: 'authority' | 'seal', testMode: boolean, columns: Partial<StoredKey>) =>
    write(acme, async (tx) => {
      const rows = await tx.select().from(tenantKeys).where(eq(tenantKeys.tenantId, acme.tenantId))
      const row = rows.find((key) => key.purpose === purpose && key.testMode === testMode)!
      await tx.update(tenantKeys).set(columns).where(eq(tenantKeys.id, row.id))
    })
  const getRow = async (purpose: 'authority' | 'seal', testMode: boolean) =>
    (await listTenantKeys(acme)).find((key) => key.purpose === purpose && key.testMode === testMode)!

  it('are not unwrapped when seal and authority are exchanged', async () => {
    const { certificate, wrappedKey } = await getRow('authority', false)
    await updateRow('seal', false, { certificate, wrappedKey })
    await expect(getSealingKey(acme, false)).rejects.toThrow()
  })

  it('are not unwrapped when test and live mode are exchanged', async () => {
    const { certificate, wrappedKey } = await getRow('seal', true)
    await updateRow('seal', false, { certificate, wrappedKey })
    await expect(getSealingKey(acme, false)).rejects.toThrow()
    expect((await getSealingKey(acme, true)).chain).toHaveLength(2)
  })

  it('are not unwrapped with the certificate of another key', async () => {
    const { certificate } = await getRow('seal', true)
    await updateRow('seal', false, { certificate })
    await expect(getSealingKey(acme, false)).rejects.toThrow()
  })

  it('are not unwrapped for a new tenant when the roots of both modes are exchanged', async () => {
    const storedRoots = await read(acme, (reader) => reader.select().from(roots))
    const testRoot = storedRoots.find(({ testMode }) => testMode)!
    const columns = { certificate: testRoot.certificate, wrappedKey: testRoot.wrappedKey }
    await write(acme, (tx) => tx.update(roots).set(columns).where(eq(roots.testMode, false)))
    const secondScope = await makeTenantScope('Second', now)
    await expect(write(secondScope, (tx) => ensureAuthority(tx, secondScope, false))).rejects.toThrow()
  })
})
