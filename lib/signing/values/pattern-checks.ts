import { and, eq, sql } from 'drizzle-orm'
import { fields, signers } from '#db/schema/processes'
import type { Reader } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { matchPatterns, type PatternMatcher, type PatternTrial } from '#lib/processes/fields/patterns'
import { findSignerFields, getActingSigner, loadSigningSession } from '../load.ts'
import { assertTurn, requireOtp } from '../rules.ts'
import type { SignInput } from '../schema.ts'
import { listTrials, toSignerData } from './values.ts'

type PatternInput = Pick<SignInput, 'values' | 'time_zone'>

/** Matches the sender's patterns against the signer's values, before anything is locked. */
export async function matchPatternsOfValues(
  reader: Reader,
  ctx: Ctx,
  input: PatternInput,
): Promise<PatternMatcher> {
  return matchPatterns((await havePattern(reader, ctx)) ? await listTrialsFor(reader, ctx, input) : [])
}

async function havePattern(reader: Reader, ctx: Ctx): Promise<boolean> {
  const rows = await reader
    .select({ id: fields.id })
    .from(fields)
    .innerJoin(signers, eq(signers.id, fields.signerId))
    .where(
      and(
        eq(fields.tenantId, ctx.tenantId),
        eq(signers.tokenHash, getActingSigner(ctx).tokenHash),
        sql`${fields.validation} ? 'pattern'`,
      ),
    )
    .limit(1)
  return rows.length > 0
}

/** The patterns and texts to match; none if the signer has signed already. @throws AppError if they may not sign now */
async function listTrialsFor(
  reader: Reader,
  ctx: Ctx,
  { values, time_zone }: PatternInput,
): Promise<PatternTrial[]> {
  const session = await loadSigningSession(reader, ctx)
  if (session.signer.status === 'signed') return []
  assertTurn('sign', session, ctx.now)
  requireOtp(session)
  const signerFields = await findSignerFields(reader, ctx, session)
  return listTrials(signerFields, values, toSignerData(session, time_zone, ctx.now), ctx.now)
}
