import { api } from '#components/api/client.ts'
import { setTestMode } from '#components/shell/set-test-mode.ts'
import type { AccountRecord } from '#lib/identity/schema'

/**
 * Whether the page of `account` can go on after a new sign-in: not if the password was that of another organisation's
 * user with the same address. The mode belongs to the session, so the new one gets that of the page.
 * @throws ApiError when it could not be told or set
 */
export async function resumeSession({ user, test_mode }: AccountRecord): Promise<boolean> {
  const { data: current } = await api('GET /account')
  if (current.user.id !== user.id) return false
  if (current.test_mode !== test_mode) await setTestMode(test_mode)
  return true
}
