import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { documents } from '#db/schema/documents'
import { usage } from '#db/schema/identity'
import { type Tx, write } from '#db/tenancy/tenant'
import { asErrorText } from '#lib/messages/errors'
import { addSent } from '#lib/testing/records/records'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { cancelProcess } from './cancel.ts'
import { getProcess } from './get.ts'
import { lockProcess } from './load.ts'
import type { ProcessRow } from './present.ts'
import type { ProcessRecord } from './schema.ts'
import { findSigners } from './signers/invite.ts'
import { isComplete } from './signers/turns.ts'
import { getAuditTrail } from './trail/trail.ts'
import {
  markCompleted,
  markEmbedded,
  markRefused,
  markSealError,
  markSigned,
  markViewed,
} from './transitions.ts'

let tenant: TestTenant
beforeAll(async () => {
  tenant = await makeTenant()
})

/** Runs one transaction with the locked process, as a seal job does. */
const withLocked = <T>(
  { id }: ProcessRecord,
  callback: (tx: Tx, process: ProcessRow) => Promise<T>,
): Promise<T> => write(tenant.ctx, async (tx) => callback(tx, await lockProcess(tx, tenant.ctx, id)))
const getSigner = (process: ProcessRecord, index = 0) => process.signers[index]!.id
const sign = async (process: ProcessRecord, index = 0) => {
  const signer = getSigner(process, index)
  const mark = (tx: Tx, row: ProcessRow) =>
    markSigned(tx, tenant.ctx, row, signer, { signedAddress: '192.0.2.1' })
  return (await withLocked(process, mark)) !== null
}
const embed = (process: ProcessRecord, index = 0) =>
  withLocked(process, (tx, row) => markEmbedded(tx, tenant.ctx, row, getSigner(process, index)))
const hasEveryoneSigned = (process: ProcessRecord) =>
  withLocked(process, async (tx, row) => isComplete(await findSigners(tx, tenant.ctx, row.id)))
const complete = (process: ProcessRecord) =>
  withLocked(process, (tx, row) => markCompleted(tx, tenant.ctx, row, {}))
const reload = (process: ProcessRecord) => getProcess(tenant.ctx, process.id)
const statuses = async (process: ProcessRecord) => (await reload(process)).signers.map(({ status }) => status)
const getEventTypes = async (process: ProcessRecord) =>
  (await getAuditTrail(tenant.ctx, process.id)).events.map(({ type }) => type)

