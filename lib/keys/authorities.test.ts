import { X509Certificate as OpenSslCertificate } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { roots, tenantKeys } from '#db/schema/keys'
import { read, write } from '#db/tenancy/tenant'
import { addDays } from '#lib/core/clock'
import { getSealingKey } from '#lib/testing/records/sealing-key'
import { listTenantKeys, makeTenantScope } from '#lib/testing/records/tenant-scope'
import { ensureAuthority, findRootCertificates, type TenantScope } from './authorities.ts'

const time = new Date('2026-05-01T12:00:00Z')

const getAuthority = (scope: TenantScope, testMode: boolean) =>
  write(scope, (tx) => ensureAuthority(tx, scope, testMode))
const parse = (der: ArrayBuffer | Uint8Array) => new OpenSslCertificate(Buffer.from(der as Uint8Array))
const fingerprint = (der: ArrayBuffer | Uint8Array) => parse(der).fingerprint256
const storedRoots = (scope: TenantScope) => read(scope, (reader) => reader.select().from(roots))

let acme: TenantScope

beforeEach(async () => {
  acme = await makeTenantScope('Acme', time)
  await write(acme, (tx) => tx.delete(roots))
})

describe('the installation root', () => {
  it('is created on first use, one for live and one for test mode', async () => {
    expect(await storedRoots(acme)).toEqual([])
    await getAuthority(acme, false)
    expect(await storedRoots(acme)).toHaveLength(1)
    await getAuthority(acme, true)
    await getAuthority(await makeTenantScope('Second', time), true)
    const roots = await storedRoots(acme)
    expect(roots.map((root) => root.testMode).sort()).toEqual([false, true])
  })

  it('has TEST in its name in test mode', async () => {
    await getAuthority(acme, true)
    const [root] = await storedRoots(acme)
    expect(parse(root!.certificate).subject).toBe('CN=TEST Paraph root')
  })

  it('is created once for concurrent tenants', async () => {
    const tenants = await Promise.all(
      Array.from({ length: 8 }, (_, index) => makeTenantScope(`Tenant ${index}`, time)),
    )
    const authorities = await Promise.all(tenants.map((tenant) => getAuthority(tenant, false)))
    expect(await storedRoots(acme)).toHaveLength(1)
    expect(new Set(authorities.map(({ chain }) => fingerprint(chain[0]!))).size).toBe(1)
  })

  it('is read for verification without its key', async () => {
    await getAuthority(acme, false)
    const certificates = await read({ tenantId: 0 }, findRootCertificates)
    expect(certificates).toHaveLength(1)
    expect(Object.keys(certificates[0]!).sort()).toEqual(['certificate', 'testMode'])
  })

  it('is valid for thirty years', async () => {
    await getAuthority(acme, false)
    const [root] = await storedRoots(acme)
    expect(root!.notAfter).toEqual(addDays(time, 30 * 365))
  })
})

