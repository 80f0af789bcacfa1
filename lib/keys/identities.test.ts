import { X509Certificate as OpenSslCertificate, verify } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { signerCertificates, tenantKeys } from '#db/schema/keys'
import { createTenantAtomically } from '#db/tenancy/cross-tenant'
import { read, write } from '#db/tenancy/tenant'
import { addDays } from '#lib/core/clock'
import type { TenantScope } from './authorities.ts'
import {
  createSignerIdentity,
  loadPlatformIdentity,
  type SignerIdentity,
  storeCertificate,
} from './identities.ts'

const date = new Date('2026-05-01T12:00:00Z')
const ada = { id: 42, name: 'Ada Lovelace', email: 'ada@example.com' }
const message = new TextEncoder().encode('to be signed')

const parse = (der: Uint8Array) => new OpenSslCertificate(Buffer.from(der))
const storedCertificates = (scope: TenantScope) =>
  read(scope, (reader) => reader.select().from(signerCertificates).orderBy(signerCertificates.id))

const store = (scope: TenantScope, identity: SignerIdentity) =>
  write(scope, (tx) => storeCertificate(tx, identity))

let acme: TenantScope

beforeEach(async () => {
  acme = await createTenantAtomically(
    { name: 'Acme', documentsLimit: 1, signaturesLimit: 1, at: date },
    async (_tx, tenantId) => ({ tenantId, now: date }),
  )
})

describe('a signer identity', () => {
  it('signs with the key of its certificate', async () => {
    const identity = await createSignerIdentity(acme, ada, false)
    const signature = await identity.sign(message)
    expect(verify('sha256', message, parse(identity.certificate).publicKey, signature)).toBe(true)
  })

  it('has the chain up to the root, each issued by the next', async () => {
    const { certificate, chain } = await createSignerIdentity(acme, ada, false)
    const path = [certificate, ...chain].map(parse)
    expect(path.map(({ subject }) => subject.split('\n')[0])).toEqual([
      'CN=Ada Lovelace',
      'CN=Paraph authority for Acme',
      'CN=Paraph root',
    ])
    expect(path[0]!.verify(path[1]!.publicKey)).toBe(true)
    expect(path[1]!.verify(path[2]!.publicKey)).toBe(true)
    expect(path[2]!.verify(path[2]!.publicKey)).toBe(true)
  })

  it('is valid as long as the authority, and from a little earlier for clock skew', async () => {
    const { certificate, chain, issued } = await createSignerIdentity(acme, ada, false)
    expect(new Date(parse(certificate).validFrom)).toEqual(new Date('2026-05-01T11:55:00Z'))
    expect(parse(certificate).validTo).toBe(parse(chain[0]!).validTo)
    expect(parse(certificate).validToDate).toEqual(addDays(date, 15 * 365))
    expect(issued!.notAfter).toEqual(parse(certificate).validToDate)
  })

  it.each([0, 4, 8, 16])(
    'is valid for ten years or more, but not longer than its issuers, when it is issued %i years later',
    async (years) => {
      await createSignerIdentity(acme, ada, false)
      const laterScope = { ...acme, now: addDays(date, years * 365 + 364) }
      for (const { certificate, chain } of [
        await createSignerIdentity(laterScope, ada, false),
        await loadPlatformIdentity(laterScope, false),
      ]) {
        const [leaf, authority, root] = [certificate, ...chain].map((der) => parse(der).validToDate)
        expect(leaf!.getTime()).toBeGreaterThanOrEqual(addDays(laterScope.now, 10 * 365).getTime())
        expect(leaf!.getTime()).toBeLessThanOrEqual(authority!.getTime())
        expect(authority!.getTime()).toBeLessThanOrEqual(root!.getTime())
      }
    },
  )

  it('is valid as long as the root when that expires within ten years, under one authority', async () => {
    const first = await createSignerIdentity(acme, ada, false)
    const late = { ...acme, now: addDays(date, 29 * 365) }
    const [firstIdentity, two] = [
      await createSignerIdentity(late, ada, false),
      await createSignerIdentity(late, ada, false),
    ]
    expect(parse(firstIdentity.certificate).validTo).toBe(parse(first.chain[1]!).validTo)
    expect(Buffer.from(two.chain[0]!)).toEqual(Buffer.from(firstIdentity.chain[0]!))
  })

  it('has a new key and a new serial number each time', async () => {
    const [firstIdentity, two] = [
      await createSignerIdentity(acme, ada, false),
      await createSignerIdentity(acme, ada, false),
    ]
    expect(firstIdentity.serialNumber).not.toBe(two.serialNumber)
    expect(parse(firstIdentity.certificate).publicKey.equals(parse(two.certificate).publicKey)).toBe(false)
  })

  it('stores its certificate, but not its key', async () => {
    const identity = await createSignerIdentity(acme, ada, false)
    await store(acme, identity)
    const [row, ...others] = await storedCertificates(acme)
    expect(others).toEqual([])
    expect(row).toMatchObject({ signerId: 42, serial: identity.serialNumber, createdAt: date })
    expect(Buffer.from(row!.certificate)).toEqual(Buffer.from(identity.certificate))
    expect(parse(identity.certificate).serialNumber.toLowerCase()).toBe(row!.serial)
    expect(Object.keys(row!).filter((name) => /key/i.test(name))).toEqual([])
    const keys = await read(acme, (reader) => reader.select().from(tenantKeys))
    expect(keys.map((key) => key.purpose)).toEqual(['authority'])
  })

  it('cannot sign after it was destroyed', async () => {
    const identity = await createSignerIdentity(acme, ada, false)
    await identity.sign(message)
    identity.destroy()
    await expect(identity.sign(message)).rejects.toThrow('destroyed')
  })

  it('does not expose its key when inspected', async () => {
    const identity = await createSignerIdentity(acme, ada, false)
    expect(Object.keys(identity).sort()).toEqual([
      'certificate',
      'chain',
      'destroy',
      'issued',
      'serialNumber',
      'sign',
    ])
    expect(JSON.stringify(identity)).not.toMatch(/private/i)
  })

  it('is under the test authority in test mode', async () => {
    const { chain } = await createSignerIdentity(acme, ada, true)
    expect(parse(chain[0]!).subject).toContain('CN=TEST Paraph authority for Acme')
    expect(parse(chain[1]!).subject).toBe('CN=TEST Paraph root')
  })

  it('can be issued to many signers concurrently', async () => {
    const identities = await Promise.all(
      Array.from({ length: 12 }, (_, index) => createSignerIdentity(acme, { ...ada, id: index + 1 }, false)),
    )
    await Promise.all(identities.map((identity) => store(acme, identity)))
    expect(new Set(identities.map(({ serialNumber }) => serialNumber)).size).toBe(12)
    expect(await storedCertificates(acme)).toHaveLength(12)
  })
})

