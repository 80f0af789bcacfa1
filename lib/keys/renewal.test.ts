import { X509Certificate as NodeCertificate, verify } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { roots, signerCertificates, tenantKeys, timeStampingKeys } from '#db/schema/keys'
import { read, type Tx, write } from '#db/tenancy/tenant'
import { addDays, addSeconds, getDatabaseTime, moveClock } from '#lib/core/clock'
import { getSealingKey } from '#lib/testing/records/sealing-key'
import { listTenantKeys, makeTenantScope } from '#lib/testing/records/tenant-scope'
import { ensureAuthority, type TenantScope } from './authorities.ts'
import { makeAuthority, makeRoot, makeSigner } from './certificates.ts'
import {
  createSignerIdentity,
  loadPlatformIdentity,
  makeTrialIdentity,
  storeCertificate,
} from './identities.ts'
import { findTimeStampingCertificates, loadOwnStamping } from './own-time-stamps.ts'

/* Limits of renewal and expiry, concurrent creation, and deleted rows. OpenSSL (in Node) reads the certificates. */

const now = new Date('2026-05-01T12:00:00Z')
const tenYears = 10 * 365
const ada = { id: 42, name: 'Ada Lovelace', email: 'ada@example.com' }
const message = new TextEncoder().encode('to be signed')

const parsed = (der: Uint8Array) => new NodeCertificate(Buffer.from(der))
const getEnd = (der: Uint8Array) => parsed(der).validToDate
const scopeAt = (scope: TenantScope, time: Date): TenantScope => ({ ...scope, now: time })
const getAuthority = (scope: TenantScope, testMode = false) =>
  write(scope, (tx) => ensureAuthority(tx, scope, testMode))
const getCount = async (scope: TenantScope, purpose: string) =>
  (await listTenantKeys(scope)).filter((key) => key.purpose === purpose).length

/** Verifies each certificate with the next one's key, names, dates and extensions included. */
function expectChain(chain: Uint8Array[]): void {
  for (const [index, der] of chain.entries()) {
    const [certificate, issuer] = [parsed(der), parsed(chain[index + 1] ?? der)]
    expect(certificate.checkIssued(issuer), certificate.subject).toBe(true)
    expect(certificate.verify(issuer.publicKey), certificate.subject).toBe(true)
    expect(certificate.validToDate <= issuer.validToDate, certificate.subject).toBe(true)
    expect(certificate.ca).toBe(index > 0)
  }
}

let acme: TenantScope
beforeEach(async () => {
  acme = await makeTenantScope('Acme', now)
  await write(acme, (tx) => tx.delete(roots))
})

describe('a stored key', () => {
  it('is current if it is valid for ten years more; with a second less it gets a successor', async () => {
    const { keyPair } = await getAuthority(acme)
    const lastMoment = addDays(getEnd(keyPair.certificate), -tenYears)
    await getAuthority(scopeAt(acme, lastMoment))
    expect(await getCount(acme, 'authority')).toBe(1)
    await getAuthority(scopeAt(acme, addSeconds(lastMoment, 1)))
    expect(await getCount(acme, 'authority')).toBe(2)
  })

  it('gets one successor when it is used concurrently', async () => {
    await loadPlatformIdentity(acme, false)
    const laterScope = scopeAt(acme, addDays(now, 6 * 365))
    const [seals, signers] = await Promise.all([
      Promise.all(Array.from({ length: 5 }, () => loadPlatformIdentity(laterScope, false))),
      Promise.all(
        Array.from({ length: 5 }, (_, id) => createSignerIdentity(laterScope, { ...ada, id }, false)),
      ),
    ])
    expect([await getCount(acme, 'authority'), await getCount(acme, 'seal')]).toEqual([2, 2])
    for (const { certificate, chain } of [...seals, ...signers]) expectChain([certificate, ...chain])
  })

  it('has a valid chain after every renewal until the root expires', async () => {
    for (let year = 0; year < 30; year += 2) {
      const laterScope = scopeAt(acme, addDays(now, year * 365))
      for (const identity of [
        await loadPlatformIdentity(laterScope, false),
        await createSignerIdentity(laterScope, ada, false),
      ]) {
        expectChain([identity.certificate, ...identity.chain])
        expect(getEnd(identity.certificate) > laterScope.now).toBe(true)
        expect(
          verify('sha256', message, parsed(identity.certificate).publicKey, await identity.sign(message)),
        ).toBe(true)
      }
    }
  })

  it('is used again when the clock is set back to before its successor, which is not valid yet', async () => {
    const before = await getAuthority(acme)
    const later = scopeAt(acme, addDays(now, 6 * 365))
    const successor = await getAuthority(later)
    expect((await getAuthority(acme)).keyPair.certificate).toEqual(before.keyPair.certificate)
    expect((await getAuthority(later)).keyPair.certificate).toEqual(successor.keyPair.certificate)
    expect(await getCount(acme, 'authority')).toBe(2)
  })

  it('is none of before the clock was set back: another one is made, below the same key of the root', async () => {
    const later = scopeAt(acme, addDays(now, 400))
    const ahead = await loadPlatformIdentity(later, false)
    const seal = await loadPlatformIdentity(acme, false)
    const signer = await createSignerIdentity(acme, ada, false)
    for (const { certificate, chain } of [seal, signer]) {
      expectChain([certificate, ...chain])
      for (const der of [certificate, ...chain]) expect(parsed(der).validFromDate <= now).toBe(true)
    }
    expectChain([ahead.certificate, ahead.chain[0]!, seal.chain[1]!])
    expect((await loadPlatformIdentity(later, false)).certificate).toEqual(ahead.certificate)
  })

  it('is a new seal below the same authority when only the seal is from before the clock was set back', async () => {
    const { keyPair } = await getAuthority(acme)
    const later = scopeAt(acme, addDays(now, 400))
    const ahead = await loadPlatformIdentity(later, false)
    const seal = await loadPlatformIdentity(acme, false)
    expectChain([seal.certificate, ...seal.chain])
    expect(seal.chain[0]).toEqual(keyPair.certificate)
    expect(getEnd(seal.certificate)).toEqual(getEnd(ahead.certificate))
    expect((await loadPlatformIdentity(acme, false)).certificate).toEqual(seal.certificate)
  })

  it('of the own time-stamping authority is none of before the clock was set back', async () => {
    await write(acme, (tx) => tx.delete(timeStampingKeys))
    const jump = 400 * 86_400_000
    moveClock(jump)
    await loadOwnStamping().finally(() => moveClock(-jump))
    await loadOwnStamping()
    const certificates = (await findTimeStampingCertificates()).map(parsed)
    expect(certificates.map(({ validFromDate }) => validFromDate <= getDatabaseTime())).toEqual([false, true])
  })
})

