import type { Ctx } from '#lib/core/ctx'
import { startDiagnosis } from '../doctor/doctor.ts'
import type { Finding } from '../doctor/outcome.ts'
import { authorizeOperator } from './authorize.ts'

/**
 * What `doctor` finds from this process, without the keys: a wrong PIN would be tried at each view, in each web process.
 * Each finding comes when its check has ended, after seconds at most.
 */
export async function startChecks(ctx: Ctx): Promise<{ findings: Promise<Finding>[] }> {
  await authorizeOperator(ctx, 'installation.read')
  return { findings: startDiagnosis(process.env, { triesKeys: false }) }
}
