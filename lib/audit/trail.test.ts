import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { connect } from '#db/connection/client'
import { read } from '#db/tenancy/tenant'
import { env } from '#lib/core/env'
import { updateProcess } from '#lib/processes/update'
import { addDraft } from '#lib/testing/records/records'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'
import { isChainIntact } from './chain.ts'
import { endVisit } from './record.ts'
import { findTrail, isTrailIntact } from './trail.ts'

/** An attacker with superuser access, for whom no policy or trigger applies. */
const superuser = connect(env().databaseUrl!, { connection: { session_replication_role: 'replica' } })
afterAll(() => superuser.end())

let tenant: TestTenant
let id: number
let chain: string
/** Changes the draft in a visit of its own. */
const rename = async (name: string) => {
  await updateProcess(tenant.ctx, id, { name })
  await endVisit(tenant.ctx, { process: id })
}
let isIntact: () => Promise<boolean>
beforeEach(async () => {
  tenant = await makeTenant()
  ;({ id } = await addDraft(tenant))
  for (const name of ['Second', 'Third']) await rename(name)
  chain = `process:${id}`
  isIntact = () =>
    read(tenant.ctx, async (reader) => {
      const events = await findTrail(reader, tenant.ctx, { process: id })
      expect(isChainIntact(events)).toBe(true)
      return isTrailIntact(reader, tenant.ctx, { process: id }, events)
    })
})

const deleteLast = () =>
  superuser`delete from events where tenant_id = ${tenant.tenantId} and chain = ${chain} and seq = 3`

describe('isTrailIntact', () => {
  it('is true for a recorded chain', async () => {
    expect(await isIntact()).toBe(true)
  })

  it('is true while further events are recorded', async () => {
    const intact = await read(tenant.ctx, async (reader) => {
      const events = await findTrail(reader, tenant.ctx, { process: id })
      for (const name of ['Fourth', 'Fifth']) await rename(name)
      return isTrailIntact(reader, tenant.ctx, { process: id }, events)
    })
    expect(intact).toBe(true)
  })

  it('is false when the last event was deleted, also when the head was set to the event before', async () => {
    await deleteLast()
    expect(await isIntact()).toBe(false)
    await superuser`
      update chain_heads h set seq = e.seq, hash = e.hash from events e
      where e.tenant_id = h.tenant_id and e.chain = h.chain and e.seq = 2 and h.chain = ${chain}
        and h.tenant_id = ${tenant.tenantId}`
    expect(await isIntact()).toBe(false)
  })

  it('is false when the head was deleted, or replaced by that of another chain', async () => {
    await superuser`delete from chain_heads where tenant_id = ${tenant.tenantId} and chain = ${chain}`
    expect(await isIntact()).toBe(false)
    await superuser`
      insert into chain_heads select tenant_id, ${chain}, seq, hash, mac from chain_heads
      where tenant_id = ${tenant.tenantId} limit 1`
    expect(await isIntact()).toBe(false)
  })

  it.each([
    ['altered', superuser`jsonb_set(pending_event, '{actor,name}', '"Other"')`],
    ['deleted', superuser`null`],
  ])('is false from then on when the event of a visit that goes on was %s', async (_, value) => {
    await updateProcess(tenant.ctx, id, { description: 'Changed' })
    expect(await isIntact()).toBe(true)
    await superuser`
      update chain_heads set pending_event = ${value} where tenant_id = ${tenant.tenantId} and chain = ${chain}`
    expect(await isIntact()).toBe(false)
    await rename('Fifth')
    expect(await isIntact()).toBe(false)
  })

  it('is false when every event was deleted', async () => {
    await superuser`delete from events where tenant_id = ${tenant.tenantId} and chain = ${chain}`
    expect(await isIntact()).toBe(false)
  })
})