describe('lockProcess', () => {
  it('does not find a process of another tenant', async () => {
    const otherTenant = await makeTenant()
    const { id } = await addSent(otherTenant)
    await expect(withLocked({ id } as ProcessRecord, async () => null)).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})

describe('markViewed', () => {
  it('succeeds once, for an invited signer', async () => {
    const sentProcess = await addSent(tenant, { signers: [{}, {}] })
    const view = async (index: number) =>
      (await withLocked(sentProcess, (tx, row) =>
        markViewed(tx, tenant.ctx, row, sentProcess.signers[index]!),
      )) !== null
    expect([await view(0), await view(0), await view(1)]).toEqual([true, false, false])
    expect(await statuses(sentProcess)).toEqual(['viewed', 'pending'])
    expect((await getEventTypes(sentProcess)).filter((type) => type === 'signature.viewed')).toHaveLength(1)
  })
})

describe('markSigned', () => {
  it('succeeds for one of twenty concurrent requests', async () => {
    const sentProcess = await addSent(tenant)
    const results = await Promise.all(Array.from({ length: 20 }, () => sign(sentProcess)))
    expect(results.filter(Boolean)).toHaveLength(1)
    expect(await reload(sentProcess)).toMatchObject({
      status: 'in_progress',
      progress: { signed: 1, total: 1 },
    })
  })

  it('succeeds only for signers whose turn it is', async () => {
    const sentProcess = await addSent(tenant, { signers: [{}, {}] })
    expect(await sign(sentProcess, 1)).toBe(false)
    expect((await reload(sentProcess)).status).toBe('sent')
  })

  it('lets two concurrent signers both sign', async () => {
    const sentProcess = await addSent(tenant, { signers: [{ type: 'parallel' }, { type: 'parallel' }] })
    expect(await Promise.all([sign(sentProcess, 0), sign(sentProcess, 1)])).toEqual([true, true])
    expect(await statuses(sentProcess)).toEqual(['signed', 'signed'])
  })

  it('either succeeds or loses to a concurrent cancellation', async () => {
    for (let attempt = 0; attempt < 5; attempt++) {
      const sentProcess = await addSent(tenant)
      const [signed] = await Promise.all([sign(sentProcess), cancelProcess(tenant.ctx, sentProcess.id, {})])
      const { status, progress } = await reload(sentProcess)
      expect([status, progress.signed]).toEqual(['cancelled', signed ? 1 : 0])
      expect(await sign(sentProcess)).toBe(false)
    }
  })
})

describe('markEmbedded', () => {
  it('opens the next turn, until everyone has signed', async () => {
    const sentProcess = await addSent(tenant, { signers: [{}, {}, { role: 'cc' }] })
    await sign(sentProcess)
    expect(await statuses(sentProcess)).toEqual(['signed', 'pending', 'pending'])
    await embed(sentProcess)
    expect(await hasEveryoneSigned(sentProcess)).toBe(false)
    expect(await statuses(sentProcess)).toEqual(['signed', 'notified', 'pending'])
    await embed(sentProcess)
    expect((await getEventTypes(sentProcess)).filter((type) => type === 'signature.invited')).toHaveLength(2)
    await sign(sentProcess, 1)
    await embed(sentProcess, 1)
    expect(await hasEveryoneSigned(sentProcess)).toBe(true)
  })
})

describe('markCompleted', () => {
  it('succeeds once everyone has signed, and invites the recipients of copies', async () => {
    const sentProcess = await addSent(tenant, { signers: [{}, { role: 'cc' }] })
    expect(await complete(sentProcess)).toBe(false)
    await sign(sentProcess)
    await withLocked(sentProcess, (tx, row) =>
      markSealError(tx, tenant.ctx, row, asErrorText('full', 'No space left.')),
    )
    await embed(sentProcess)
    expect((await reload(sentProcess)).seal_error).toBe('No space left.')
    expect((await Promise.all([complete(sentProcess), complete(sentProcess)])).filter(Boolean)).toHaveLength(
      1,
    )
    expect(await reload(sentProcess)).toMatchObject({
      status: 'completed',
      seal_error: null,
      completed_at: expect.any(String),
      documents: [{ status: 'completed' }],
    })
    expect((await getEventTypes(sentProcess)).slice(-3)).toEqual([
      'signature.invited',
      'document.completed',
      'process.completed',
    ])
  })
})

describe('markSealError', () => {
  it('records an error when it changes, not at every attempt', async () => {
    const sentProcess = await addSent(tenant)
    for (const message of ['One', 'One', 'Two', null]) {
      await withLocked(sentProcess, (tx, row) =>
        markSealError(tx, tenant.ctx, row, message === null ? null : asErrorText('test', message)),
      )
    }
    expect((await getEventTypes(sentProcess)).filter((type) => type === 'process.seal_failed')).toHaveLength(
      2,
    )
    expect((await reload(sentProcess)).seal_error).toBeNull()
  })

  it('records once that sealing is blocked, and again after a success', async () => {
    const sentProcess = await addSent(tenant)
    const mark = (message: string | null, blocked?: boolean) =>
      withLocked(sentProcess, (tx, row) =>
        markSealError(tx, tenant.ctx, row, message === null ? null : asErrorText('test', message), blocked),
      )
    for (const message of ['One', 'One', 'Two']) await mark(message, true)
    expect(await reload(sentProcess)).toMatchObject({ seal_error: 'Two', seal_blocked: true })
    expect((await getEventTypes(sentProcess)).filter((type) => type === 'process.seal_blocked')).toHaveLength(
      1,
    )
    await mark('Interrupted', false)
    expect(await reload(sentProcess)).toMatchObject({ seal_error: 'Two', seal_blocked: true })
    await mark(null)
    expect(await reload(sentProcess)).toMatchObject({ seal_error: null, seal_blocked: false })
    await mark('Three', true)
    expect((await getEventTypes(sentProcess)).filter((type) => type === 'process.seal_blocked')).toHaveLength(
      2,
    )
  })
})

describe('markRefused', () => {
  it('ends the process for everyone, refunds unused quota, and succeeds once', async () => {
    const fresh = await makeTenant() // Of its own, for its quota; the helpers use `tenant`.
    tenant = fresh
    const sentProcess = await addSent(fresh, {
      signers: [{ type: 'parallel' }, { type: 'parallel' }, { type: 'parallel' }],
    })
    await sign(sentProcess, 0)
    const refuse = (index: number) =>
      withLocked(sentProcess, (tx, row) =>
        markRefused(tx, fresh.ctx, row, [getSigner(sentProcess, index)], 'Wrong name'),
      )
    expect(await Promise.all([refuse(1), refuse(2)])).toHaveLength(2)
    const { status, signers } = await reload(sentProcess)
    expect(status).toBe('refused')
    expect(signers.filter((signer) => signer.status === 'refused')).toMatchObject([
      { refusal_reason: 'Wrong name' },
    ])
    const [row] = await write(fresh.ctx, (tx) => tx.select().from(usage))
    expect(row!.signatures).toBe(1)
    const [document] = await write(fresh.ctx, (tx) =>
      tx.select().from(documents).where(eq(documents.id, sentProcess.documents[0]!.id)),
    )
    expect(document!.status).toBe('uploaded')
    expect((await getEventTypes(sentProcess)).filter((type) => type === 'process.refused')).toHaveLength(1)
  })
})
