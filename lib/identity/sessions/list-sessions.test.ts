import { expect, it } from 'vitest'
import { write } from '#db/tenancy/tenant'
import { addSeconds } from '#lib/core/clock'
import { makeTenant } from '#lib/testing/users/tenant'
import { openSession } from './internal/sessions.ts'
import { listSessions } from './list-sessions.ts'
import { refreshLogin } from './refresh.ts'

it('shows when a login began, and the newest first, whatever its end and however often it was refreshed', async () => {
  const { ctx, user } = await makeTenant()
  const at = (seconds: number) => ({ ...ctx, now: addSeconds(ctx.now, seconds) })
  const login = {
    tenantId: ctx.tenantId,
    userId: user.id,
    kind: 'token',
    factorConfirmedAt: null,
  } as const
  const open = (seconds: number, sessionEndsAt: Date | null) =>
    write(ctx, (tx) => openSession(tx, at(seconds), { ...login, sessionEndsAt }))
  await open(10, null)
  const { token } = await open(20, addSeconds(ctx.now, 8 * 3600))
  await refreshLogin(at(600), token)
  const { items } = await listSessions(at(900), { page: 1, per_page: 15, sort: '-created_at' })
  expect(items.slice(0, 2).map(({ created_at }) => created_at)).toEqual(
    [20, 10].map((seconds) => at(seconds).now.toISOString()),
  )
})
