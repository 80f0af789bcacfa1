import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { verifyPdf } from '#lib/pades/verify'
import { getProcess } from '#lib/processes/get'
import { getBytes } from '#lib/storage/files'
import { addSentProcess, filesOf, rowsOf, runSealJobOf, textOf, vaultRowsOf } from '#lib/testing/ceremony'
import { addCompleted } from '#lib/testing/completed'
import { openStamper, type StampServer, withStampers } from '#lib/testing/stamper'
import { makeTenant, type TestTenant } from '#lib/testing/tenant'
import { closeThreads } from '#lib/workers/pdf-pool'

let stamper: StampServer
let tenant: TestTenant
beforeAll(async () => {
  stamper = await openStamper()
  tenant = await makeTenant()
})
afterEach(() => {
  stamper.respondWith()
  stamper.requests.length = 0
})
afterAll(() => {
  stamper.close()
  return closeThreads()
})

describe('with authorities for time stamps (TSA_URL)', () => {
  it('every signature has a time stamp, and the vault and the certificate show the seal’s', async () => {
    const done = await withStampers(['http://127.0.0.1:1/', stamper.url], () => addCompleted(tenant))
    expect(done.status).toBe('completed')
    const [file] = await filesOf(tenant, done.id)
    const { signatures, valid } = await verifyPdf(file!)
    const stamps = signatures.map(({ timestampedAt }) => timestampedAt)
    expect([valid, stamps.length]).toEqual([true, 2 + done.signers.length])
    // The times are distinct and ascending.
    expect(stamps).toEqual([...new Set(stamps)].sort())
    const [stored] = await vaultRowsOf(tenant, done.id)
    const sealed = stamps.at(-1)!
    expect(stored!.seal).toMatchObject({ level: 'B-T', timestamped_at: sealed })
    const certificate = await textOf(await getBytes(tenant.tenantId, stored!.certificateSha256))
    const asPrinted = sealed.slice(0, 19).replace('T', ' ')
    expect(certificate.replace(/\s/g, '')).toContain(`Timestamp${asPrinted}`.replace(/\s/g, ''))
  })

  it('no authority is used in test mode', async () => {
    const trying = { ctx: { ...tenant.ctx, testMode: true } }
    const done = await withStampers([stamper.url], () => addCompleted(trying))
    const [stored] = await vaultRowsOf(trying, done.id)
    expect(stored!.seal).toMatchObject({ level: 'B-B', timestamped_at: null })
    expect(stamper.requests).toEqual([])
  })

  it('retries while no authority responds, shows the reason, and continues when one does', async () => {
    stamper.respondWith((response) => response.writeHead(503).end())
    const sent = await withStampers([stamper.url], () => addSentProcess(tenant))
    await expect(withStampers([stamper.url], () => runSealJobOf(tenant, sent))).rejects.toThrow(
      'time-stamping authority',
    )
    const reason = 'No time-stamping authority is available.'
    expect((await getProcess(tenant.ctx, sent.id)).seal_error).toBe(reason)
    stamper.respondWith()
    await withStampers([stamper.url], () => runSealJobOf(tenant, sent))
    expect((await getProcess(tenant.ctx, sent.id)).seal_error).toBeNull()
    expect((await rowsOf(tenant, sent.id)).documents[0]?.revision).toBe(1)
  })
})
