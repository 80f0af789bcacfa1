import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { backfillChainHeads } from '#db/chain-heads'
import { connect } from '#db/client'
import { read } from '#db/tenant'
import { env } from '#lib/core/env'
import { updateProcess } from '#lib/processes/update'
import { addDraft } from '#lib/testing/modules'
import { makeTenant, type TestTenant } from '#lib/testing/tenant'
import { isChainIntact } from './chain.ts'
import { isTrailIntact, trailOf } from './trail.ts'

/** An attacker with superuser access, to whom no policy or trigger applies. */
const intruder = connect(env().databaseUrl!, { connection: { session_replication_role: 'replica' } })
afterAll(() => intruder.end())

let tenant: TestTenant
let id: number
let chain: string
let isWhole: () => Promise<boolean>
beforeEach(async () => {
  tenant = await makeTenant()
  ;({ id } = await addDraft(tenant))
  for (const name of ['Second', 'Third']) await updateProcess(tenant.ctx, id, { name })
  chain = `process:${id}`
  isWhole = () =>
    read(tenant.ctx, async (reader) => {
      const links = await trailOf(reader, tenant.ctx, { process: id })
      expect(isChainIntact(links)).toBe(true)
      return isTrailIntact(reader, tenant.ctx, { process: id }, links)
    })
})

const deleteLast = () =>
  intruder`delete from events where tenant_id = ${tenant.tenantId} and chain = ${chain} and seq = 3`

describe('isWholeTrail', () => {
  it('is true for a recorded chain', async () => {
    expect(await isWhole()).toBe(true)
  })

  it('is true while further events are recorded', async () => {
    const whole = await read(tenant.ctx, async (reader) => {
      const links = await trailOf(reader, tenant.ctx, { process: id })
      for (const name of ['Fourth', 'Fifth']) await updateProcess(tenant.ctx, id, { name })
      return isTrailIntact(reader, tenant.ctx, { process: id }, links)
    })
    expect(whole).toBe(true)
  })

  it('fails when the last event was deleted, also when the head was moved back by hand', async () => {
    await deleteLast()
    expect(await isWhole()).toBe(false)
    await intruder`
      update chain_heads h set seq = e.seq, hash = e.hash from events e
      where e.tenant_id = h.tenant_id and e.chain = h.chain and e.seq = 2 and h.chain = ${chain}
        and h.tenant_id = ${tenant.tenantId}`
    expect(await isWhole()).toBe(false)
  })

  it('fails when the head was deleted, or replaced by that of another chain', async () => {
    await intruder`delete from chain_heads where tenant_id = ${tenant.tenantId} and chain = ${chain}`
    expect(await isWhole()).toBe(false)
    await intruder`
      insert into chain_heads select tenant_id, ${chain}, seq, hash, mac from chain_heads
      where tenant_id = ${tenant.tenantId} limit 1`
    expect(await isWhole()).toBe(false)
  })

  it('fails when every event was deleted', async () => {
    await intruder`delete from events where tenant_id = ${tenant.tenantId} and chain = ${chain}`
    expect(await isWhole()).toBe(false)
  })
})

describe('anchorChains', () => {
  it('gives the chains of an earlier version their heads, once', async () => {
    await intruder`delete from chain_heads`
    expect(await isWhole()).toBe(false)
    await backfillChainHeads(intruder)
    expect(await isWhole()).toBe(true)
    await deleteLast()
    await intruder`delete from chain_heads where tenant_id = ${tenant.tenantId} and chain = ${chain}`
    await backfillChainHeads(intruder)
    expect(await isWhole()).toBe(false)
  })
})