describe('a tenant authority', () => {
  it('is created once', async () => {
    const [first, secondKey] = [await getAuthority(acme, false), await getAuthority(acme, false)]
    expect(fingerprint(first.keyPair.certificate)).toBe(fingerprint(secondKey.keyPair.certificate))
    expect(await listTenantKeys(acme)).toHaveLength(1)
  })

  it('is created once when it is needed concurrently', async () => {
    const authorities = await Promise.all(Array.from({ length: 8 }, () => getAuthority(acme, false)))
    expect(new Set(authorities.map(({ keyPair }) => fingerprint(keyPair.certificate))).size).toBe(1)
    expect(await listTenantKeys(acme)).toHaveLength(1)
  })

  it('is named after the tenant and leads up to the root', async () => {
    const { keyPair, chain } = await getAuthority(acme, false)
    expect(parse(keyPair.certificate).subject).toBe('CN=Paraph authority for Acme\nO=Acme')
    expect(chain).toHaveLength(1)
    expect(parse(keyPair.certificate).checkIssued(parse(chain[0]!))).toBe(true)
  })

  it('is another in test mode, under the test root, with TEST in its name', async () => {
    const [liveKey, test] = [await getAuthority(acme, false), await getAuthority(acme, true)]
    expect(parse(test.keyPair.certificate).subject).toContain('CN=TEST Paraph authority for Acme')
    expect(fingerprint(test.chain[0]!)).not.toBe(fingerprint(liveKey.chain[0]!))
    expect(parse(test.keyPair.certificate).checkIssued(parse(liveKey.chain[0]!))).toBe(false)
  })

  it('is not shared by tenants of the same name', async () => {
    const twin = await makeTenantScope('Acme', time)
    const [first, secondKey] = [await getAuthority(acme, false), await getAuthority(twin, false)]
    expect(fingerprint(first.keyPair.certificate)).not.toBe(fingerprint(secondKey.keyPair.certificate))
  })

  it('gets a successor before it expires, while the old one stays stored', async () => {
    const oldKey = await getAuthority(acme, false)
    const late = { ...acme, now: addDays(time, 15 * 365 - 60) }
    const successor = await getAuthority(late, false)
    expect(fingerprint(successor.keyPair.certificate)).not.toBe(fingerprint(oldKey.keyPair.certificate))
    expect(await listTenantKeys(acme)).toHaveLength(2)
  })

  it('cannot be unwrapped in the row of another tenant', async () => {
    await getAuthority(acme, false)
    const [row] = await listTenantKeys(acme)
    const thief = await makeTenantScope('Thief', time)
    const { id: _, ...copy } = row!
    await write(thief, (tx) => tx.insert(tenantKeys).values({ ...copy, tenantId: thief.tenantId }))
    await expect(getAuthority(thief, false)).rejects.toThrow()
  })

  it('is not visible to another tenant', async () => {
    await getAuthority(acme, false)
    const other = await makeTenantScope('Other', time)
    const rowsSeen = await read(other, (reader) => reader.select().from(tenantKeys))
    expect(rowsSeen).toEqual([])
  })

  it('does not exist for an unknown tenant', async () => {
    await expect(getAuthority({ tenantId: 999_999, now: time }, false)).rejects.toThrow('does not exist')
    expect(await storedRoots(acme)).toEqual([])
  })
})

describe('the platform seal', () => {
  it('is created once, under the authority', async () => {
    const [first, secondKey] = [await getSealingKey(acme, false), await getSealingKey(acme, false)]
    const authority = await getAuthority(acme, false)
    expect(fingerprint(first.keyPair.certificate)).toBe(fingerprint(secondKey.keyPair.certificate))
    expect(first.chain.map(fingerprint)).toEqual([
      fingerprint(authority.keyPair.certificate),
      fingerprint(authority.chain[0]!),
    ])
    expect(secondKey.chain.map(fingerprint)).toEqual(first.chain.map(fingerprint))
    expect(parse(first.keyPair.certificate).checkIssued(parse(first.chain[0]!))).toBe(true)
  })

  it('is created once when it is needed concurrently', async () => {
    const keys = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        index % 2 ? getSealingKey(acme, false) : getAuthority(acme, false),
      ),
    )
    expect(keys).toHaveLength(8)
    const stored = await listTenantKeys(acme)
    expect(stored.map((key) => key.purpose).sort()).toEqual(['authority', 'seal'])
  })

  it('keeps the chain of its issuer after the authority was renewed', async () => {
    const first = await getSealingKey(acme, false)
    await write(acme, (tx) =>
      tx.execute(
        sql`update tenant_keys set not_after = ${addDays(time, 10).toISOString()} where purpose = 'authority'`,
      ),
    )
    const renewed = await getAuthority(acme, false)
    const secondKey = await getSealingKey(acme, false)
    expect(fingerprint(renewed.keyPair.certificate)).not.toBe(fingerprint(first.chain[0]!))
    expect(secondKey.chain.map(fingerprint)).toEqual(first.chain.map(fingerprint))
  })

  it('gets a successor before it expires', async () => {
    const first = await getSealingKey(acme, false)
    const secondKey = await getSealingKey({ ...acme, now: addDays(time, 10 * 365 - 30) }, false)
    expect(fingerprint(secondKey.keyPair.certificate)).not.toBe(fingerprint(first.keyPair.certificate))
    const stored = await read(acme, (reader) =>
      reader
        .select()
        .from(tenantKeys)
        .where(and(eq(tenantKeys.tenantId, acme.tenantId), eq(tenantKeys.purpose, 'seal'))),
    )
    expect(stored).toHaveLength(2)
  })

  it('has TEST in its name in test mode', async () => {
    const seal = await getSealingKey(acme, true)
    expect(parse(seal.keyPair.certificate).subject).toContain('CN=TEST Paraph seal for Acme')
    expect(parse(seal.chain[1]!).subject).toBe('CN=TEST Paraph root')
  })
})
