import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { vaultDocuments } from '#db/schema/vault'
import { read, write } from '#db/tenancy/tenant'
import { addDays, moveClock, now } from '#lib/core/clock'
import { env } from '#lib/core/env'
import { log } from '#lib/core/log'
import { forgetFaults } from '#lib/core/runtime/faults'
import { registry } from '#lib/core/runtime/metrics'
import { testAuthority } from '#lib/pades/fixtures/authority'
import type { BaselineLevel } from '#lib/pades/level'
import { verifyPdf } from '#lib/pades/verify'
import { getBytes } from '#lib/storage/files'
import { addCompleted } from '#lib/testing/records/completed'
import { loadEvents, loadFiles, loadRows, loadVaultRows } from '#lib/testing/records/signing-session'
import { withStampers } from '#lib/testing/servers/stamper'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { closeThreads, inThread } from '#lib/workers/pdf-pool'
import { registerRenewalMetrics, renewTimeStamps, runRenewalJob } from './renew.ts'
import { getRenewalTime, getStampEnds, isGain } from './stamp-end.ts'

vi.mock('./stamp-end.ts', { spy: true })
vi.mock('#db/tenancy/tenant', { spy: true })

const dayMilliseconds = 86_400_000
const nothing = { renewed: 0, ungained: 0, endingSoon: 0, failures: [] }
afterAll(closeThreads)

