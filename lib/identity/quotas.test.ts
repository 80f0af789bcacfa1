import { describe, expect, it } from 'vitest'
import { read, write } from '#db/tenant'
import type { Ctx } from '#lib/core/ctx'
import { AppError } from '#lib/core/errors'
import { makeTenant } from '#lib/testing/tenant'
import { giveBack, type Quota, reserve, usageOf } from './quotas.ts'

const take = (ctx: Ctx, count: number, quota: Quota = 'signatures') =>
  write(ctx, (tx) => reserve(tx, ctx, quota, count))
const usedBy = async (ctx: Ctx, at = ctx.now) =>
  (await read(ctx, (reader) => usageOf(reader, ctx.tenantId, at))).signatures.used
const refusal = (error: unknown) => (error instanceof AppError ? error.code : 'none')

describe('reserve', () => {
  it('lets exactly the remaining ones of 50 at once through', async () => {
    const { ctx } = await makeTenant({ signaturesLimit: 30 })
    await take(ctx, 7)
    const tries = await Promise.allSettled(Array.from({ length: 50 }, () => take(ctx, 1)))
    expect(tries.filter((attempt) => attempt.status === 'fulfilled')).toHaveLength(23)
    const refused = tries.filter((attempt) => attempt.status === 'rejected')
    expect(new Set(refused.map(({ reason }) => refusal(reason)))).toEqual(new Set(['quota_exceeded']))
    expect(await usedBy(ctx)).toBe(30)
  })

  it('does not go past the limit with the first of the month, whatever comes at once', async () => {
    const { ctx } = await makeTenant({ signaturesLimit: 3 })
    const tries = await Promise.allSettled(Array.from({ length: 8 }, () => take(ctx, 2)))
    expect(tries.filter((attempt) => attempt.status === 'fulfilled')).toHaveLength(1)
    const { ctx: small } = await makeTenant({ signaturesLimit: 3 })
    await expect(take(small, 4)).rejects.toThrow(AppError)
    expect(await usedBy(small)).toBe(0)
  })

  it('says what is used, of how many, and when it begins anew', async () => {
    const { ctx } = await makeTenant({ documentsLimit: 2 })
    const december = { ...ctx, now: new Date('2026-12-31T23:59:59Z') }
    await take(december, 2, 'documents')
    const error = await take(december, 1, 'documents').catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({
      code: 'quota_exceeded',
      details: { quota: 'documents', limit: 2, used: 2, resets_at: '2027-01-01T00:00:00.000Z' },
    })
    await take({ ...december, now: new Date('2027-01-01T00:00:00Z') }, 1, 'documents')
  })

  it('counts the two quotas and the tenants apart', async () => {
    const [one, other] = [await makeTenant({ signaturesLimit: 2, documentsLimit: 2 }), await makeTenant()]
    await take(one.ctx, 2, 'documents')
    await take(one.ctx, 2)
    await take(other.ctx, 5)
    expect([await usedBy(one.ctx), await usedBy(other.ctx)]).toEqual([2, 5])
  })

  it('uses nothing in test mode, and nothing when the transaction fails', async () => {
    const { ctx } = await makeTenant({ signaturesLimit: 1 })
    await take({ ...ctx, testMode: true }, 10)
    const failed = write(ctx, async (tx) => {
      await reserve(tx, ctx, 'signatures', 1)
      throw new Error('the rest went wrong')
    })
    await expect(failed).rejects.toThrow('the rest went wrong')
    expect(await usedBy(ctx)).toBe(0)
    await take(ctx, 1)
  })
})

describe('giveBack', () => {
  it('returns to the month it was taken from', async () => {
    const { ctx } = await makeTenant()
    const earlier = { ...ctx, now: new Date('2026-03-31T23:00:00Z') }
    await take(earlier, 5)
    await take(ctx, 5)
    await write(ctx, (tx) => giveBack(tx, ctx, 'signatures', { count: 3, at: earlier.now, testMode: false }))
    expect([await usedBy(ctx, earlier.now), await usedBy(ctx)]).toEqual([2, 5])
  })

  it('never goes below nothing, and returns nothing of test mode', async () => {
    const { ctx } = await makeTenant()
    await take(ctx, 2)
    await write(ctx, (tx) => giveBack(tx, ctx, 'signatures', { count: 2, at: ctx.now, testMode: true }))
    expect(await usedBy(ctx)).toBe(2)
    await write(ctx, (tx) => giveBack(tx, ctx, 'signatures', { count: 9, at: ctx.now, testMode: false }))
    expect(await usedBy(ctx)).toBe(0)
  })
})