describe('the expiry of the root', () => {
  const rootNotAfter = addDays(now, 30 * 365)

  it('allows signing until the second before it', async () => {
    await loadPlatformIdentity(acme, false)
    const { certificate, chain } = await loadPlatformIdentity(
      scopeAt(acme, addSeconds(rootNotAfter, -1)),
      false,
    )
    expectChain([certificate, ...chain])
  })

  it('is the reason in the error of later signing', async () => {
    await loadPlatformIdentity(acme, false)
    await loadPlatformIdentity(scopeAt(acme, addDays(now, 29 * 365)), false)
    const late = scopeAt(acme, addSeconds(rootNotAfter, 1))
    await expect(loadPlatformIdentity(late, false)).rejects.toThrow(/expired/)
    await expect(createSignerIdentity(late, ada, false)).rejects.toThrow(/expired/)
    const issued = await read(acme, (reader) =>
      reader.select().from(signerCertificates).where(eq(signerCertificates.tenantId, acme.tenantId)),
    )
    expect(issued).toEqual([])
  })

  it('prevents certificates that would end before they begin', async () => {
    const validity = { notBefore: now, notAfter: addDays(now, 10) }
    const root = await makeRoot('Root', validity)
    const subject = { commonName: 'Late', organization: 'Late' }
    for (const notBefore of [addDays(now, 10), addDays(now, 11)])
      await expect(makeAuthority(subject, { notBefore, notAfter: addDays(now, 20) }, root)).rejects.toThrow(
        /expired/,
      )
    await expect(makeRoot('Root', { notBefore: now, notAfter: now })).rejects.toThrow(/expired/)
  })
})

describe('a deleted key', () => {
  it('is created again under the same authority when it is a seal', async () => {
    const before = await getSealingKey(acme, false)
    await write(acme, (tx) =>
      tx
        .delete(tenantKeys)
        .where(and(eq(tenantKeys.tenantId, acme.tenantId), eq(tenantKeys.purpose, 'seal'))),
    )
    const after = await getSealingKey(acme, false)
    expect(parsed(after.chain[0]!).serialNumber).toBe(parsed(before.chain[0]!).serialNumber)
    expectChain([after.keyPair.certificate, ...after.chain])
  })

  it('is named in the error when it is the authority of a seal', async () => {
    await getSealingKey(acme, false)
    await write(acme, (tx) =>
      tx
        .delete(tenantKeys)
        .where(and(eq(tenantKeys.tenantId, acme.tenantId), eq(tenantKeys.purpose, 'authority'))),
    )
    await expect(getSealingKey(acme, false)).rejects.toThrow(/authority of the seal .* is missing.*backup/)
  })

  it('is named in the error when it is the root; no other root is created for a tenant with keys', async () => {
    await getSealingKey(acme, false)
    await write(acme, (tx) => tx.delete(roots))
    await expect(getSealingKey(acme, false)).rejects.toThrow(/root .* is missing.*backup/)
    await expect(getAuthority(acme)).rejects.toThrow(/root .* is missing.*backup/)
    await expect(createSignerIdentity(acme, ada, false)).rejects.toThrow(/root .* is missing.*backup/)
    expect(await read(acme, (reader) => reader.select().from(roots))).toEqual([])
  })

  it('that is a root is not replaced by another root in the chain of old keys', async () => {
    await getSealingKey(acme, false)
    await write(acme, (tx) => tx.delete(roots))
    await getAuthority(await makeTenantScope('Second', now))
    await expect(getSealingKey(acme, false)).rejects.toThrow(/root .* is missing.*backup/)
    await expect(getAuthority(acme)).rejects.toThrow(/root .* is missing.*backup/)
  })
})