describe('the renewal of time stamps', () => {
  let tenant: TestTenant
  let processId: number
  const loadRow = async () => (await loadVaultRows(tenant, processId))[0]!
  const setRenewAt = (renewAt: Date | null) =>
    write(tenant.ctx, (tx) =>
      tx.update(vaultDocuments).set({ renewAt }).where(eq(vaultDocuments.processId, processId)),
    )
  beforeEach(async () => {
    tenant = await makeTenant()
    processId = (await withStampers('internal', () => addCompleted(tenant))).id
  })
  // By command, every file is renewed that has a time.
  afterEach(() => setRenewAt(null))

  it('is due 90 days before the certificate of the document time stamp ends', async () => {
    // That of the seal may be of another authority.
    const asked = vi.mocked(getStampEnds).mock.calls.map(([{ subFilter }]) => subFilter)
    expect(new Set(asked)).toEqual(new Set(['ETSI.RFC3161']))
    const { renewAt, sha256 } = await loadRow()
    const { signatures } = await verifyPdf(await getBytes(tenant.tenantId, sha256))
    expect(addDays(renewAt!, 90)).toEqual(getStampEnds(signatures.at(-1)!)!.certificate)
    expect(await withStampers('internal', () => renewTimeStamps(now()))).toEqual(nothing)
  })

  it('is counted in the metrics when it was due two days ago', async () => {
    registerRenewalMetrics()
    const countOverdue = async () => {
      const { values } = await registry.getSingleMetric('paraph_time_stamps_overdue')!.get()
      return values[0]!.value
    }
    await setRenewAt(addDays(now(), -1))
    expect(await countOverdue()).toBe(0)
    await setRenewAt(addDays(now(), -3))
    expect(await countOverdue()).toBe(1)
  })

  it('stores nothing when the new time stamp would end no later, except by command', async () => {
    const before = await loadRow()
    await setRenewAt(now())
    expect(await withStampers('internal', () => renewTimeStamps(now()))).toEqual({ ...nothing, ungained: 1 })
    const tried = await loadRow()
    expect([tried.sha256, tried.renewAt]).toEqual([before.sha256, before.renewAt])
    const { renewed } = await withStampers('internal', () => renewTimeStamps(now(), null))
    expect(renewed).toBe(1)
    expect((await loadRow()).size).toBeGreaterThan(before.size)
  })

  it('plans the next try by the time stamp that the file keeps', async () => {
    const before = await loadRow()
    await setRenewAt(now())
    vi.mocked(getStampEnds).mockReturnValueOnce({ certificate: addDays(now(), 100), algorithm: null })
    expect(await withStampers('internal', () => renewTimeStamps(now()))).toEqual({ ...nothing, ungained: 1 })
    const tried = await loadRow()
    expect([tried.sha256, tried.renewAt]).toEqual([before.sha256, before.renewAt])
  })

  it('has a fault while time stamps end soon and new ones no later, until one is renewed', async () => {
    const countFaults = async () =>
      Number(/faults_total\{code="time_stamps_not_prolonged"\} (\d+)/.exec(await registry.metrics())![1])
    const before = await countFaults()
    const ends = { certificate: addDays(now(), 40), algorithm: addDays(now(), -1) }
    vi.mocked(getStampEnds).mockReturnValueOnce(ends).mockReturnValueOnce(ends)
    await setRenewAt(now())
    const tried = await withStampers('internal', () => renewTimeStamps(now()))
    expect(tried).toEqual({ ...nothing, ungained: 1, endingSoon: 1 })
    expect(await countFaults()).toBe(before + 1)
    const later = { ...ends, certificate: addDays(now(), 800) }
    vi.mocked(getStampEnds).mockReturnValueOnce(later).mockReturnValueOnce(ends)
    await setRenewAt(now())
    expect(await withStampers('internal', () => renewTimeStamps(now()))).toEqual({ ...nothing, renewed: 1 })
    expect((await loadRow()).renewAt).toEqual(addDays(later.certificate, -90))
    expect(await countFaults()).toBe(before + 1)
  })

  it('has the fault each night until the file is prolonged, whatever else is renewed', async () => {
    forgetFaults()
    const logWarning = vi.spyOn(log(), 'warn').mockImplementation(() => {})
    const ends = { certificate: addDays(now(), 80), algorithm: addDays(now(), -1) }
    vi.mocked(getStampEnds).mockReturnValueOnce(ends).mockReturnValueOnce(ends)
    await setRenewAt(now())
    await withStampers('internal', () => renewTimeStamps(now()))
    const { id: otherId } = await withStampers('internal', () => addCompleted(tenant))
    await write(tenant.ctx, (tx) =>
      tx
        .update(vaultDocuments)
        .set({ renewAt: now(), seal: sql`${vaultDocuments.seal} || '{"level": "B-T"}'` })
        .where(eq(vaultDocuments.processId, otherId)),
    )
    const night = await withStampers('internal', () => renewTimeStamps(now()))
    expect(night).toEqual({ ...nothing, renewed: 1, endingSoon: 1 })
    // By command it gets one that ends no later.
    vi.mocked(getStampEnds).mockReturnValueOnce(ends).mockReturnValueOnce(ends)
    const forced = await withStampers('internal', () => renewTimeStamps(now(), null))
    expect(forced).toMatchObject({ renewed: 2, endingSoon: 1 })
    expect(logWarning.mock.calls).toEqual([])
    const later = { ...ends, certificate: addDays(now(), 800) }
    vi.mocked(getStampEnds).mockReturnValueOnce(later).mockReturnValueOnce(ends)
    await setRenewAt(now())
    expect(await withStampers('internal', () => renewTimeStamps(now()))).toEqual({ ...nothing, renewed: 1 })
    expect(logWarning.mock.calls).toEqual([
      [expect.objectContaining({ fault: 'time_stamps_not_prolonged' }), 'The fault is over.'],
    ])
    logWarning.mockRestore()
    await write(tenant.ctx, (tx) =>
      tx.update(vaultDocuments).set({ renewAt: null }).where(eq(vaultDocuments.processId, otherId)),
    )
  })

  it('removes the copy of a file that fails after it was stamped, and tries it again the next night', async () => {
    await setRenewAt(now())
    const revise = vi.spyOn(inThread, 'revise')
    const verify = vi.spyOn(inThread, 'verifyStored').mockRejectedValueOnce(new Error('too large'))
    const renew = (time: Date) => withStampers('internal', () => renewTimeStamps(time))
    const { failures } = await renew(now())
    expect(failures).toEqual([new Error('too large')])
    const { sha256 } = verify.mock.calls[0]![0]
    const jobs = await read(tenant.ctx, (reader) =>
      reader.execute(sql`select from pgboss.job where name = 'documents.purge'
        and data->'hashes' ? ${sha256} and start_after <= now()`),
    )
    expect(jobs).toHaveLength(1)
    expect(await renew(now())).toEqual(nothing)
    expect(revise).toHaveBeenCalledOnce()
    // It counts as overdue until it is renewed.
    const tomorrow = addDays(now(), 1)
    expect((await loadRow()).renewAt!.getTime()).toBeLessThan(tomorrow.getTime())
    expect(await renew(tomorrow)).toMatchObject({ ungained: 1, failures: [] })
    revise.mockRestore()
    verify.mockRestore()
  })

  it('leaves a file that fails anywhere after its stamp to the next night, in all workers, but not by command', async () => {
    await setRenewAt(now())
    const realRevise = inThread.revise.bind(inThread)
    const revise = vi.spyOn(inThread, 'revise').mockImplementationOnce(async (...args) => {
      await realRevise(...args)
      throw new Error('invalid revision')
    })
    const renew = (isByHand: boolean) =>
      withStampers('internal', () => renewTimeStamps(now(), now(), { isByHand }))
    expect((await renew(false)).failures).toEqual([new Error('invalid revision')])
    expect((await loadRow()).seal.renewal_stamped_at).toEqual(expect.any(String))
    expect(await renew(false)).toEqual(nothing)
    expect(revise).toHaveBeenCalledOnce()
    expect(await renew(true)).toEqual({ ...nothing, ungained: 1 })
    expect((await loadRow()).seal.renewal_stamped_at).toBeUndefined()
    revise.mockRestore()
  })

  it('by command, takes the files that were not prolonged, too', async () => {
    const ends = { certificate: addDays(now(), 80), algorithm: null }
    vi.mocked(getStampEnds).mockReturnValueOnce(ends).mockReturnValueOnce(ends)
    await setRenewAt(now())
    await withStampers('internal', () => renewTimeStamps(now()))
    expect(await withStampers('internal', () => renewTimeStamps(now()))).toEqual({
      ...nothing,
      endingSoon: 1,
    })
    const later = { ...ends, certificate: addDays(now(), 800) }
    vi.mocked(getStampEnds).mockReturnValueOnce(later).mockReturnValueOnce(ends)
    const byHand = () => withStampers('internal', () => renewTimeStamps(now(), now(), { isByHand: true }))
    expect(await byHand()).toEqual({ ...nothing, renewed: 1 })
    expect(await byHand()).toEqual(nothing)
  })

  it('goes on with the next organisation where the rows of one cannot be read', async () => {
    const next = await makeTenant()
    const { read: realRead } =
      await vi.importActual<typeof import('#db/tenancy/tenant')>('#db/tenancy/tenant')
    vi.mocked(read)
      .mockClear()
      .mockImplementation((scope, callback) =>
        scope.tenantId === tenant.tenantId ? Promise.reject(new Error('timeout')) : realRead(scope, callback),
      )
    const { failures } = await renewTimeStamps(now()).finally(() =>
      vi.mocked(read).mockImplementation(realRead),
    )
    const readIds = vi.mocked(read).mock.calls.map(([{ tenantId }]) => tenantId)
    expect(failures).toEqual([new Error('timeout')])
    expect(readIds).toContain(next.tenantId)
  })

  it('keeps the file when its level would be lower, by command too, until the last days', async () => {
    const before = await loadRow()
    const verifyStored = inThread.verifyStored.bind(inThread)
    const renewAs = async (level: BaselineLevel, dueAt: Date | null) => {
      const spy = vi.spyOn(inThread, 'verifyStored').mockImplementation(async (...args) => {
        const verification = await verifyStored(...args)
        const signatures = verification.signatures.map((signature) => ({ ...signature, level }))
        return { ...verification, signatures }
      })
      await withStampers('internal', () => renewTimeStamps(now(), dueAt)).finally(() => spy.mockRestore())
    }
    await renewAs('T', null)
    expect(await loadRow()).toMatchObject({ sha256: before.sha256, seal: { level: 'B-LTA' } })
    await renewAs('LTA', null)
    expect((await loadRow()).sha256).not.toBe(before.sha256)
  })

  it('stops when its time has passed', async () => {
    await setRenewAt(now())
    const revise = vi.spyOn(inThread, 'revise')
    const run = withStampers('internal', () => runRenewalJob({ signal: AbortSignal.abort() }))
    await expect(run.finally(() => revise.mockRestore())).rejects.toThrow(/not renewed/)
    expect(revise).not.toHaveBeenCalled()
  })

  it('of concurrent runs one replaces the file', async () => {
    // What was missing at the seal is there now.
    const { seal } = await loadRow()
    await write(tenant.ctx, (tx) =>
      tx
        .update(vaultDocuments)
        .set({ renewAt: now(), seal: { ...seal, level: 'B-T' } })
        .where(eq(vaultDocuments.processId, processId)),
    )
    const runs = await withStampers('internal', () =>
      Promise.all(Array.from({ length: 3 }, () => renewTimeStamps(now()))),
    )
    expect(runs.flatMap(({ failures }) => failures)).toEqual([])
    expect(runs.reduce((sum, { renewed }) => sum + renewed, 0)).toBe(1)
    const { signatures } = await verifyPdf((await loadFiles(tenant, processId))[0]!)
    expect(signatures).toHaveLength(5)
  })

  it('waits while there is no authority, and reports files that are missing', async () => {
    await setRenewAt(now())
    expect(await renewTimeStamps(now())).toEqual(nothing)
    await write(tenant.ctx, (tx) =>
      tx
        .update(vaultDocuments)
        .set({ sha256: '0'.repeat(64) })
        .where(eq(vaultDocuments.processId, processId)),
    )
    const renewMissing = () => withStampers('internal', () => renewTimeStamps(now()))
    expect((await renewMissing()).failures).toHaveLength(1)
    // Tried again at once, as it has cost no time stamp.
    expect((await renewMissing()).failures).toHaveLength(1)
  })

  it('needs no key of the operator', async () => {
    env().keys.seal = { type: 'pkcs12', path: '/nowhere/seal.p12', password: '' }
    const renew = () => withStampers('internal', () => renewTimeStamps(now(), null))
    const { renewed, failures } = await renew().finally(() => {
      env().keys.seal = null
    })
    expect(failures).toEqual([])
    expect(renewed).toBe(1)
  })

  it('leaves files without time stamps alone', async () => {
    const { id } = await addCompleted(tenant)
    const [row] = await loadVaultRows(tenant, id)
    expect(row!.renewAt).toBeNull()
    await withStampers('internal', () => renewTimeStamps(now(), null))
    expect((await loadVaultRows(tenant, id))[0]!.sha256).toBe(row!.sha256)
  })

  // The last one: with its clock set back, the new key would not be valid yet.
  it('appends to the file: its level stays, hash and event are recorded, the earlier file is its beginning', async () => {
    const before = await loadRow()
    const bytesBefore = await getBytes(tenant.tenantId, before.sha256)
    // The key of the installation is replaced ten years before its certificate ends.
    moveClock(6 * 365 * dayMilliseconds)
    await setRenewAt(now())
    expect(await withStampers('internal', () => renewTimeStamps(now()))).toEqual({ ...nothing, renewed: 1 })
    const after = await loadRow()
    const [bytes] = await loadFiles(tenant, processId)
    expect(bytes!.subarray(0, bytesBefore.length).every((byte, at) => byte === bytesBefore[at])).toBe(true)
    expect([after.size, after.seal.level]).toEqual([bytes!.length, 'B-LTA'])
    expect(after.renewAt!.getTime()).toBeGreaterThan(before.renewAt!.getTime())
    expect((await loadRows(tenant, processId)).documents[0]).toMatchObject({
      currentSha256: after.sha256,
      currentSize: after.size,
    })
    const { signatures, valid, faults } = await verifyPdf(bytes!)
    expect([valid, faults]).toEqual([true, []])
    expect(signatures.map(({ level }) => level)).toEqual(['LTA', 'LTA', 'LTA', null, null])
    expect(signatures.at(-2)!.modificationLevel).toBe('lta_updates')
    const event = (await loadEvents(tenant, processId)).at(-1)!
    expect(event).toMatchObject({
      type: 'document.time_stamp_renewed',
      data: { document_id: after.documentId, previous_sha256: before.sha256, sha256: after.sha256 },
    })
    expect(await withStampers('internal', () => renewTimeStamps(now()))).toEqual(nothing)
  })
})

