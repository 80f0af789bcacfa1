import { readFileSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { afterAll, expect, it } from 'vitest'
import { signers } from '#db/schema/processes'
import { env } from '#lib/core/env'
import { cancelProcess } from '#lib/processes/cancel'
import { addDraft, addSent } from '#lib/testing/records/records'
import { makeTenant } from '#lib/testing/users/tenant'
import { connect } from './connection/client.ts'
import { read, write } from './tenancy/tenant.ts'

const owner = connect(env().databaseUrl!, { max: 1 })
afterAll(() => owner.end())

const [, changeOfRows] = readFileSync('db/migrations/0010_quota_reservations.sql', 'utf8').split(
  '--> statement-breakpoint',
)

it('dates the reservations of live processes by their sending', async () => {
  const { ctx } = await makeTenant()
  const sent = await addSent({ ctx }, { signers: [{ email: 'ada@example.com' }, { role: 'viewer' }] })
  const { id: cancelledId } = await addSent({ ctx })
  await cancelProcess(ctx, cancelledId, {})
  const draft = await addDraft({ ctx })
  await write(ctx, (tx) => tx.update(signers).set({ quotaReservedAt: null }))
  await owner.unsafe(changeOfRows!)
  const findTimes = (processId: number) =>
    read(ctx, (reader) =>
      reader
        .select({ at: signers.quotaReservedAt })
        .from(signers)
        .where(eq(signers.processId, processId))
        .orderBy(signers.id),
    )
  expect(await Promise.all([sent.id, cancelledId, draft.id].map(findTimes))).toEqual([
    [{ at: new Date(sent.sent_at!) }, { at: null }],
    [{ at: null }],
    [{ at: null }],
  ])
})