describe('concurrent creation', () => {
  it('creates the keys of both modes and all purposes once', async () => {
    await Promise.all(
      [false, true, false, true].flatMap((testMode) => [
        loadPlatformIdentity(acme, testMode),
        createSignerIdentity(acme, ada, testMode),
      ]),
    )
    const keys = (await listTenantKeys(acme)).map(({ purpose, testMode }) => `${purpose} ${testMode}`)
    expect(keys.sort()).toEqual(['authority false', 'authority true', 'seal false', 'seal true'])
  })

  it('leaves nothing of a transaction that is rolled back; the next one creates the keys', async () => {
    const attempt = (callback: (tx: Tx) => Promise<unknown>) =>
      write(acme, async (tx) => {
        await callback(tx)
        throw new Error('rolled back')
      })
    await expect(attempt((tx) => ensureAuthority(tx, acme, false))).rejects.toThrow('rolled back')
    expect(await listTenantKeys(acme)).toEqual([])
    expect(await read(acme, (reader) => reader.select().from(roots))).toEqual([])
    const { keyPair, chain } = await getAuthority(acme)
    expect(parsed(keyPair.certificate).checkIssued(parsed(chain[0]!))).toBe(true)
  })

  it('waits for another transaction that creates the root, and creates it itself when that fails', async () => {
    const secondScope = await makeTenantScope('Second', now)
    const { promise: created, resolve: markCreated } = Promise.withResolvers<void>()
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const rolledBack = write(acme, async (tx) => {
      await ensureAuthority(tx, acme, false)
      markCreated()
      await released
      throw new Error('rolled back')
    })
    rolledBack.catch(() => {})
    await created
    const waiting = getAuthority(secondScope)
    release()
    await expect(rolledBack).rejects.toThrow('rolled back')
    const { keyPair, chain } = await waiting
    expectChain([
      (await getSealingKey(secondScope, false)).keyPair.certificate,
      keyPair.certificate,
      ...chain,
    ])
    expect(await read(secondScope, (reader) => reader.select().from(roots))).toHaveLength(1)
  })
})

describe('the validity', () => {
  it.each(['Pacific/Kiritimati', 'America/St_Johns', 'Asia/Kathmandu'])(
    'is the same in the time zone %s',
    async (zone) => {
      const before = process.env.TZ
      process.env.TZ = zone
      try {
        expect(new Date(2026, 0, 1).getTimezoneOffset()).not.toBe(0)
        const identity = await createSignerIdentity(acme, ada, false)
        await write(acme, (tx) => storeCertificate(tx, identity))
        const [row] = await read(acme, (reader) =>
          reader.select().from(signerCertificates).where(eq(signerCertificates.tenantId, acme.tenantId)),
        )
        expect(parsed(identity.certificate).validFrom).toBe('May  1 11:55:00 2026 GMT')
        expect([row!.notBefore, row!.notAfter]).toEqual([addSeconds(now, -300), addDays(now, 15 * 365)])
        const [root] = await read(acme, (reader) => reader.select().from(roots))
        expect(root!.notAfter).toEqual(getEnd(root!.certificate))
      } finally {
        if (before === undefined) delete process.env.TZ
        else process.env.TZ = before
      }
    },
  )

  it.each(['2028-02-29T23:59:59Z', '2035-01-01T00:00:00Z', '2036-03-30T01:30:00Z', '2049-12-31T23:59:59Z'])(
    'ends exactly after its days when it begins at %s (leap day, new year, daylight saving time)',
    async (time) => {
      const notBefore = new Date(time)
      const root = await makeRoot('Root', { notBefore, notAfter: addDays(notBefore, 365) })
      const person = { name: 'Ada', email: 'ada@example.com', serialNumber: 'signer-1' }
      const signer = await makeSigner(person, { notBefore, notAfter: addDays(notBefore, 400) }, root)
      for (const { certificate } of [root, signer]) {
        expect(parsed(certificate).validFromDate).toEqual(notBefore)
        expect(parsed(certificate).validToDate).toEqual(addDays(notBefore, 365))
      }
    },
  )
})

describe('a trial identity', () => {
  it('has its own chain, which is not stored and leads to no root of the installation', async () => {
    await getAuthority(acme)
    const { certificate, chain, sign, stamp } = await makeTrialIdentity({ now })
    expectChain([certificate, ...chain])
    expect(stamp).toBeUndefined()
    expect(verify('sha256', message, parsed(certificate).publicKey, await sign(message))).toBe(true)
    const stored = await read(acme, (reader) => reader.select().from(roots))
    expect(stored).toHaveLength(1)
    expect(parsed(chain[0]!).publicKey.equals(parsed(stored[0]!.certificate).publicKey)).toBe(false)
  })
})
