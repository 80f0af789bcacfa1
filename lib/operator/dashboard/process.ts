import { nameTenantsForOperator } from '#db/tenancy/for-operator'
import type { Ctx } from '#lib/core/ctx'
import { type Explanation, explainProcess } from '../explain-process.ts'
import { authorizeOperator } from './authorize.ts'
import { getOperatorId } from './tenants.ts'

export interface ProcessExplanation extends Explanation {
  /** The name of its organisation. */
  organisation: string
}

/** Why a process of any organisation waits; null when there is none with this id. */
export async function explainToOperator(ctx: Ctx, id: number): Promise<ProcessExplanation | null> {
  await authorizeOperator(ctx, 'installation.read')
  const explanation = await explainProcess(id)
  if (!explanation) return null
  const { tenantId } = explanation
  const names = await nameTenantsForOperator(getOperatorId(ctx), [tenantId])
  return { ...explanation, organisation: names.get(tenantId)! }
}
