import type { Ctx } from '#lib/core/ctx'
import { AppError, notFound } from '#lib/core/errors'
import { findOperatorAccess } from '#lib/identity/users/operator'
import { authorize } from '#lib/policy'

/** What the operations of the page do: see the installation, or change something. */
type OperatorPermission = 'installation.read' | 'installation.change'

/**
 * The first line of every operation of the page: it is for operators with a second factor. For everyone else there is
 * no such page.
 * @throws AppError `not_found`, `second_factor_setup_required`, `reauthentication_required`
 */
export async function authorizeOperator(ctx: Ctx, permission: OperatorPermission): Promise<void> {
  const { isOperator, hasSecondFactor } = await findOperatorAccess(ctx)
  if (!isOperator) throw notFound()
  if (!hasSecondFactor)
    throw new AppError(
      'second_factor_setup_required',
      'Operators need a second factor. Set one up with POST /api/v1/user/totp or POST /api/v1/user/passkeys.',
    )
  authorize(ctx, permission)
}