describe('isGain', () => {
  const time = new Date('2026-03-01T12:00:00Z')
  const inDays = (days: number) => addDays(time, days)
  it.each([
    ['at the same level for longer', 'LTA', 90, 'LTA', 91, [true, true]],
    ['at the same level for as long', 'LTA', 90, 'LTA', 90, [false, true]],
    ['at a higher level for less long', 'T', 90, 'LTA', 80, [true, true]],
    ['at a lower level', 'LTA', 90, 'T', 900, [false, false]],
    ['at a lower level in the last week', 'LTA', 7, 'T', 900, [true, true]],
    ['at a lower level for as long in the last week', 'LTA', 7, 'T', 7, [false, true]],
  ] as const)('%s', (_what, level, days, newLevel, newDays, expected) => {
    const before = { level, stampEnds: { certificate: inDays(days), algorithm: null } }
    const after = { level: newLevel, stampEnds: { certificate: inDays(newDays), algorithm: null } }
    expect([false, true].map((isForced) => isGain(before, after, { now: time, isForced }))).toEqual(expected)
  })

  it.each([
    ['before the end of their algorithm, with a later certificate', 60, 60, 400, 60, false],
    ['after the end of their algorithm, with a later certificate', 60, -1, 400, -1, true],
    ['after the end of their algorithm, with the same certificate', 60, -1, 60, -1, false],
    ['before that end, by an algorithm without one', 400, 60, 300, null, true],
    ['by an algorithm that ends, with a later certificate', 60, null, 800, 200, true],
  ] as const)('%s', (_what, days, algorithmDays, newDays, newAlgorithmDays, expected) => {
    const worth = (certificateDays: number, endDays: number | null) => ({
      level: 'LTA' as const,
      stampEnds: {
        certificate: inDays(certificateDays),
        algorithm: endDays === null ? null : inDays(endDays),
      },
    })
    const [before, after] = [worth(days, algorithmDays), worth(newDays, newAlgorithmDays)]
    expect(isGain(before, after, { now: time, isForced: false })).toBe(expected)
  })
})

