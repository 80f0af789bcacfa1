import type { Ctx } from '#lib/core/ctx'
import type { Role, Scope } from '#lib/core/roles'
import { authorize, listScopes } from '#lib/policy'
import { insufficientScope } from '../../refusals.ts'

/** Refuses a role with more rights than the key; `tenant_admin` needs the scope `admins`. */
export function requireCanAssignRole({ actor }: Ctx, role: Role): void {
  if (actor.type !== 'api_key' || actor.scopes.includes('admins')) return
  const requiredScopes: Scope[] = role === 'tenant_admin' ? ['admins'] : listScopes(role)
  const missingScope = requiredScopes.find((scope) => !actor.scopes.includes(scope))
  if (missingScope)
    throw insufficientScope(
      `A key without the scope ${missingScope} cannot give the role ${role}, which includes it.`,
      {
        required_scope: missingScope,
      },
    )
}

/** Refuses changes to administrators by a key without the scope `admins`. */
export function requireCanManage(ctx: Ctx, { role }: { role: Role }): void {
  if (role === 'tenant_admin') authorize(ctx, 'admin.manage')
}
