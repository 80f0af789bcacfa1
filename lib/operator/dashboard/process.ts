import type { Ctx } from '#lib/core/ctx'
import { type Explanation, explainProcess } from '../explain-process.ts'
import { authorizeOperator } from './authorize.ts'

/** Why a process of any organisation waits; null when there is none with this id. */
export async function explainToOperator(ctx: Ctx, id: number): Promise<Explanation | null> {
  await authorizeOperator(ctx, 'installation.read')
  return explainProcess(id)
}