describe('getRenewalTime', () => {
  const time = new Date('2026-03-01T12:00:00Z')
  const stampEnd = addDays(time, 1000)

  it.each([
    ['of a sealed file, 90 days before the end', true, 'LTA', stampEnd, addDays(stampEnd, -90)],
    ['that ends in 37 days, a month later', false, 'LTA', addDays(time, 37), addDays(time, 30)],
    [
      'that ends before that month and a week, a week before its end',
      false,
      'LTA',
      addDays(time, 36),
      addDays(time, 29),
    ],
    [
      'of a file sealed ten days before the end, a week before it',
      true,
      'LTA',
      addDays(time, 10),
      addDays(time, 3),
    ],
    ['in its last week, the next day', false, 'LTA', addDays(time, 5), addDays(time, 1)],
    ['that has ended, a month later', false, 'LTA', time, addDays(time, 30)],
    ['with data missing, the next day', true, 'T', stampEnd, addDays(time, 1)],
    ['with data still missing, a month later', false, 'T', stampEnd, addDays(time, 30)],
    ['with data still missing, a week before the end', false, 'T', addDays(time, 25), addDays(time, 18)],
    [
      'with data still missing, in the last week, the next day',
      false,
      'LT',
      addDays(time, 3),
      addDays(time, 1),
    ],
    ['with data still missing, after the end, a month later', false, 'T', time, addDays(time, 30)],
    ['without time stamps, never', true, 'B', null, null],
  ] as const)('%s', (_what, isFirst, level, end, expected) => {
    const stampEnds = end && { certificate: end, algorithm: null }
    expect(getRenewalTime({ isFirst, level, stampEnds, now: time })).toEqual(expected)
  })

  it('of a time stamp whose algorithm has an end, by that end until it has passed', () => {
    const plan = (now: Date) => {
      const stampEnds = { certificate: stampEnd, algorithm: addDays(time, 500) }
      return getRenewalTime({ isFirst: false, level: 'LTA', stampEnds, now })
    }
    expect(plan(time)).toEqual(addDays(time, 500 - 90))
    expect(plan(addDays(time, 500))).toEqual(addDays(stampEnd, -90))
  })

  it('P-256 has no end but that of the certificate', async () => {
    const { certificate } = await (await testAuthority()).identity('Test TSA', 'timeStamping')
    const stamp = { subFilter: 'ETSI.RFC3161', certificate, timestamps: [] }
    expect(getStampEnds(stamp)).toEqual({ certificate: new Date('2044-01-01'), algorithm: null })
    expect(getStampEnds({ ...stamp, subFilter: 'ETSI.CAdES.detached' })).toBeNull()
  })
})
