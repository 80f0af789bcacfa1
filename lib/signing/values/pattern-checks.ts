import { read } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { matchPatterns, type PatternMatcher, type PatternTrial } from '#lib/processes/fields/patterns'
import { findSignerFields, loadSigningSession } from '../load.ts'
import { assertTurn, requireOtp } from '../rules.ts'
import type { SignInput } from '../schema.ts'
import { listTrials, toSignerData } from './values.ts'

type PatternInput = Pick<SignInput, 'values' | 'time_zone'>

/** Matches the sender's patterns against the signer's values, before anything is locked. */
export async function matchPatternsOfValues(ctx: Ctx, input: PatternInput): Promise<PatternMatcher> {
  return matchPatterns(await trialsFor(ctx, input))
}

/** The patterns and texts to match; none if the signer has signed already. @throws AppError if they may not sign now */
function trialsFor(ctx: Ctx, { values, time_zone }: PatternInput): Promise<PatternTrial[]> {
  return read(ctx, async (reader) => {
    const session = await loadSigningSession(reader, ctx)
    const signerFields = await findSignerFields(reader, ctx, session)
    if (!signerFields.some(({ validation }) => validation.pattern)) return []
    if (session.signer.status === 'signed') return []
    assertTurn('sign', session, ctx.now)
    requireOtp(session)
    return listTrials(signerFields, values, toSignerData(session, time_zone, ctx.now), ctx.now)
  })
}