describe('the platform identity', () => {
  it('is the same seal each time, under the same chain', async () => {
    const [firstIdentity, two] = [
      await loadPlatformIdentity(acme, false),
      await loadPlatformIdentity(acme, false),
    ]
    expect(Buffer.from(firstIdentity.certificate)).toEqual(Buffer.from(two.certificate))
    expect(firstIdentity.chain.map((der) => Buffer.from(der))).toEqual(
      two.chain.map((der) => Buffer.from(der)),
    )
  })

  it('signs with the key of its certificate', async () => {
    const identity = await loadPlatformIdentity(acme, false)
    const signature = await identity.sign(message)
    expect(verify('sha256', message, parse(identity.certificate).publicKey, signature)).toBe(true)
    expect(parse(identity.certificate).subject).toBe('CN=Paraph seal for Acme\nO=Acme')
  })

  it('has the same authority and root as signers of the tenant', async () => {
    const [platform, signer] = [
      await loadPlatformIdentity(acme, false),
      await createSignerIdentity(acme, ada, false),
    ]
    expect(platform.chain.map((der) => Buffer.from(der))).toEqual(signer.chain.map((der) => Buffer.from(der)))
  })

  it('differs in test mode', async () => {
    const [liveIdentity, test] = [
      await loadPlatformIdentity(acme, false),
      await loadPlatformIdentity(acme, true),
    ]
    expect(parse(test.certificate).subject).toContain('CN=TEST Paraph seal')
    expect(Buffer.from(test.certificate)).not.toEqual(Buffer.from(liveIdentity.certificate))
  })
})
