import { X509Certificate as Judge, verify } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { createTenantAtomically } from '#db/cross-tenant'
import { signerCertificates, tenantKeys } from '#db/schema/keys'
import { read } from '#db/tenant'
import { addDays } from '#lib/core/clock'
import type { TenantScope } from './authorities.ts'
import { platformIdentity, signerIdentity } from './identities.ts'

const at = new Date('2026-05-01T12:00:00Z')
const ada = { id: 42, name: 'Ada Lovelace', email: 'ada@example.com' }
const message = new TextEncoder().encode('to be signed')

const judged = (der: Uint8Array) => new Judge(Buffer.from(der))
const issued = (scope: TenantScope) =>
  read(scope, (reader) => reader.select().from(signerCertificates).orderBy(signerCertificates.id))

let acme: TenantScope

beforeEach(async () => {
  acme = await createTenantAtomically(
    { name: 'Acme', documentsLimit: 1, signaturesLimit: 1, at },
    async (_tx, tenantId) => ({ tenantId, now: at }),
  )
})

describe('a signer identity', () => {
  it('signs with the key of its certificate', async () => {
    const identity = await signerIdentity(acme, ada, false)
    const signature = await identity.sign(message)
    expect(verify('sha256', message, judged(identity.certificate).publicKey, signature)).toBe(true)
  })

  it('has the chain up to the root, each issued by the next', async () => {
    const { certificate, chain } = await signerIdentity(acme, ada, false)
    const path = [certificate, ...chain].map(judged)
    expect(path.map((one) => one.subject.split('\n')[0])).toEqual([
      'CN=Ada Lovelace',
      'CN=Paraph authority for Acme',
      'CN=Paraph root',
    ])
    expect(path[0]!.verify(path[1]!.publicKey)).toBe(true)
    expect(path[1]!.verify(path[2]!.publicKey)).toBe(true)
    expect(path[2]!.verify(path[2]!.publicKey)).toBe(true)
  })

  it('is valid as long as the authority, and from a little earlier for clock skew', async () => {
    const { certificate, chain } = await signerIdentity(acme, ada, false)
    expect(new Date(judged(certificate).validFrom)).toEqual(new Date('2026-05-01T11:55:00Z'))
    expect(judged(certificate).validTo).toBe(judged(chain[0]!).validTo)
    expect(judged(certificate).validToDate).toEqual(addDays(at, 15 * 365))
    const [row] = await issued(acme)
    expect(row!.notAfter).toEqual(judged(certificate).validToDate)
  })

  it.each([0, 4, 8, 16])(
    'issued %i years later is valid for ten years or more, within the validity of its issuers',
    async (years) => {
      await signerIdentity(acme, ada, false)
      const later = { ...acme, now: addDays(at, years * 365 + 364) }
      for (const { certificate, chain } of [
        await signerIdentity(later, ada, false),
        await platformIdentity(later, false),
      ]) {
        const [leaf, authority, root] = [certificate, ...chain].map((der) => judged(der).validToDate)
        expect(leaf!.getTime()).toBeGreaterThanOrEqual(addDays(later.now, 10 * 365).getTime())
        expect(leaf!.getTime()).toBeLessThanOrEqual(authority!.getTime())
        expect(authority!.getTime()).toBeLessThanOrEqual(root!.getTime())
      }
    },
  )

  it('near the end of the root is valid as long as the root, under one authority', async () => {
    const first = await signerIdentity(acme, ada, false)
    const late = { ...acme, now: addDays(at, 29 * 365) }
    const [one, two] = [await signerIdentity(late, ada, false), await signerIdentity(late, ada, false)]
    expect(judged(one.certificate).validTo).toBe(judged(first.chain[1]!).validTo)
    expect(Buffer.from(two.chain[0]!)).toEqual(Buffer.from(one.chain[0]!))
  })

  it('is new each time: another key, another serial number', async () => {
    const [one, two] = [await signerIdentity(acme, ada, false), await signerIdentity(acme, ada, false)]
    expect(one.serialNumber).not.toBe(two.serialNumber)
    expect(judged(one.certificate).publicKey.equals(judged(two.certificate).publicKey)).toBe(false)
  })

  it('stores the certificate, and nothing of the key', async () => {
    const identity = await signerIdentity(acme, ada, false)
    const [row, ...others] = await issued(acme)
    expect(others).toEqual([])
    expect(row).toMatchObject({ signerId: 42, serial: identity.serialNumber, createdAt: at })
    expect(Buffer.from(row!.certificate)).toEqual(Buffer.from(identity.certificate))
    expect(judged(identity.certificate).serialNumber.toLowerCase()).toBe(row!.serial)
    expect(Object.keys(row!).filter((name) => /key/i.test(name))).toEqual([])
    const keys = await read(acme, (reader) => reader.select().from(tenantKeys))
    expect(keys.map((key) => key.purpose)).toEqual(['authority'])
  })

  it('cannot sign after it was destroyed', async () => {
    const identity = await signerIdentity(acme, ada, false)
    await identity.sign(message)
    identity.destroy()
    await expect(identity.sign(message)).rejects.toThrow('destroyed')
  })

  it('does not expose its key when inspected', async () => {
    const identity = await signerIdentity(acme, ada, false)
    expect(Object.keys(identity).sort()).toEqual(['certificate', 'chain', 'destroy', 'serialNumber', 'sign'])
    expect(JSON.stringify(identity)).not.toMatch(/private/i)
  })

  it('of test mode is under the test authority', async () => {
    const { chain } = await signerIdentity(acme, ada, true)
    expect(judged(chain[0]!).subject).toContain('CN=TEST Paraph authority for Acme')
    expect(judged(chain[1]!).subject).toBe('CN=TEST Paraph root')
  })

  it('can be issued to many signers concurrently', async () => {
    const all = await Promise.all(
      Array.from({ length: 12 }, (_, index) => signerIdentity(acme, { ...ada, id: index + 1 }, false)),
    )
    expect(new Set(all.map((one) => one.serialNumber)).size).toBe(12)
    expect(await issued(acme)).toHaveLength(12)
  })
})

describe('the platform identity', () => {
  it('is the same seal each time, under the same chain', async () => {
    const [one, two] = [await platformIdentity(acme, false), await platformIdentity(acme, false)]
    expect(Buffer.from(one.certificate)).toEqual(Buffer.from(two.certificate))
    expect(one.chain.map((der) => Buffer.from(der))).toEqual(two.chain.map((der) => Buffer.from(der)))
  })

  it('signs with the key of its certificate', async () => {
    const identity = await platformIdentity(acme, false)
    const signature = await identity.sign(message)
    expect(verify('sha256', message, judged(identity.certificate).publicKey, signature)).toBe(true)
    expect(judged(identity.certificate).subject).toBe('CN=Paraph seal for Acme\nO=Acme')
  })

  it('and a signer of the tenant share authority and root', async () => {
    const [platform, signer] = [await platformIdentity(acme, false), await signerIdentity(acme, ada, false)]
    expect(platform.chain.map((der) => Buffer.from(der))).toEqual(signer.chain.map((der) => Buffer.from(der)))
  })

  it('differs in test mode', async () => {
    const [live, test] = [await platformIdentity(acme, false), await platformIdentity(acme, true)]
    expect(judged(test.certificate).subject).toContain('CN=TEST Paraph seal')
    expect(Buffer.from(test.certificate)).not.toEqual(Buffer.from(live.certificate))
  })
})
